import { type Command, Conflict, type Release, tasksOf } from '@slipway/domain';
import { readRelease, readTask } from '@slipway/persistence';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ground, openGround, plan, someone, started } from '../testing.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

const command = (given: Command) => ({ kind: 'command', caller: someone, command: given }) as const;
const idOf = (release: Release, title: string): string =>
  [...tasksOf(release)].find(({ definition }) => definition.title === title)!.id;
const sketch = (release: Release) =>
  [...tasksOf(release)].map(({ definition, run }) => `${definition.title} ${run.status}`);

describe('one command', () => {
  test('completing a task starts the next, and what is answered is what is stored', async () => {
    const engine = ground.engine();
    const { release, version } = await started(engine, plan({ Build: ['compile', 'test'] }));
    const done = await engine.dispatch(
      release.id,
      command({ type: 'completeTask', taskId: idOf(release, 'compile'), comment: 'well done' }),
    );
    expect(sketch(done.release)).toEqual(['compile COMPLETED', 'test IN_PROGRESS']);
    const view = await readRelease(ground.database, release.id);
    expect(view?.release).toEqual(done.release);
    expect(view?.version).toBe(version + 1);
    expect((await readTask(ground.database, idOf(release, 'compile')))?.rest.comments).toEqual(
      new Map([[idOf(release, 'compile'), [expect.objectContaining({ text: 'well done', author: 'ann' })]]]),
    );
  });

  test('a refused command changes nothing', async () => {
    const engine = ground.engine();
    const { release } = await started(engine, plan({ Build: ['compile', 'test'] }));
    const before = await readRelease(ground.database, release.id);
    await expect(
      engine.dispatch(release.id, command({ type: 'retryTask', taskId: idOf(release, 'compile') })),
    ).rejects.toThrow(Conflict);
    expect(await readRelease(ground.database, release.id)).toEqual({ ...before, calendar: expect.anything() });
  });
});

describe('the task that a caller wants to see', () => {
  const group = {
    title: 'group',
    type: 'ParallelGroup',
    tasks: [{ title: 'inner', description: 'deep', tags: ['a'] }],
  };
  test.each<[string, string, (taskId: string) => Command]>([
    ['with a comment', 'first', (taskId) => ({ type: 'completeTask', taskId, comment: 'new' })],
    ['without one', 'first', (taskId) => ({ type: 'skipTask', taskId })],
    ['in a group', 'inner', (taskId) => ({ type: 'assignTask', taskId, owner: 'admin' })],
    ['with a new description', 'first', (taskId) => ({ type: 'updateTask', taskId, patch: { description: 'other' } })],
    ['request for input', 'form', (taskId) => ({ type: 'commentTask', taskId, comment: 'why' })],
  ])('is returned as a read would return it: %s', async (_, title, given) => {
    const engine = ground.engine();
    const form = { title: 'form', type: 'UserInputTask' };
    const { release } = await started(engine, {
      ...plan({ Build: [{ title: 'first', description: 'old' }, group, form] }),
      variables: [{ type: 'StringVariable', key: 'x', value: 'y' }],
    });
    const taskId = idOf(release, title);
    await engine.dispatch(release.id, command({ type: 'commentTask', taskId, comment: 'old' }));
    const { view } = await engine.dispatch(release.id, command(given(taskId)), taskId);
    expect(view).not.toBeNull();
    expect(view).toEqual(await readTask(ground.database, taskId));
  });

  test('does not come when it is a group or nothing has changed', async () => {
    const engine = ground.engine();
    const { release, version } = await started(engine, plan({ Build: [group] }));
    const taskId = idOf(release, 'group');
    const input = command({ type: 'assignTask', taskId, owner: 'admin' });
    expect((await engine.dispatch(release.id, input, taskId)).view).toBeNull();
    expect(await engine.dispatch(release.id, input, taskId)).toMatchObject({
      outcome: null,
      view: null,
      version: version + 1,
    });
  });
});
