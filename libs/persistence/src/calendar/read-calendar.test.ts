import { Invalid, NotFound } from '@slipway/domain/model';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { createFolder, deleteFolder } from '../folders/folders.ts';
import { makeFolders } from '../testing/folders.ts';
import {
  addBlackout,
  type CalendarBlackout,
  findBlackout,
  listBlackouts,
  readCalendar,
  readUpcomingBlackouts,
  removeBlackout,
  updateBlackout,
} from './read-calendar.ts';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
  await makeFolders(database);
  for (const one of [
    blackout('all', 1_000, 2_000, null),
    blackout('A', 500, 3_000, 'FolderA'),
    blackout('Aa', 700, 3_000, 'FolderAa'),
    blackout('B', 500, 3_000, 'FolderB'),
  ]) {
    expect(await addBlackout(database, one)).toBe(true);
  }
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

const blackout = (id: string, startDate: number, endDate: number, folderId: string | null): CalendarBlackout => ({
  id,
  label: id,
  startDate,
  endDate,
  folderId,
});
const all = { limit: 100, offset: 0 };
const idsOf = (blackouts: readonly { readonly id: string }[]) => blackouts.map(({ id }) => id);
const version = async () => (await readCalendar(database)).version;

describe('blackouts', () => {
  test('apply to a folder and its subfolders, or everywhere, until they end', async () => {
    const upcoming = async (now: number, folder: string) => idsOf(await readUpcomingBlackouts(database, now, folder));
    expect(await upcoming(1_999, 'FolderAa')).toEqual(['A', 'Aa', 'all']);
    expect(await upcoming(2_000, 'FolderA')).toEqual(['A']);
    expect(await upcoming(0, 'Applications')).toEqual(['all']);
  });

  test('are listed page by page by their start, if they overlap a time range', async () => {
    const listed = async (from: number | null, to: number | null, page = all) =>
      idsOf(await listBlackouts(database, { from, to }, page));
    expect(await listed(2_000, 2_500)).toEqual(['A', 'B', 'Aa']);
    expect(await listed(null, 700)).toEqual(['A', 'B']);
    expect(await listed(null, null)).toEqual(['A', 'B', 'Aa', 'all']);
    expect(await listed(null, null, { limit: 2, offset: 1 })).toEqual(['B', 'Aa']);
    expect(await listed(3_000, null)).toEqual([]);
  });

  test('are found by the first existing id, with the ids of their parent folders', async () => {
    expect(await findBlackout(database, ['none', 'Aa', 'all'])).toEqual({
      ...blackout('Aa', 700, 3_000, 'FolderAa'),
      folderPath: ['Applications', 'FolderA', 'FolderAa'],
    });
    expect(await findBlackout(database, ['all'])).toMatchObject({ folderPath: null });
    expect(await findBlackout(database, ['none'])).toBeNull();
  });

  test('require a unique id, an end after the start, and an existing folder', async () => {
    expect(await addBlackout(database, blackout('all', 1, 2, null))).toBe(false);
    const add = (startDate: number, endDate: number, folderId: string | null = null) =>
      addBlackout(database, blackout('none', startDate, endDate, folderId));
    await expect(add(5, 5)).rejects.toThrow(Invalid);
    await expect(add(5, Date.parse('9999-12-31T00:00:01Z'))).rejects.toThrow(Invalid);
    await expect(add(5, 6, 'FolderNone')).rejects.toThrow(NotFound);
    await expect(addBlackout(database, { ...blackout('none', 5, 6, null), label: '\0' })).rejects.toThrow(Invalid);
  });

  test('change only the given members, and reject invalid changes', async () => {
    await updateBlackout(database, 'B', { label: 'bee' });
    expect((await findBlackout(database, ['B']))?.label).toBe('bee');
    await updateBlackout(database, 'B', { folderId: null, endDate: 4_000 });
    const changed = { ...blackout('B', 500, 4_000, null), label: 'bee', folderPath: null };
    expect(await findBlackout(database, ['B'])).toEqual(changed);
    await expect(updateBlackout(database, 'B', { startDate: 4_000 })).rejects.toThrow(Invalid);
    await expect(updateBlackout(database, 'B', { endDate: 500 })).rejects.toThrow(Invalid);
    await expect(updateBlackout(database, 'B', { endDate: Date.parse('9999-12-31T00:00:01Z') })).rejects.toThrow(
      Invalid,
    );
    await expect(updateBlackout(database, 'B', { folderId: 'FolderNone' })).rejects.toThrow(NotFound);
    await expect(updateBlackout(database, 'none', { label: 'x' })).rejects.toThrow(NotFound);
    expect(await findBlackout(database, ['B'])).toEqual(changed);
  });

  test('can be deleted only once', async () => {
    await removeBlackout(database, 'B');
    await expect(removeBlackout(database, 'B')).rejects.toThrow(NotFound);
  });
});

describe('the calendar', () => {
  test('contains blackouts that have not ended, and a version that increases only with changes of blackouts', async () => {
    const upcoming = blackout('ahead', Date.now(), Date.now() + 3_600_000, 'FolderAa');
    const versions = [await version()];
    const changes: readonly (() => Promise<unknown>)[] = [
      () => addBlackout(database, upcoming),
      () => updateBlackout(database, 'ahead', { label: 'other' }),
      () => deleteFolder(database, 'FolderA'),
    ];
    for (const change of changes) {
      await change();
      versions.push(await version());
    }
    expect(versions.toSorted((one, other) => one - other)).toEqual([...new Set(versions)]);
    await addBlackout(database, { ...upcoming, folderId: null });
    const { label: _, ...remembered } = { ...upcoming, folderId: null };
    expect(await readCalendar(database)).toEqual({ version: expect.any(Number), blackouts: [remembered] });
  });

  test('keeps its version without changes', async () => {
    const before = await version();
    await updateBlackout(database, 'ahead', { label: 'ahead' });
    await addBlackout(database, blackout('ahead', 1, 2, null));
    await createFolder(database, { id: 'FolderC', parentId: 'Applications', title: 'C', freshId: 'FolderX' });
    await deleteFolder(database, 'FolderC');
    expect(await version()).toBe(before);
  });

  test('stays consistent with concurrent changes in deleted folders', async () => {
    const before = await version();
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const folder = { id: `FolderN${index}`, parentId: 'Applications', title: `N${index}`, freshId: 'FolderX' };
        const { id } = await createFolder(database, folder);
        await addBlackout(database, blackout(`n${index}`, 1, 2, id));
        await Promise.all([
          deleteFolder(database, id),
          updateBlackout(database, `n${index}`, { folderId: 'FolderB' }).catch(() => {}),
        ]);
      }),
    );
    expect(await version()).toBeGreaterThanOrEqual(before + 40);
  });
});
