import { afterAll, expect, test } from 'vitest';
import type { Connection } from '../database/database.ts';
import { archiveRelease } from '../maintenance/archive.ts';
import { insertPlan } from '../plans/saving/save.ts';
import { openFreshDatabase } from '../testing/database.ts';
import { outcomeOf, phaseWith, releaseWith, taskWith } from '../testing/plans.ts';
import { findDoneTargets, readTargets } from './targets.ts';

const { database, close } = await openFreshDatabase();
afterAll(close);

/** The ids of a release, its phase and its task, which all have this status. */
async function inserted(status: 'COMPLETED' | 'IN_PROGRESS'): Promise<readonly string[]> {
  const task = taskWith({}, { status });
  const phase = phaseWith([task], { status });
  const release = releaseWith([phase], { status });
  await insertPlan(database, outcomeOf(release));
  return [release.id, phase.id, task.id];
}

/** Returns a connection and the names of the statements that it runs. */
function recordStatements(connection: Connection) {
  const names: string[] = [];
  const query: Connection['query'] = (statement, values) => {
    names.push('name' in statement ? statement.name : statement.text);
    return connection.query(statement, values);
  };
  return { names, connection: { query } };
}

const running = await inserted('IN_PROGRESS');
const done = await inserted('COMPLETED');
const archived = await inserted('COMPLETED');
await archiveRelease(database, archived[0]!);

test('returns the states of live, archived and missing targets', async () => {
  const ids = [...running, ...archived, 'nothing', ...done];
  const targets = await database.transaction((connection) => readTargets(connection, ids));
  const state = (each: readonly string[], of: string) => each.map((id) => [id, of]);
  expect([...targets]).toEqual([
    ...state(running, 'open'),
    ...state(archived, 'done'),
    ['nothing', 'missing'],
    ...state(done, 'done'),
  ]);
  expect(await findDoneTargets(database, ids)).toEqual([...done, ...archived]);
});

test('searches the archive only for targets that are not live', async () => {
  const { connection, names } = recordStatements(database);
  expect(await findDoneTargets(connection, [...running, ...done])).toEqual(done);
  expect(names).toEqual(['live-targets']);
  expect(await findDoneTargets(connection, archived)).toEqual(archived);
  expect(names).toEqual(['live-targets', 'live-targets', 'archived-targets']);
  expect(await findDoneTargets(connection, [])).toEqual([]);
  expect(names.length).toBe(3);
});
