import { addBlackout, readCalendar, updateBlackout } from '@slipway/persistence/calendar';
import { type Database, openDatabase } from '@slipway/persistence/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { newCalendarCache } from '../model/calendar-cache.ts';
import { blackoutContextOf } from './blackouts.ts';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

const now = Date.parse('2030-01-01T12:00:00Z');
const folderPath = ['Applications'];
const add = (id: string, startDate: number, endDate: number) =>
  addBlackout(database, { id, label: id, startDate: now + startDate, endDate: now + endDate, folderId: null });

/** Returns a process with its own cache, and its number of statements. */
function process() {
  let statements = 0;
  const query: Database['query'] = (...args) => {
    statements += 1;
    return database.query(...args);
  };
  const reads = { database: { ...database, query }, calendar: newCalendarCache() };
  const readBlackouts = async (at = now) => {
    const { version } = await readCalendar(database);
    return blackoutContextOf(reads, { folderPath, calendar: { version, now: at } });
  };
  return { look: readBlackouts, statements: () => statements };
}

test('reads the calendar once, and again only after a change', async () => {
  const { look: readBlackouts, statements } = process();
  expect([await readBlackouts(), statements()]).toEqual([{ blackouts: [], now, estimatedAt: now, mark: '' }, 1]);
  for (let time = 0; time < 3; time += 1) await readBlackouts();
  expect(statements()).toBe(1);
  await add('Blackout1', 1_000, 2_000);
  expect((await readBlackouts()).blackouts.map(({ id }) => id)).toEqual(['Blackout1']);
  await readBlackouts();
  expect(statements()).toBe(2);
});

test('the mark is equal in all processes, and differs whenever the response can differ', async () => {
  const [early, late] = [process(), process()];
  await early.look();
  await add('Blackout2', 3_000, 4_000);
  const marks = async (at: number) => {
    const [fromFirst, fromSecond] = [await early.look(now + at), await late.look(now + at)];
    expect(fromFirst).toEqual(fromSecond);
    return fromFirst.mark;
  };
  const seen = [await marks(0), await marks(1_000), await marks(2_000), await marks(3_000)];
  expect([await marks(999), await marks(1_999)]).toEqual(seen.slice(0, 2));
  expect(await marks(4_000)).toBe('');
  await updateBlackout(database, 'Blackout2', { label: 'other' });
  expect(await marks(0)).toBe(seen[0]);
  await updateBlackout(database, 'Blackout2', { endDate: now + 5_000 });
  expect(new Set([...seen, await marks(0), '']).size).toBe(6);
});

test('the context without a calendar has no blackouts', async () => {
  const reads = { database, calendar: newCalendarCache() };
  expect(await blackoutContextOf(reads, { folderPath, calendar: null })).toEqual({
    blackouts: [],
    now: 0,
    estimatedAt: 0,
    mark: '',
  });
});
