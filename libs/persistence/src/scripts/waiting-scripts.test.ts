import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFreshDatabase } from '../testing/database.ts';
import { measureWork } from '../testing/measure-work.ts';
import { findWaitingScripts } from './waiting-scripts.ts';

const { database, close } = await openFreshDatabase();
afterAll(close);

/** Inserts scripts that wait for these numbers of milliseconds from now. */
const waits = (count: number, ms: string) =>
  database.query({
    text: `insert into awaits (release_id, task_id, kind, purpose, reference, until)
      select 'Release' || i % 100, 'Task' || i, 'script', 'task', 'Script' || i, now() + (${ms}) * interval '1 ms'
      from generate_series(1, ${count}) i`,
  });
beforeAll(async () => {
  await waits(5_000, '-i * 1000');
  await waits(5_000, '3600000 + i * 1000');
  await database.query({ text: 'vacuum analyze awaits' });
});

test('the longest due script is first, and the next due time is returned', async () => {
  const { scripts, nextInMs } = await findWaitingScripts(database, 3, ['Release99']);
  expect(scripts.map(({ releaseId, runId }) => [releaseId, runId])).toEqual([
    ['Release0', 'Script5000'],
    ['Release98', 'Script4998'],
    ['Release97', 'Script4997'],
  ]);
  expect(nextInMs).toBeGreaterThan(3_000_000);
  expect(nextInMs).toBeLessThanOrEqual(3_601_000);
});

test('the number of pages depends on the scripts that are found, not on those that wait', async () => {
  const { indexes, sequentialScans, pages } = await measureWork(database, (connection) =>
    findWaitingScripts(connection, 64),
  );
  expect(new Set(indexes)).toEqual(new Set(['awaited_scripts']));
  expect(sequentialScans).toEqual([]);
  expect(pages).toBeLessThan(100);
});
