import { type Command, Conflict, type Release, tasksOf } from '@slipway/domain';
import { readRelease, readTask } from '@slipway/persistence';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ground, openGround, plan, someone, started } from './testing.ts';

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
    const { release } = await started(engine, plan({ Build: ['compile', 'test'] }));
    const done = await engine.dispatch(
      release.id,
      command({ type: 'completeTask', taskId: idOf(release, 'compile'), comment: 'well done' }),
    );
    expect(sketch(done.release)).toEqual(['compile COMPLETED', 'test IN_PROGRESS']);
    const view = await readRelease(ground.database, release.id);
    expect(view?.release).toEqual(done.release);
    expect(view?.version).toBe(3);
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
    expect(await readRelease(ground.database, release.id)).toEqual(before);
  });
});
