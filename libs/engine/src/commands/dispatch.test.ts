import type { Command } from '@slipway/domain/commands';
import { Conflict, type Release, tasksOf } from '@slipway/domain/model';
import { readRelease, readTask } from '@slipway/persistence/plans';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStartedRelease, openTestEnvironment, plan, type TestEnvironment, testUser } from '../testing.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
});
afterAll(() => environment.close());

const command = (input: Command) => ({ kind: 'command', caller: testUser, command: input }) as const;
const idOf = (release: Release, title: string): string =>
  [...tasksOf(release)].find(({ definition }) => definition.title === title)!.id;
const planOf = (release: Release) =>
  [...tasksOf(release)].map(({ definition, run }) => `${definition.title} ${run.status}`);

describe('one command', () => {
  test('completing a task starts the next one, and the result equals the stored state', async () => {
    const engine = environment.engine();
    const { release, version } = await createStartedRelease(engine, plan({ Build: ['compile', 'test'] }));
    const done = await engine.dispatch(
      release.id,
      command({ type: 'completeTask', taskId: idOf(release, 'compile'), comment: 'well done' }),
    );
    expect(planOf(done.release)).toEqual(['compile COMPLETED', 'test IN_PROGRESS']);
    const view = await readRelease(environment.database, release.id);
    expect(view?.release).toEqual(done.release);
    expect(view?.version).toBe(version + 1);
    expect((await readTask(environment.database, idOf(release, 'compile')))?.details.comments).toEqual(
      new Map([[idOf(release, 'compile'), [expect.objectContaining({ text: 'well done', author: 'ann' })]]]),
    );
  });

  test('a refused command changes nothing', async () => {
    const engine = environment.engine();
    const { release } = await createStartedRelease(engine, plan({ Build: ['compile', 'test'] }));
    const before = await readRelease(environment.database, release.id);
    await expect(
      engine.dispatch(release.id, command({ type: 'retryTask', taskId: idOf(release, 'compile') })),
    ).rejects.toThrow(Conflict);
    expect(await readRelease(environment.database, release.id)).toEqual({ ...before, calendar: expect.anything() });
  });
});

describe('the task that a caller requests', () => {
  const group = {
    title: 'group',
    type: 'ParallelGroup',
    tasks: [{ title: 'inner', description: 'deep', tags: ['a'] }],
  };
  test.each<[string, string, (taskId: string) => Command]>([
    ['with a comment', 'first', (taskId) => ({ type: 'completeTask', taskId, comment: 'new' })],
    ['without a comment', 'first', (taskId) => ({ type: 'skipTask', taskId })],
    ['in a group', 'inner', (taskId) => ({ type: 'assignTask', taskId, owner: 'admin' })],
    ['with a new description', 'first', (taskId) => ({ type: 'updateTask', taskId, patch: { description: 'other' } })],
    ['user input task', 'form', (taskId) => ({ type: 'commentTask', taskId, comment: 'why' })],
  ])('is returned as by a read: %s', async (_, title, input) => {
    const engine = environment.engine();
    const form = { title: 'form', type: 'UserInputTask' };
    const { release } = await createStartedRelease(engine, {
      ...plan({ Build: [{ title: 'first', description: 'old' }, group, form] }),
      variables: [{ type: 'StringVariable', key: 'x', value: 'y' }],
    });
    const taskId = idOf(release, title);
    await engine.dispatch(release.id, command({ type: 'commentTask', taskId, comment: 'old' }));
    const { taskView: view } = await engine.dispatch(release.id, command(input(taskId)), taskId);
    expect(view).not.toBeNull();
    expect(view).toEqual(await readTask(environment.database, taskId));
  });

  test('is not returned if it is a group, or without a change', async () => {
    const engine = environment.engine();
    const { release, version } = await createStartedRelease(engine, plan({ Build: [group] }));
    const taskId = idOf(release, 'group');
    const input = command({ type: 'assignTask', taskId, owner: 'admin' });
    expect((await engine.dispatch(release.id, input, taskId)).taskView).toBeNull();
    expect(await engine.dispatch(release.id, input, taskId)).toMatchObject({
      outcome: null,
      taskView: null,
      version: version + 1,
    });
  });
});
