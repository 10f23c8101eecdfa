import type { Command } from '@slipway/domain/commands';
import { Conflict, type Release, tasksOf } from '@slipway/domain/model';
import { Overloaded } from '@slipway/persistence/database';
import { listActivities } from '@slipway/persistence/history';
import { readRelease } from '@slipway/persistence/plans';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStartedRelease, openTestEnvironment, plan, type TestEnvironment, testUser } from '../testing.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
});
afterAll(() => environment.close());

const command = (input: Command) => ({ kind: 'command', caller: testUser, command: input }) as const;
const ids = (release: Release) => [...tasksOf(release)].map(({ id }) => id);
const tasks = (count: number) => Array.from({ length: count }, (_, index) => `task ${index}`);
const group = (count: number) => ({
  title: 'All',
  type: 'ParallelGroup',
  tasks: tasks(count).map((title) => ({ title })),
});

/** Counts the results of concurrent commands. */
async function outcomes(commands: readonly Promise<unknown>[]) {
  const settled = await Promise.allSettled(commands);
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  return { done: settled.length - refused.length, refused };
}

describe('two processes on one release', () => {
  test('hundreds of concurrent comments are all stored once, and every save increases the version by one', async () => {
    const [one, other] = [environment.engine(), environment.engine()];
    const { release, version } = await createStartedRelease(one, plan({ Build: ['compile'] }));
    const [taskId = ''] = ids(release);
    const commentTexts = Array.from({ length: 300 }, (_, index) => `word ${index}`);
    const results = await outcomes(
      commentTexts.map((comment, index) =>
        (index % 2 === 0 ? one : other).dispatch(release.id, command({ type: 'commentTask', taskId, comment })),
      ),
    );
    expect(results).toEqual({ done: 300, refused: [] });
    const view = await readRelease(environment.database, release.id);
    expect(
      view?.details.comments
        .get(taskId)
        ?.map(({ text }) => text)
        .sort(),
    ).toEqual([...commentTexts].sort());
    expect(view?.version).toBe(version + 300);
  });

  test('one completion of a task succeeds, the others are refused, and the log contains one completion', async () => {
    const engines = [environment.engine(), environment.engine(), environment.engine()];
    const { release } = await createStartedRelease(engines[0]!, plan({ Build: [group(100)] }));
    const results = await outcomes(
      ids(release)
        .slice(1)
        .flatMap((taskId) =>
          engines.map((engine) => engine.dispatch(release.id, command({ type: 'completeTask', taskId }))),
        ),
    );
    expect(results.done).toBe(100);
    expect(results.refused.every((reason) => reason instanceof Conflict)).toBe(true);
    const log = await listActivities(environment.database, release.id);
    const completions = log
      .filter(({ activityType }) => activityType === 'TASK_COMPLETED')
      .map(({ targetId }) => targetId);
    expect(completions.sort()).toEqual(ids(release).sort());
    expect((await readRelease(environment.database, release.id))?.release.status).toBe('COMPLETED');
  });

  test('a refusal by an outdated cached release does not count', async () => {
    const [one, other] = [environment.engine(), environment.engine()];
    const { release } = await createStartedRelease(one, plan({ Build: ['compile', 'test'] }));
    const [first = '', second = ''] = ids(release);
    await other.dispatch(release.id, command({ type: 'commentTask', taskId: first, comment: 'seen' }));
    await one.dispatch(release.id, command({ type: 'completeTask', taskId: first }));
    await one.dispatch(release.id, command({ type: 'failTask', taskId: second }));
    const retried = await other.dispatch(release.id, command({ type: 'retryTask', taskId: second }));
    expect([...tasksOf(retried.release)].map(({ run }) => run.status)).toEqual(['COMPLETED', 'IN_PROGRESS']);
  });

  test('the next read returns the saved state', async () => {
    const engines = [environment.engine(), environment.engine()];
    const { release } = await createStartedRelease(engines[0]!, plan({ Build: tasks(40), Ship: [group(20)] }));
    await outcomes(
      ids(release).flatMap((taskId) =>
        engines.map((engine, index) =>
          engine.dispatch(
            release.id,
            command({ type: index === 0 ? 'completeTask' : 'skipTask', taskId, comment: 'me' }),
          ),
        ),
      ),
    );
    const third = await environment.engine().dispatch(release.id, { kind: 'fact', fact: { type: 'timePassed' } });
    expect((await readRelease(environment.database, release.id))?.release).toEqual(third.release);
  });
});

describe('a release that another transaction has locked', () => {
  test('is awaited', async () => {
    const engine = environment.engine();
    const { release, version } = await createStartedRelease(engine, plan({ Build: ['compile'] }));
    const [taskId = ''] = ids(release);
    let waiting: Promise<unknown> = Promise.resolve();
    await environment.database.transaction(async (connection) => {
      await connection.query({ text: 'select from live_releases where id = $1 for update' }, [release.id]);
      waiting = engine.dispatch(release.id, command({ type: 'completeTask', taskId }));
      await connection.query({ text: 'update live_releases set version = version + 1 where id = $1' }, [release.id]);
    });
    await expect(waiting).resolves.toMatchObject({ version: version + 2 });
  });

  test('for too long makes the call fail as overloaded, without a change', async () => {
    const slow = await openTestEnvironment({ lockTimeoutMs: 5 });
    const engine = slow.engine();
    const { release, version } = await createStartedRelease(engine, plan({ Build: ['compile'] }));
    const [taskId = ''] = ids(release);
    await slow.database.transaction(async (connection) => {
      await connection.query({ text: 'select from live_releases where id = $1 for update' }, [release.id]);
      await expect(engine.dispatch(release.id, command({ type: 'completeTask', taskId }))).rejects.toThrow(Overloaded);
    });
    expect((await readRelease(slow.database, release.id))?.version).toBe(version);
    await slow.close();
  });
});
