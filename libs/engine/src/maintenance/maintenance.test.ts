import type { Command } from '@slipway/domain/commands';
import { tasksOf } from '@slipway/domain/model';
import { readRelease } from '@slipway/persistence/plans';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createStartedRelease, openTestEnvironment, plan, type TestEnvironment, testUser } from '../testing.ts';
import { abortStale, archiveFinished } from './old-releases.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
});
afterAll(() => environment.close());

const change = (text: string, ...values: readonly string[]) => environment.database.query({ text }, values);
beforeEach(() => change('delete from live_releases'));

const toInput = (command: Command) => ({ kind: 'command', caller: testUser, command }) as const;
const pace = () => ({ batchSize: 2, maxDurationMs: 600_000, signal: new AbortController().signal });
/** A release that was completed this number of days ago. */
async function completed(days: number, fields = {}) {
  const engine = environment.engine();
  const { release } = await createStartedRelease(engine, { ...plan({ Build: ['compile'] }), ...fields });
  const [task] = tasksOf(release);
  await engine.dispatch(release.id, toInput({ type: 'completeTask', taskId: task?.id ?? '' }));
  await change(
    `update live_releases set end_date = now() - $2::int * interval '1 day' where id = $1`,
    release.id,
    `${days}`,
  );
  return release;
}
const where = async (id: string) => {
  if ((await readRelease(environment.database, id)) !== null) return 'live';
  return (await readRelease(environment.database, id, { archived: true })) === null ? 'gone' : 'archived';
};

test('releases that finished long ago are archived in batches, and others stay', async () => {
  const old = [];
  for (let count = 0; count < 5; count++) old.push(await completed(31));
  const young = await completed(29);
  const { release: running } = await createStartedRelease(environment.engine(), plan({ Build: ['compile'] }));
  expect(await archiveFinished(environment.database, 30, pace())).toEqual({ archived: 5, deleted: 0 });
  expect(await Promise.all(old.map(({ id }) => where(id)))).toEqual(old.map(() => 'archived'));
  expect([await where(young.id), await where(running.id)]).toEqual(['live', 'live']);
  expect(await archiveFinished(environment.database, 30, pace())).toEqual({ archived: 0, deleted: 0 });
  expect(await archiveFinished(environment.database, 0, pace())).toEqual({ archived: 1, deleted: 0 });
});

test('concurrent rounds archive each release once', async () => {
  for (let count = 0; count < 12; count++) await completed(31);
  const done = await Promise.all([1, 2, 3].map(() => archiveFinished(environment.database, 30, pace())));
  expect(done.reduce((sum, { archived }) => sum + archived, 0)).toBe(12);
});

test('a locked release is left for the next round', async () => {
  const busy = await completed(40);
  const free = await completed(31);
  await environment.database.transaction(async (connection) => {
    await connection.query({ text: 'select from live_releases where id = $1 for update' }, [busy.id]);
    expect(await archiveFinished(environment.database, 30, pace())).toEqual({ archived: 1, deleted: 0 });
  });
  expect([await where(busy.id), await where(free.id)]).toEqual(['live', 'archived']);
});

test('a release without archiving is deleted, but not while a gate waits for a part of it', async () => {
  const deletedRelease = await completed(31, { archiveRelease: false });
  const awaitedRelease = await completed(31, { archiveRelease: false });
  const [task] = tasksOf(awaitedRelease);
  const gate = { title: 'gate', type: 'GateTask', dependencies: [{ id: '', target: task?.id ?? '' }] };
  const engine = environment.engine();
  const { release: waiting } = await createStartedRelease(engine, plan({ Wait: ['first', gate] }));
  expect(await archiveFinished(environment.database, 30, pace())).toEqual({ archived: 0, deleted: 1 });
  expect([await where(deletedRelease.id), await where(awaitedRelease.id)]).toEqual(['gone', 'live']);
  const [first] = tasksOf(waiting);
  const done = await engine.dispatch(waiting.id, toInput({ type: 'completeTask', taskId: first?.id ?? '' }));
  expect(done.release.status).toBe('COMPLETED');
  expect(await archiveFinished(environment.database, 30, pace())).toEqual({ archived: 0, deleted: 1 });
});

test('a gate that starts after its target was archived opens immediately', async () => {
  const target = await completed(31);
  const engine = environment.engine();
  const gate = { title: 'gate', type: 'GateTask', dependencies: [{ id: '', target: target.id }] };
  const { release: waiting } = await createStartedRelease(engine, plan({ Wait: ['first', gate] }));
  expect(await archiveFinished(environment.database, 30, pace())).toEqual({ archived: 1, deleted: 0 });
  const [first] = tasksOf(waiting);
  const done = await engine.dispatch(waiting.id, toInput({ type: 'completeTask', taskId: first?.id ?? '' }));
  expect(done.release.status).toBe('COMPLETED');
});

test('a stopped round ends between two batches', async () => {
  for (let count = 0; count < 3; count++) await completed(31);
  expect(await archiveFinished(environment.database, 30, { ...pace(), signal: AbortSignal.abort() })).toEqual({
    archived: 0,
    deleted: 0,
  });
});

/** Moves all events of a release into the past, by this number of days. */
async function age(id: string, days: number) {
  const ago = `$2::int * interval '1 day'`;
  await change(`update live_releases set start_date = start_date - ${ago} where id = $1`, id, `${days}`);
  await change(`update live_activities set event_time = event_time - ${ago} where release_id = $1`, id, `${days}`);
}

/** A release with a script that sleeps for this time. */
async function sleepingRelease(ms: number) {
  const engine = environment.engine();
  const script = { title: 'wait', type: 'ScriptTask', properties: { script: 'sleep' } };
  const { release } = await createStartedRelease(engine, plan({ Build: [script] }));
  const runId = tasksOf(release).next().value?.run.script?.id ?? '';
  const now = Date.now();
  const facts = [
    { type: 'scriptStarted', runId, attempt: 1, leaseUntil: now + ms },
    { type: 'scriptSleeps', runId, attempt: 1, until: now + ms },
  ] as const;
  for (const fact of facts) await engine.dispatch(release.id, { kind: 'fact', fact });
  return release;
}

test('releases without activity for a long time are aborted with the reason, and others continue', async () => {
  const engine = environment.engine();
  const { release: silent } = await createStartedRelease(engine, plan({ Build: ['compile'] }));
  const { release: commented } = await createStartedRelease(engine, plan({ Build: ['compile'] }));
  const { release: young } = await createStartedRelease(engine, plan({ Build: ['compile'] }));
  const soon = { title: 'later', scheduledStartDate: Date.now() + 3_600_000 };
  const { release: dated } = await createStartedRelease(engine, plan({ Build: [soon] }));
  const pausing = await sleepingRelease(3_600_000);
  for (const { id } of [silent, commented, dated, pausing]) await age(id, 91);
  await age(young.id, 89);
  const [task] = tasksOf(commented);
  await engine.dispatch(commented.id, toInput({ type: 'commentTask', taskId: task?.id ?? '', comment: 'still here' }));

  expect(await abortStale(environment.engine(), environment.database, 90, 10)).toBe(1);
  const aborted = (await readRelease(environment.database, silent.id))?.release;
  expect(aborted?.status).toBe('ABORTED');
  expect(aborted?.abortComment).toMatch(
    /^Aborted automatically: no activity since \d{4}-\d\d-\d\dT[\d:.]+Z, for more than 90 days\.$/,
  );
  const rest = await Promise.all(
    [commented, young, dated, pausing].map(
      async ({ id }) => (await readRelease(environment.database, id))?.release.status,
    ),
  );
  expect(rest).toEqual(['IN_PROGRESS', 'IN_PROGRESS', 'IN_PROGRESS', 'IN_PROGRESS']);
  expect(await abortStale(environment.engine(), environment.database, 90, 10)).toBe(0);
});

test('two concurrent rounds abort a stale release once', async () => {
  const { release } = await createStartedRelease(environment.engine(), plan({ Build: ['compile'] }));
  await age(release.id, 91);
  const done = await Promise.all([1, 2].map(() => abortStale(environment.engine(), environment.database, 90, 10)));
  expect(done.toSorted()).toEqual([0, 1]);
});
