import type { Outcome } from '@slipway/domain/decision';
import type { Release } from '@slipway/domain/model';
import { afterAll, describe, expect, test } from 'vitest';
import { Overloaded } from '../../database/connection-errors.ts';
import type { Database } from '../../database/database.ts';
import { openFreshDatabase } from '../../testing/database.ts';
import { firstTask, mapTasks, outcomeOf, phaseWith, releaseWith, storedPlan, taskWith } from '../../testing/plans.ts';
import type { Plan } from '../reading/load.ts';
import { DuplicateRequest } from './idempotency-keys.ts';
import { insertPlan, savePlan } from './save.ts';
import { createSaveQueue } from './save-queue.ts';

const { database, close } = await openFreshDatabase();
afterAll(close);

/** The database, and the names of the statements that ran on it. */
function recordStatements() {
  const names: string[] = [];
  const recording: Database = {
    ...database,
    query: (statement, values) => {
      names.push('name' in statement ? statement.name : statement.text);
      return database.query(statement, values);
    },
  };
  return { names, recording, batches: () => names.filter((name) => name.startsWith('save-batch')).length };
}

/** Stores a running release whose ids have the name at their end. */
async function stored(name: string): Promise<Plan> {
  const task = (index: number) => ({ ...taskWith({ owner: 'ann' }), id: `Task${index}${name}` });
  const phase = { ...phaseWith([task(1), task(2), task(3)], { status: 'IN_PROGRESS' }), id: `Phase${name}` };
  const release = { ...releaseWith([phase], { status: 'IN_PROGRESS' }), id: `Release${name}` };
  const awaits = [
    { taskId: `Task3${name}`, kind: 'target' as const, purpose: null, reference: `TaskGone${name}`, until: null },
  ];
  await insertPlan(database, outcomeOf(release, { awaits }));
  return await storedPlan(database, release.id);
}

const completed = (release: Release): Release =>
  mapTasks(release, (task) =>
    task === firstTask(release) ? { ...task, run: { ...task.run, status: 'COMPLETED', endDate: 2_000 } } : task,
  );

/** An outcome with rows of each kind that a batch writes. */
function everything({ release, awaits }: Plan, name: string): Outcome {
  const entry = (message: string) => ({
    ...{ activityType: 'TASK_COMPLETED' as const, targetType: 'Task' as const, targetId: firstTask(release).id },
    ...{ message, code: 'activity.taskCompleted' as const, params: {}, username: 'ann', eventTime: 1_000 },
  });
  const comment = (index: number) => ({
    ...{ id: `Comment${index}${name}`, taskId: firstTask(release).id, text: `“done” ${index}`, author: 'ann', date: 1 },
  });
  const event = (type: 'task.started' | 'task.commented') => ({
    ...{ type, occasion: null, taskId: firstTask(release).id, actor: 'ann', at: 1_000, data: {}, audience: {} },
  });
  const added = { taskId: `Task2${name}`, kind: 'target' as const, purpose: null, reference: `TaskX${name}`, until: 5 };
  const [phase] = completed(release).phases;
  if (phase === undefined) throw new Error('no phase');
  return outcomeOf(
    { ...release, phases: [{ ...phase, startDate: 1_000 }] },
    {
      entries: [entry('first'), entry('second')],
      comments: [comment(1), comment(2)],
      events: [event('task.started'), event('task.commented')],
      awaits: [...awaits.slice(1), added],
      wakeAt: 9_000,
      ended: [`Task1${name}`],
    },
  );
}

/** The tables that a batch writes: the column of the release, and the columns that differ in each row. */
const tables: Readonly<Record<string, readonly [string, ...string[]]>> = {
  live_releases: ['id', 'version'],
  live_phases: ['release_id'],
  live_tasks: ['release_id'],
  live_activities: ['release_id', 'seq'],
  live_comments: ['release_id', 'seq'],
  awaits: ['release_id'],
  events: ['release_id', 'id', 'version'],
  plan_changes: ['release_id', 'at', 'tx'],
  idempotency_keys: ['release_id', 'kept_at'],
};

/** All rows of a release, without its name and without values that differ in each row. */
async function rowsOf(name: string): Promise<Record<string, readonly string[]>> {
  const all: Record<string, readonly string[]> = {};
  for (const [table, [column, ...own]] of Object.entries(tables)) {
    const rows = await database.query<{ row: object }>(
      {
        text: `select to_jsonb(t) - $2::text[] as row from ${table} t where ${column} = $1 order by ${own.includes('seq') ? 'seq' : column}`,
      },
      [`Release${name}`, own],
    );
    const texts = rows.map(({ row }) => JSON.stringify(row).replaceAll(name, ''));
    all[table] = own.includes('seq') ? texts : texts.toSorted();
  }
  return all;
}

describe('saves at the same time', () => {
  test('are one statement, which writes the same rows and returns the same results as single saves', async () => {
    const names = ['Alone', 'Ba', 'Bb', 'Bc'];
    const plans = await Promise.all(names.map(stored));
    const { names: statements, recording } = recordStatements();
    const save = createSaveQueue(recording);
    const results = await Promise.all(
      plans.map((plan, index) => {
        const name = names[index] ?? '';
        return save(plan, everything(plan, name), {
          shows: `Task1${name}`,
          key: { id: `key${name}`, fingerprint: 'f' },
        });
      }),
    );
    expect(statements).toEqual([expect.stringMatching(/^save r /), expect.stringMatching(/^save-batch /)]);
    const alone = await rowsOf('Alone');
    expect(alone.events).toHaveLength(2);
    expect(alone.live_comments).toHaveLength(2);
    for (const name of ['Ba', 'Bb', 'Bc']) expect(await rowsOf(name)).toEqual(alone);
    const plain = results.map((result, index) => {
      const text = JSON.stringify(result, (_, value) => (value instanceof Map ? [...value] : value));
      const version = (plans[index]?.version ?? 0) + 1;
      return JSON.parse(text.replaceAll(names[index] ?? '', '').replaceAll(String(version), '1'));
    });
    for (const result of plain) expect(result).toEqual(plain[0]);
    expect(await database.query({ text: 'select from events e join event_queue q on q.event_id = e.id' })).toHaveLength(
      8,
    );
  });

  test('return each release that waits for an ended task once', async () => {
    const [waiting, ...plans] = await Promise.all(['Wa', 'Wb', 'Wc', 'Wd'].map(stored));
    if (waiting === undefined) throw new Error('no release');
    const awaits = [{ taskId: 'Task2Wa', kind: 'target' as const, purpose: null, reference: 'Task1Wd', until: null }];
    await savePlan(database, waiting, outcomeOf(waiting.release, { awaits }));
    const save = createSaveQueue(database);
    const results = await Promise.all(
      plans.map((plan) => save(plan, outcomeOf(completed(plan.release), { ended: [firstTask(plan.release).id] }))),
    );
    expect(results.flatMap((result) => result?.waiters ?? [])).toEqual(['ReleaseWa']);
  });

  test('do not write a release that has changed, and write the others', async () => {
    const plans = await Promise.all(['Va', 'Vb', 'Vc'].map(stored));
    const [, changed] = plans;
    if (changed === undefined) throw new Error('no release');
    await savePlan(database, changed, outcomeOf(changed.release));
    const save = createSaveQueue(database);
    const results = await Promise.all(plans.map((plan) => save(plan, outcomeOf(completed(plan.release)))));
    expect(results.map((result) => result !== null)).toEqual([true, false, true]);
  });

  test('do not wait for a release that another transaction has locked', async () => {
    const plans = await Promise.all(['La', 'Lb', 'Lc'].map(stored));
    const { batches, recording } = recordStatements();
    const save = createSaveQueue(recording);
    const locked = Promise.withResolvers<void>();
    const unlock = Promise.withResolvers<void>();
    const holder = database.transaction(async (connection) => {
      await connection.query({ text: `select from live_releases where id = 'ReleaseLb' for update` });
      locked.resolve();
      await unlock.promise;
    });
    await locked.promise;
    const [first, second, third] = plans.map((plan) => save(plan, outcomeOf(completed(plan.release))));
    expect(await first).not.toBeNull();
    expect(await third).not.toBeNull();
    expect(batches()).toBe(1);
    unlock.resolve();
    await holder;
    expect(await second).not.toBeNull();
  });

  test('wait only briefly for a statement that waits for a lock', async () => {
    const [first, second] = await Promise.all(['Pa', 'Pb'].map(stored));
    if (first === undefined || second === undefined) throw new Error('no release');
    const save = createSaveQueue(database);
    const unlock = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holder = database.transaction(async (connection) => {
      await connection.query({ text: `select from live_releases where id = 'ReleasePa' for update` });
      locked.resolve();
      await unlock.promise;
    });
    await locked.promise;
    const blocked = save(first, outcomeOf(completed(first.release)));
    expect(await save(second, outcomeOf(completed(second.release)))).not.toBeNull();
    unlock.resolve();
    await holder;
    expect(await blocked).not.toBeNull();
  });

  test('fail alone: an idempotency key that is already stored prevents only its own save', async () => {
    const plans = await Promise.all(['Ka', 'Kb', 'Kc'].map(stored));
    const save = createSaveQueue(database);
    const results = await Promise.allSettled(
      plans.map((plan, index) =>
        save(plan, outcomeOf(completed(plan.release)), { key: { id: index < 2 ? 'same' : 'other', fingerprint: 'f' } }),
      ),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: expect.any(DuplicateRequest) });
  });

  test('all fail and are not repeated if the connection is lost, because they may have been written', async () => {
    const plans = await Promise.all(['Ca', 'Cb', 'Cc'].map(stored));
    const lost = new Overloaded('the connection to the database was lost');
    let statements = 0;
    const query = async (): Promise<never> => {
      statements += 1;
      throw lost;
    };
    const save = createSaveQueue({ ...database, query });
    const results = await Promise.allSettled(plans.map((plan) => save(plan, outcomeOf(completed(plan.release)))));
    expect(results.map((result) => 'reason' in result && result.reason)).toEqual([lost, lost, lost]);
    expect(statements).toBe(2);
  });

  test('have a statement of their own if they change a plan', async () => {
    const plans = await Promise.all(['Ea', 'Eb', 'Ec'].map(stored));
    const { batches, recording } = recordStatements();
    const save = createSaveQueue(recording);
    const results = await Promise.all(plans.map((plan) => save(plan, outcomeOf({ ...plan.release, title: 'New' }))));
    expect(results.map((result) => result !== null)).toEqual([true, true, true]);
    expect(batches()).toBe(0);
  });
});
