import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import {
  deleteExpiredJournals,
  deleteJournal,
  readJournal,
  storeJournalReply,
  writeJournal,
} from './script-journal.ts';

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

const lease = Date.parse('2030-01-01T12:00:00Z');
const writer = { releaseId: 'Release1', runId: 'Script1', leaseUntil: lease };
const row = (nth: number, reply: string | null = null) => ({ nth, effect: `e${nth}`, reply });
beforeEach(async () => {
  await database.query({ text: 'delete from awaits' });
  await database.query({ text: 'delete from script_journal' });
  const text = `insert into awaits (release_id, task_id, kind, reference, until)
    values ('Release1', 'Task1', 'script', 'Script1', '2030-01-01T12:00:00Z')`;
  await database.query({ text });
});

test('only one of two concurrent writers writes a row', async () => {
  const both = await Promise.all([writeJournal(database, writer, row(0)), writeJournal(database, writer, row(0))]);
  expect(both.toSorted()).toEqual([false, true]);
  expect(await readJournal(database, 'Script1')).toEqual([row(0)]);
});

test('no row is written with an expired lease, or for a run that no release waits for', async () => {
  expect(await writeJournal(database, { ...writer, leaseUntil: lease - 1 }, row(0))).toBe(false);
  expect(await writeJournal(database, { ...writer, runId: 'Script2' }, row(0))).toBe(false);
  expect(await writeJournal(database, { ...writer, leaseUntil: lease + 1 }, row(0))).toBe(true);
});

test('a row gets one reply, and rows are read in order', async () => {
  await writeJournal(database, writer, row(0));
  await writeJournal(database, writer, row(1, 'r1'));
  expect(await storeJournalReply(database, 'Script1', 0, 'r0')).toBe(true);
  expect(await storeJournalReply(database, 'Script1', 0, 'other')).toBe(false);
  expect(await readJournal(database, 'Script1')).toEqual([row(0, 'r0'), row(1, 'r1')]);
});

test('a run is deleted once, but not while a release waits for it', async () => {
  await writeJournal(database, writer, row(0));
  expect(await deleteJournal(database, 'Script1')).toBe(false);
  await database.query({ text: 'delete from awaits' });
  expect([await deleteJournal(database, 'Script1'), await deleteJournal(database, 'Script1')]).toEqual([true, false]);
  expect(await readJournal(database, 'Script1')).toEqual([]);
});

test('a run that no release waits for is deleted after an hour', async () => {
  await writeJournal(database, writer, row(0));
  await database.query({ text: `update script_journal set written_at = now() - interval '2 hours'` });
  expect(await deleteExpiredJournals(database, 10)).toBe(0);
  await database.query({ text: 'delete from awaits' });
  expect(await deleteExpiredJournals(database, 10)).toBe(1);
});
