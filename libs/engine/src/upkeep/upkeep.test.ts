import { type Command, tasksOf } from '@slipway/domain';
import { readRelease } from '@slipway/persistence';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Ground, openGround, plan, someone, started } from '../testing.ts';
import { abortStale } from './abort-stale.ts';
import { archiveFinished } from './archive-finished.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

const change = (text: string, ...values: readonly string[]) => ground.database.query({ text }, values);
beforeEach(() => change('delete from live_releases'));

const asked = (command: Command) => ({ kind: 'command', caller: someone, command }) as const;
const pace = () => ({ batch: 2, longestMs: 600_000, signal: new AbortController().signal });
/** A release that was completed this number of days ago. */
async function completed(days: number, fields = {}) {
  const engine = ground.engine();
  const { release } = await started(engine, { ...plan({ Build: ['compile'] }), ...fields });
  const [task] = tasksOf(release);
  await engine.dispatch(release.id, asked({ type: 'completeTask', taskId: task?.id ?? '' }));
  await change(
    `update live_releases set end_date = now() - $2::int * interval '1 day' where id = $1`,
    release.id,
    `${days}`,
  );
  return release;
}
const where = async (id: string) => {
  if ((await readRelease(ground.database, id)) !== null) return 'live';
  return (await readRelease(ground.database, id, { archived: true })) === null ? 'gone' : 'archived';
};

test('releases that finished long ago are archived in batches, and others stay', async () => {
  const old = [];
  for (let count = 0; count < 5; count++) old.push(await completed(31));
  const young = await completed(29);
  const { release: running } = await started(ground.engine(), plan({ Build: ['compile'] }));
  expect(await archiveFinished(ground.database, 30, pace())).toEqual({ archived: 5, deleted: 0 });
  expect(await Promise.all(old.map(({ id }) => where(id)))).toEqual(old.map(() => 'archived'));
  expect([await where(young.id), await where(running.id)]).toEqual(['live', 'live']);
  expect(await archiveFinished(ground.database, 30, pace())).toEqual({ archived: 0, deleted: 0 });
  expect(await archiveFinished(ground.database, 0, pace())).toEqual({ archived: 1, deleted: 0 });
});

test('several at once put each release away once', async () => {
  for (let count = 0; count < 12; count++) await completed(31);
  const done = await Promise.all([1, 2, 3].map(() => archiveFinished(ground.database, 30, pace())));
  expect(done.reduce((sum, { archived }) => sum + archived, 0)).toBe(12);
});

test('a release that is being changed is left for the next round', async () => {
  const busy = await completed(40);
  const free = await completed(31);
  await ground.database.transaction(async (connection) => {
    await connection.query({ text: 'select from live_releases where id = $1 for update' }, [busy.id]);
    expect(await archiveFinished(ground.database, 30, pace())).toEqual({ archived: 1, deleted: 0 });
  });
  expect([await where(busy.id), await where(free.id)]).toEqual(['live', 'archived']);
});

test('a release without archiving is deleted, but not while a gate waits for a part of it', async () => {
  const gone = await completed(31, { archiveRelease: false });
  const wanted = await completed(31, { archiveRelease: false });
  const [task] = tasksOf(wanted);
  const gate = { title: 'gate', type: 'GateTask', dependencies: [{ id: '', target: task?.id ?? '' }] };
  const engine = ground.engine();
  const { release: waiting } = await started(engine, plan({ Wait: ['first', gate] }));
  expect(await archiveFinished(ground.database, 30, pace())).toEqual({ archived: 0, deleted: 1 });
  expect([await where(gone.id), await where(wanted.id)]).toEqual(['gone', 'live']);
  const [first] = tasksOf(waiting);
  const done = await engine.dispatch(waiting.id, asked({ type: 'completeTask', taskId: first?.id ?? '' }));
  expect(done.release.status).toBe('COMPLETED');
  expect(await archiveFinished(ground.database, 30, pace())).toEqual({ archived: 0, deleted: 1 });
});

test('a gate that starts after its target was archived opens at once', async () => {
  const target = await completed(31);
  const engine = ground.engine();
  const gate = { title: 'gate', type: 'GateTask', dependencies: [{ id: '', target: target.id }] };
  const { release: waiting } = await started(engine, plan({ Wait: ['first', gate] }));
  expect(await archiveFinished(ground.database, 30, pace())).toEqual({ archived: 1, deleted: 0 });
  const [first] = tasksOf(waiting);
  const done = await engine.dispatch(waiting.id, asked({ type: 'completeTask', taskId: first?.id ?? '' }));
  expect(done.release.status).toBe('COMPLETED');
});

test('a round that is stopped ends between two batches', async () => {
  for (let count = 0; count < 3; count++) await completed(31);
  expect(await archiveFinished(ground.database, 30, { ...pace(), signal: AbortSignal.abort() })).toEqual({
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

/** A release whose script sleeps for so long. */
async function asleep(ms: number) {
  const engine = ground.engine();
  const script = { title: 'wait', type: 'ScriptTask', properties: { script: 'sleep' } };
  const { release } = await started(engine, plan({ Build: [script] }));
  const runId = tasksOf(release).next().value?.run.script?.id ?? '';
  const now = Date.now();
  const facts = [
    { type: 'scriptStarted', runId, attempt: 1, leaseUntil: now + ms },
    { type: 'scriptSleeps', runId, attempt: 1, until: now + ms },
  ] as const;
  for (const fact of facts) await engine.dispatch(release.id, { kind: 'fact', fact });
  return release;
}

test('releases in which nothing has happened for long are aborted with the reason, others live on', async () => {
  const engine = ground.engine();
  const { release: silent } = await started(engine, plan({ Build: ['compile'] }));
  const { release: spoken } = await started(engine, plan({ Build: ['compile'] }));
  const { release: young } = await started(engine, plan({ Build: ['compile'] }));
  const soon = { title: 'later', scheduledStartDate: Date.now() + 3_600_000 };
  const { release: dated } = await started(engine, plan({ Build: [soon] }));
  const pausing = await asleep(3_600_000);
  for (const { id } of [silent, spoken, dated, pausing]) await age(id, 91);
  await age(young.id, 89);
  const [task] = tasksOf(spoken);
  await engine.dispatch(spoken.id, asked({ type: 'commentTask', taskId: task?.id ?? '', comment: 'still here' }));

  expect(await abortStale(ground.engine(), ground.database, 90, 10)).toBe(1);
  const aborted = (await readRelease(ground.database, silent.id))?.release;
  expect(aborted?.status).toBe('ABORTED');
  expect(aborted?.abortComment).toMatch(
    /^Aborted automatically: no activity since \d{4}-\d\d-\d\dT[\d:.]+Z, for more than 90 days\.$/,
  );
  const rest = await Promise.all(
    [spoken, young, dated, pausing].map(async ({ id }) => (await readRelease(ground.database, id))?.release.status),
  );
  expect(rest).toEqual(['IN_PROGRESS', 'IN_PROGRESS', 'IN_PROGRESS', 'IN_PROGRESS']);
  expect(await abortStale(ground.engine(), ground.database, 90, 10)).toBe(0);
});

test('two at once abort a stale release once', async () => {
  const { release } = await started(ground.engine(), plan({ Build: ['compile'] }));
  await age(release.id, 91);
  const done = await Promise.all([1, 2].map(() => abortStale(ground.engine(), ground.database, 90, 10)));
  expect(done.toSorted()).toEqual([0, 1]);
});
