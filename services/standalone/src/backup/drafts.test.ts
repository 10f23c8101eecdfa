import { randomFillSync } from 'node:crypto';
import { mkdtempSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { openBackup, writeBackup } from './backup-file.ts';
import { deleteAbandonedDrafts, firstBytes } from './drafts.ts';

let folder: string;
const at = (name: string) => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(inject('folder'), 'drafts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const header = { postgres: 18, takenAt: 0, schema: '0048-archive-functions', keyIds: ['0a1b2c3d'] };
const never: AsyncIterable<Buffer> = (async function* () {})();

/** A file that was written this number of minutes ago. */
function leave(name: string, content: string, minutes: number): void {
  writeFileSync(at(name), content);
  const moment = Date.now() / 1_000 - minutes * 60;
  utimesSync(at(name), moment, moment);
}

test('the draft of a killed backup is deleted after an hour, and no other file is', async () => {
  leave('old.backup.part', `${firstBytes},"version":1`, 61);
  leave('other.part', `${firstBytes},"version":1`, 61);
  leave('written.backup.part', `${firstBytes},"version":1`, 30);
  leave('film.mp4.part', 'a download of somebody', 10_000);
  leave('empty.part', '', 10_000);
  leave('whole.backup', `${firstBytes},"version":1`, 10_000);
  const deleted = await deleteAbandonedDrafts(folder);
  expect(deleted.toSorted()).toEqual([at('old.backup.part'), at('other.part')]);
  expect(readdirSync(folder).toSorted()).toEqual([
    'empty.part',
    'film.mp4.part',
    'whole.backup',
    'written.backup.part',
  ]);
});

test('in a missing folder, no draft is deleted', async () => {
  expect(await deleteAbandonedDrafts(at('nowhere'))).toEqual([]);
});

test('a draft is recognized by the first bytes of a backup', async () => {
  await writeBackup(at('a.backup'), header, never);
  const { size } = statSync(at('a.backup'));
  expect(size).toBeGreaterThan(firstBytes.length);
  expect((await openBackup(at('a.backup'))).header).toEqual({ format: 'slipway-backup', version: 1, ...header });
  utimesSync(at('a.backup'), 0, 0);
  renameSync(at('a.backup'), at('a.backup.part'));
  expect(await deleteAbandonedDrafts(folder)).toEqual([at('a.backup.part')]);
});

test('of two runs with one name the later one is complete, and the earlier one reports its failure', async () => {
  const gatePromise = Promise.withResolvers<void>();
  const first = writeBackup(
    at('same.backup'),
    header,
    (async function* () {
      yield Buffer.from('first');
      await gatePromise.promise;
    })(),
  );
  const rejected = first.catch((error: Error) => error.message);
  await expect.poll(() => readdirSync(folder)).toEqual(['same.backup.part']);
  let started = '';
  const second = writeBackup(
    at('same.backup'),
    header,
    (async function* () {
      started = 'yes';
      gatePromise.resolve();
      started = String(await rejected);
      yield Buffer.from('second');
    })(),
  );
  await second;
  expect(started).toBe(`another process is writing ${at('same.backup')}: choose another file name`);
  let content = '';
  for await (const part of (await openBackup(at('same.backup'))).archive()) content += part;
  expect(content).toBe('second');
  expect(readdirSync(folder)).toEqual(['same.backup']);
});

test('a backup reads its source no faster than it writes', async () => {
  const sizeOf = () => statSync(at('large.backup.part')).size;
  const [part, parts] = [64 * 1_024, 400];
  let nearFuture = 0;
  await writeBackup(
    at('large.backup'),
    header,
    (async function* () {
      for (let count = 0; count < parts; count += 1) {
        nearFuture = Math.max(nearFuture, count * part - sizeOf());
        yield randomFillSync(Buffer.alloc(part));
      }
    })(),
  );
  expect(statSync(at('large.backup')).size).toBeGreaterThan(part * parts);
  expect(nearFuture).toBeLessThan(4_000_000);
});
