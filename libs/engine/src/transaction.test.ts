import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareDeadlock } from '../../../test/harness/servers/deadlock.ts';
import type { Engine } from './engine.ts';
import { createStartedRelease, openTestEnvironment, order, plan, type TestEnvironment, testUser } from './testing.ts';
import type { TransactionContext } from './transaction.ts';

let environment: TestEnvironment;
let engine: Engine;
beforeAll(async () => {
  environment = await openTestEnvironment();
  engine = environment.engine();
});
afterAll(() => environment.close());

const titles = async (): Promise<readonly string[]> =>
  (
    await environment.database.query<{ readonly title: string }>({ text: 'select title from releases order by title' })
  ).map(({ title }) => title);

/**
 * Creates a template, and a release from it that is started and whose first task is completed. Each step sees the
 * previous one.
 */
async function makeAll({ createTemplate, createRelease, dispatch }: TransactionContext, name: string) {
  const draft = { ...plan({ Build: ['compile', 'test'] }), title: `Plan of ${name}` };
  const { release: template } = await createTemplate(draft, 'Applications', testUser);
  const { release } = await createRelease(template.id, order({ releaseTitle: name }), testUser);
  await dispatch(release.id, { kind: 'command', caller: testUser, command: { type: 'startRelease' } });
  const [task] = release.phases[0]?.tasks ?? [];
  const command = { type: 'completeTask', taskId: task?.id ?? '', comment: null } as const;
  return await dispatch(release.id, { kind: 'command', caller: testUser, command });
}

test('several changes are committed together', async () => {
  const { release } = await engine.transaction((inside) => makeAll(inside, 'kept'));
  expect(release.phases[0]?.tasks.map(({ run }) => run.status)).toEqual(['COMPLETED', 'IN_PROGRESS']);
  expect(await titles()).toEqual(['Plan of kept', 'kept']);
  const command = { type: 'completeTask', taskId: release.phases[0]?.tasks[1]?.id ?? '', comment: null } as const;
  const ended = await engine.dispatch(release.id, { kind: 'command', caller: testUser, command });
  expect(ended.release.status).toBe('COMPLETED');
});

test('after an error or a dry run, none of several changes is stored', async () => {
  const before = await titles();
  const failing = engine.transaction(async (inside) => {
    await makeAll(inside, 'lost');
    throw new Error('the last of them fails');
  });
  await expect(failing).rejects.toThrow('the last of them fails');
  const rolledBack = await engine.transaction((inside) => makeAll(inside, 'rehearsed'), 'undo');
  expect(rolledBack.release.title).toBe('rehearsed');
  expect(await titles()).toEqual(before);
  await expect(engine.dispatch(rolledBack.release.id, { kind: 'fact', fact: { type: 'timePassed' } })).rejects.toThrow(
    'there is no release',
  );
});

test('a failed change does not affect the others', async () => {
  const { release: other } = await createStartedRelease(engine, plan({ Build: ['compile'] }));
  await engine.transaction(async (inside) => {
    await makeAll(inside, 'others');
    await expect(inside.deleteRelease(other.id, testUser)).rejects.toThrow('abort it first');
    await expect(inside.createTemplate(plan({ Build: ['a'] }), 'FolderGone', testUser)).rejects.toThrow('FolderGone');
  });
  expect(await titles()).toContain('others');
});

test('waiting gates are notified after the commit, and not before', async () => {
  const { release: target } = await createStartedRelease(engine, plan({ Build: ['compile'] }));
  const gate = { title: 'gate', type: 'GateTask', dependencies: [{ id: 'Dependency1', target: target.id }] };
  const { release: waiting } = await createStartedRelease(engine, plan({ Wait: [gate] }));
  const statusOf = async (): Promise<string | undefined> =>
    (
      await environment.database.query<{ readonly status: string }>({
        text: `select status from releases where id = '${waiting.id}'`,
      })
    )[0]?.status;
  await engine.transaction(async ({ dispatch }) => {
    const taskId = target.phases[0]?.tasks[0]?.id ?? '';
    const command = { type: 'completeTask', taskId, comment: null } as const;
    await dispatch(target.id, { kind: 'command', caller: testUser, command });
    expect(await statusOf()).toBe('IN_PROGRESS');
  });
  await engine.waitUntilIdle();
  expect(await statusOf()).toBe('COMPLETED');
});

test('a transaction that the database has rolled back is repeated completely', async () => {
  const patient = await openTestEnvironment({ lockTimeoutMs: 600_000, statementTimeoutMs: 600_000 });
  const own = patient.engine();
  const [first, second] = [
    await createStartedRelease(own, plan({ A: ['a'] })),
    await createStartedRelease(own, plan({ A: ['a'] })),
  ];
  const complete = ({ release }: typeof first, inside: TransactionContext) => {
    const taskId = release.phases[0]?.tasks[0]?.id ?? '';
    const command = { type: 'completeTask', taskId, comment: null } as const;
    return inside.dispatch(release.id, { kind: 'command', caller: testUser, command });
  };
  const lock = { text: 'select from live_releases where id = $1 for update' };
  const circle = await prepareDeadlock(patient.database, [lock, [second.release.id]], [lock, [first.release.id]]);
  let started = 0;
  const answer = await own.transaction(async (inside) => {
    started += 1;
    await complete(first, inside);
    await circle.complete();
    return (await complete(second, inside)).release.status;
  });
  await circle.committed;
  const statuses = { text: 'select status from live_releases where status <> $1' };
  expect([started, answer, await patient.database.query(statuses, ['TEMPLATE'])]).toEqual([
    ...[2, 'COMPLETED'],
    [{ status: 'COMPLETED' }, { status: 'COMPLETED' }],
  ]);
  await patient.close();
});
