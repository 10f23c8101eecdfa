import type { Command } from '@slipway/domain/commands';
import { type Release, tasksOf } from '@slipway/domain/model';
import { createFolder, findFolder } from '@slipway/persistence/folders';
import { DuplicateRequest, findKey, readRelease } from '@slipway/persistence/plans';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStartedRelease, openTestEnvironment, order, plan, type TestEnvironment, testUser } from '../testing.ts';
import { noPreconditions, PreconditionFailed } from './preconditions.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
});
afterAll(() => environment.close());

const command = (input: Command) => ({ kind: 'command', caller: testUser, command: input }) as const;
const complete = (release: Release, title: string) => {
  const task = [...tasksOf(release)].find(({ definition }) => definition.title === title);
  return command({ type: 'completeTask', taskId: task?.id ?? '' });
};
const key = (id: string) => ({ id, fingerprint: 'body' });

describe('with an expected version', () => {
  test('a current version is accepted, and each step expects the version of the step before', async () => {
    const engine = environment.engine();
    const { release, version } = await createStartedRelease(engine, plan({ Build: ['one', 'two', 'three'] }));
    const conditionalEngine = engine.withPreconditions({
      ...noPreconditions,
      expected: { releaseId: release.id, version },
    });
    await conditionalEngine.dispatch(release.id, complete(release, 'one'));
    await conditionalEngine.dispatch(release.id, complete(release, 'two'));
    await engine.dispatch(release.id, command({ type: 'updateRelease', patch: { title: 'Other' } }));
    await expect(conditionalEngine.dispatch(release.id, complete(release, 'three'))).rejects.toThrow(
      PreconditionFailed,
    );
  });

  test('an outdated version is refused, independent of the cache', async () => {
    const [firstEngine, secondEngine] = [environment.engine(), environment.engine()];
    const { release, version } = await createStartedRelease(firstEngine, plan({ Build: ['one', 'two'] }));
    await secondEngine.dispatch(release.id, complete(release, 'one'));
    const before = await readRelease(environment.database, release.id);
    const preconditions = { ...noPreconditions, expected: { releaseId: release.id, version } };
    for (const engine of [firstEngine, secondEngine]) {
      await expect(
        engine.withPreconditions(preconditions).dispatch(release.id, complete(release, 'two')),
      ).rejects.toThrow(PreconditionFailed);
      await expect(engine.withPreconditions(preconditions).deleteRelease(release.id, testUser)).rejects.toThrow(
        PreconditionFailed,
      );
    }
    expect(await readRelease(environment.database, release.id)).toEqual({ ...before, calendar: expect.anything() });
  });

  test('a process with an older cached version loads the release again', async () => {
    const [firstEngine, secondEngine] = [environment.engine(), environment.engine()];
    const { release } = await createStartedRelease(firstEngine, plan({ Build: ['one', 'two'] }));
    const { version } = await secondEngine.dispatch(release.id, complete(release, 'one'));
    const conditionalEngine = firstEngine.withPreconditions({
      ...noPreconditions,
      expected: { releaseId: release.id, version },
    });
    expect((await conditionalEngine.dispatch(release.id, complete(release, 'two'))).release.status).toBe('COMPLETED');
  });

  test('of many requests that expect the same version, one succeeds', async () => {
    const engines = [environment.engine(), environment.engine(), environment.engine()];
    const { release, version } = await createStartedRelease(engines[0]!, plan({ Build: ['one'] }));
    const preconditions = { ...noPreconditions, expected: { releaseId: release.id, version } };
    const titles = Array.from({ length: 30 }, (_, index) => `title ${index}`);
    const results = await Promise.allSettled(
      titles.map((title, index) =>
        engines[index % 3]!.withPreconditions(preconditions).dispatch(
          release.id,
          command({ type: 'updateRelease', patch: { title } }),
        ),
      ),
    );
    const refused = results.flatMap((firstEngine) => (firstEngine.status === 'rejected' ? [firstEngine.reason] : []));
    expect(refused).toHaveLength(29);
    expect(refused.every((reason) => reason instanceof PreconditionFailed)).toBe(true);
  });

  test('a release is created only from the expected version of a template', async () => {
    const engine = environment.engine();
    const { release: template, version } = await engine.createTemplate(
      plan({ Build: ['a'] }),
      'Applications',
      testUser,
    );
    const preconditions = { ...noPreconditions, expected: { releaseId: template.id, version } };
    expect(
      (await engine.withPreconditions(preconditions).createRelease(template.id, order(), testUser)).release.status,
    ).toBe('PLANNED');
    await engine.dispatch(template.id, command({ type: 'updateRelease', patch: { title: 'Other' } }));
    await expect(engine.withPreconditions(preconditions).createRelease(template.id, order(), testUser)).rejects.toThrow(
      PreconditionFailed,
    );
    await expect(
      engine.withPreconditions(preconditions).copyTemplate(template.id, { title: 'Copy', description: null }, testUser),
    ).rejects.toThrow(PreconditionFailed);
  });
});

describe('with a key', () => {
  test('the change happens once, in any process', async () => {
    const [firstEngine, secondEngine] = [environment.engine(), environment.engine()];
    const { release } = await createStartedRelease(firstEngine, plan({ Build: ['one'] }));
    const [task] = tasksOf(release);
    const comment = command({ type: 'commentTask', taskId: task?.id ?? '', comment: 'once' });
    const results = await Promise.allSettled(
      [firstEngine, secondEngine, firstEngine, secondEngine].map((engine) =>
        engine.withPreconditions({ ...noPreconditions, key: key('comment') }).dispatch(release.id, comment),
      ),
    );
    expect(results.flatMap((result) => (result.status === 'rejected' ? [result.reason.name] : []))).toEqual([
      'DuplicateRequest',
      'DuplicateRequest',
      'DuplicateRequest',
    ]);
    const view = await readRelease(environment.database, release.id);
    expect(view?.details.comments.get(task?.id ?? '')).toHaveLength(1);
  });

  test('a release is created once', async () => {
    const engine = environment.engine();
    const { release: template } = await engine.createTemplate(plan({ Build: ['a'] }), 'Applications', testUser);
    const make = () =>
      engine.withPreconditions({ ...noPreconditions, key: key('make') }).createRelease(template.id, order(), testUser);
    const results = await Promise.allSettled([make(), make(), make()]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    const [{ count } = { count: 0 }] = await environment.database.query<{ count: number }>(
      { text: 'select count(*) as count from live_releases where origin_template_id = $1' },
      [template.id],
    );
    expect(count).toBe(1);
  });

  test('a refusal and a request without a change store no key', async () => {
    const engine = environment.engine();
    const { release } = await createStartedRelease(engine, plan({ Build: ['one'] }));
    const conditionalEngine = engine.withPreconditions({ ...noPreconditions, key: key('refused') });
    await expect(conditionalEngine.dispatch(release.id, command({ type: 'startRelease' }))).rejects.toThrow(
      'cannot start',
    );
    await conditionalEngine.dispatch(release.id, { kind: 'fact', fact: { type: 'timePassed' } });
    expect(await findKey(environment.database, 'refused')).toBeNull();
  });

  test('a key is stored only with a successful change of another object', async () => {
    const engine = environment.engine();
    const make = (id: string, parentId = 'Applications') =>
      engine
        .withPreconditions({ ...noPreconditions, key: key('folder') })
        .change((database) => createFolder(database, { id, parentId, title: id, freshId: `${id}Fresh` }));
    await expect(make('FolderA', 'FolderNone')).rejects.toThrow('there is no folder');
    await make('FolderA');
    await expect(make('FolderB')).rejects.toThrow(DuplicateRequest);
    expect(await findFolder(environment.database, 'FolderB')).toBeNull();
  });
});
