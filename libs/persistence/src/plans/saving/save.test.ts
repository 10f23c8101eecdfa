import { Invalid, type Release } from '@slipway/domain/model';
import { afterAll, describe, expect, test } from 'vitest';
import { openFreshDatabase } from '../../testing/database.ts';
import { firstTask, mapTasks, outcomeOf, phaseWith, releaseWith, storedPlan, taskWith } from '../../testing/plans.ts';
import { readRelease } from '../reading/read.ts';
import { deletePlan } from './delete-plan.ts';
import { insertPlan, savePlan } from './save.ts';

const { database, close } = await openFreshDatabase();
afterAll(close);

async function saved(release: Release) {
  await insertPlan(database, outcomeOf(release));
  return await storedPlan(database, release.id);
}

const rowVersions = (id: string) =>
  database.query<{ id: string; row: string }>(
    { text: `select id, ctid::text || xmin::text as row from live_tasks where release_id = $1 order by id` },
    [id],
  );

describe('a save checks the version', () => {
  test('a save on the stored version increases it by one', async () => {
    const plan = await saved(releaseWith([phaseWith([taskWith()])]));
    expect(await savePlan(database, plan, outcomeOf({ ...plan.release, title: 'Renamed' }))).toEqual({
      version: plan.version + 1,
      waiters: [],
      taskView: null,
      releaseView: null,
      riskVersion: null,
      traceparent: null,
    });
    expect(await storedPlan(database, plan.release.id)).toMatchObject({
      version: plan.version + 1,
      release: { title: 'Renamed' },
    });
  });

  test('an object that is deleted and created again does not repeat an earlier version', async () => {
    const { release, version } = await saved(releaseWith([]));
    await deletePlan(database, release.id);
    expect((await saved(release)).version).toBeGreaterThan(version + 100);
  });

  test('a save of an old version writes nothing', async () => {
    const plan = await saved(releaseWith([phaseWith([taskWith(), taskWith()])]));
    await savePlan(database, plan, outcomeOf(plan.release));
    const before = await readRelease(database, plan.release.id);
    const rows = await rowVersions(plan.release.id);
    const staleChange = mapTasks(plan.release, (task) => ({ ...task, run: { ...task.run, status: 'SKIPPED' } }));
    const everything = outcomeOf(
      { ...staleChange, title: 'Late', phases: [...staleChange.phases, phaseWith([taskWith()])] },
      {
        comments: [{ id: 'CommentLate', taskId: firstTask(staleChange).id, text: 'late', author: 'ann', date: 1 }],
        entries: [entry(staleChange.id)],
        awaits: [
          { taskId: firstTask(staleChange).id, kind: 'target', purpose: null, reference: 'ReleaseX', until: null },
        ],
        ended: ['ReleaseX'],
      },
    );
    expect(await savePlan(database, plan, everything)).toBeNull();
    expect(await readRelease(database, plan.release.id)).toEqual({ ...before, calendar: expect.anything() });
    expect(await rowVersions(plan.release.id)).toEqual(rows);
    expect(await database.query({ text: `select from activities where release_id = $1` }, [plan.release.id])).toEqual(
      [],
    );
    expect(await database.query({ text: `select from awaits where release_id = $1` }, [plan.release.id])).toEqual([]);
  });

  test('a save that fails writes nothing', async () => {
    const secondPlan = await saved(releaseWith([phaseWith([taskWith()])]));
    const plan = await saved(releaseWith([phaseWith([taskWith()])]));
    const clash = { ...taskWith(), id: firstTask(secondPlan.release).id };
    const [phase] = plan.release.phases;
    const outcome = outcomeOf(
      { ...plan.release, title: 'Half', phases: phase ? [{ ...phase, tasks: [...phase.tasks, clash] }] : [] },
      { entries: [entry(plan.release.id)] },
    );
    await expect(savePlan(database, plan, outcome)).rejects.toMatchObject({ code: '23505' });
    expect(await storedPlan(database, plan.release.id)).toEqual(plan);
    expect(await database.query({ text: `select from activities where release_id = $1` }, [plan.release.id])).toEqual(
      [],
    );
  });
});

const entry = (releaseId: string) => ({
  activityType: 'RELEASE_UPDATED' as const,
  targetType: 'Release' as const,
  targetId: releaseId,
  message: 'Updated',
  code: 'activity.releaseUpdated' as const,
  params: {},
  username: 'ann',
  eventTime: 1_000,
});

test('only rows that changed are written', async () => {
  const plan = await saved(releaseWith([phaseWith([taskWith(), taskWith(), taskWith()])]));
  const before = await rowVersions(plan.release.id);
  const one = firstTask(plan.release);
  const next = mapTasks(plan.release, (task) =>
    task === one ? { ...task, run: { ...task.run, status: 'COMPLETED' } } : task,
  );
  await savePlan(database, plan, outcomeOf(next));
  const after = await rowVersions(plan.release.id);
  expect(after.filter(({ row }, index) => row !== before[index]?.row).map(({ id }) => id)).toEqual([one.id]);
});

test('the authors of a plan are stored with its other members', async () => {
  const plan = await saved({ ...releaseWith([phaseWith([taskWith()])]), tags: ['unchanged'] });
  const authorship = { ...plan.release.authorship, changedBy: 'ann', revision: 2 };
  const statementsSent: unknown[] = [];
  const listening: typeof database = {
    ...database,
    query: (statement, values) => {
      statementsSent.push(values);
      return database.query(statement, values);
    },
  };
  const changed = mapTasks({ ...plan.release, authorship }, (task) => ({
    ...task,
    definition: { ...task.definition, title: 'Changed' },
  }));
  await savePlan(listening, plan, outcomeOf(changed));
  expect(JSON.stringify(statementsSent)).not.toContain('unchanged');
  const { release, version } = await storedPlan(database, plan.release.id);
  expect([release.authorship, release.tags, version]).toEqual([authorship, ['unchanged'], plan.version + 1]);
  expect(firstTask(release).definition.title).toBe('Changed');
});

test('a changed run is a heap-only update: no index changes', async () => {
  const plan = await saved(releaseWith([phaseWith([taskWith({ title: 'x'.repeat(100) }, {}, { tags: ['a'] })])]));
  const countUpdates = {
    text: `select relname as name, n_tup_hot_upd::int as hot, n_tup_upd::int as all from pg_stat_xact_user_tables
        where relname in ('live_releases', 'live_tasks') order by relname`,
  };
  type UpdateCount = { readonly name: string; readonly hot: number; readonly all: number };
  const updates = await database.transaction(async (connection) => {
    // A connection reports its statistics with a delay, so they can include earlier transactions.
    const before = await connection.query<UpdateCount>(countUpdates);
    const next = mapTasks(plan.release, (task) => ({
      ...task,
      run: { ...task.run, status: 'COMPLETED', startDate: 5 },
    }));
    await savePlan(connection, plan, outcomeOf(next));
    const after = await connection.query<UpdateCount>(countUpdates);
    return after.map(({ name, hot: hotUpdates, all }, index) => ({
      name,
      hot: hotUpdates - before[index]!.hot,
      all: all - before[index]!.all,
    }));
  });
  expect(updates).toEqual([
    { name: 'live_releases', hot: 1, all: 1 },
    { name: 'live_tasks', hot: 1, all: 1 },
  ]);
});

describe('the parts that are saved with a plan', () => {
  test('comments of a deleted task are deleted', async () => {
    const plan = await saved(releaseWith([phaseWith([taskWith(), taskWith()])]));
    const { id } = firstTask(plan.release);
    const comments = plan.release.phases.flatMap(({ tasks }) =>
      tasks.map((task) => ({ id: `CommentOf${task.id}`, taskId: task.id, text: 'x', author: 'ann', date: 7 })),
    );
    await savePlan(database, plan, outcomeOf(plan.release, { comments }));
    const middle = await storedPlan(database, plan.release.id);
    const phases = middle.release.phases.map((phase) => ({ ...phase, tasks: phase.tasks.slice(1) }));
    await savePlan(database, middle, outcomeOf({ ...middle.release, phases }));
    const view = await readRelease(database, plan.release.id);
    expect([...(view?.details.comments.keys() ?? [])]).toEqual(
      comments.map(({ taskId }) => taskId).filter((one) => one !== id),
    );
  });

  test('awaits match the pending work of the release', async () => {
    const plan = await saved(releaseWith([phaseWith([taskWith()])]));
    const { id } = firstTask(plan.release);
    const target = { taskId: id, kind: 'target', purpose: null, reference: 'ReleaseX', until: null } as const;
    const date = { taskId: id, kind: 'date', purpose: null, reference: 'start', until: 5_000 } as const;
    await savePlan(database, plan, outcomeOf(plan.release, { awaits: [target, date], wakeAt: 5_000 }));
    const middle = await storedPlan(database, plan.release.id);
    expect(middle).toMatchObject({ wakeAt: 5_000, awaits: expect.arrayContaining([target, date]) });
    await savePlan(database, middle, outcomeOf(plan.release, { awaits: [{ ...date, until: 6_000 }, target] }));
    const last = await storedPlan(database, plan.release.id);
    expect(last.awaits.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([{ ...date, until: 6_000 }, target]);
    expect(last.wakeAt).toBeNull();
  });

  test('a save returns the releases that wait for an object that it ended', async () => {
    const waiting = await saved(releaseWith([phaseWith([taskWith()])]));
    await savePlan(
      database,
      waiting,
      outcomeOf(waiting.release, {
        awaits: [
          {
            taskId: firstTask(waiting.release).id,
            kind: 'target',
            purpose: null,
            reference: 'PhaseEnded',
            until: null,
          },
        ],
      }),
    );
    const plan = await saved(releaseWith([]));
    expect(await savePlan(database, plan, outcomeOf(plan.release, { ended: ['TaskEnded', 'PhaseEnded'] }))).toEqual({
      version: plan.version + 1,
      waiters: [waiting.release.id],
      taskView: null,
      releaseView: null,
      riskVersion: null,
      traceparent: null,
    });
  });
});

describe('a value that cannot be stored is rejected as Invalid', () => {
  test.each([
    ['a NUL character in a text', { title: 'a\0b' }],
    ['an unpaired surrogate in a text', { title: 'a\ud800b' }],
    ['a date after the year 9999', { dueDate: 1e15 }],
    ['a date that is NaN', { dueDate: Number.NaN }],
    ['a number that is too large', { plannedDuration: 1e30 }],
  ])('%s', async (_, changes: Partial<Release>) => {
    const plan = await saved(releaseWith([]));
    await expect(savePlan(database, plan, outcomeOf({ ...plan.release, ...changes }))).rejects.toThrow(Invalid);
    expect(await storedPlan(database, plan.release.id)).toEqual(plan);
  });
});

test('an id in the archive is in use', async () => {
  const release = releaseWith([]);
  await insertPlan(database, outcomeOf(release));
  await database.query({ text: 'update releases set archived = true where id = $1' }, [release.id]);
  expect(await insertPlan(database, outcomeOf(release))).toBeNull();
});
