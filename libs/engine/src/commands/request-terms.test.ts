import { type Command, type Release, tasksOf } from '@slipway/domain';
import { createFolder, findFolder, findKey, Repeated, readRelease } from '@slipway/persistence';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ground, openGround, order, plan, someone, started } from '../testing.ts';
import { noTerms, Outdated } from './request-terms.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

const command = (given: Command) => ({ kind: 'command', caller: someone, command: given }) as const;
const complete = (release: Release, title: string) => {
  const task = [...tasksOf(release)].find(({ definition }) => definition.title === title);
  return command({ type: 'completeTask', taskId: task?.id ?? '' });
};
const key = (id: string) => ({ id, fingerprint: 'body' });

describe('under a version', () => {
  test('a current version is accepted, and each step expects the version of the step before', async () => {
    const engine = ground.engine();
    const { release, version } = await started(engine, plan({ Build: ['one', 'two', 'three'] }));
    const mine = engine.under({ ...noTerms, expected: { releaseId: release.id, version } });
    await mine.dispatch(release.id, complete(release, 'one'));
    await mine.dispatch(release.id, complete(release, 'two'));
    await engine.dispatch(release.id, command({ type: 'updateRelease', patch: { title: 'Other' } }));
    await expect(mine.dispatch(release.id, complete(release, 'three'))).rejects.toThrow(Outdated);
  });

  test('an outdated version is refused, independent of the cache', async () => {
    const [one, other] = [ground.engine(), ground.engine()];
    const { release, version } = await started(one, plan({ Build: ['one', 'two'] }));
    await other.dispatch(release.id, complete(release, 'one'));
    const before = await readRelease(ground.database, release.id);
    const terms = { ...noTerms, expected: { releaseId: release.id, version } };
    for (const engine of [one, other]) {
      await expect(engine.under(terms).dispatch(release.id, complete(release, 'two'))).rejects.toThrow(Outdated);
      await expect(engine.under(terms).deleteRelease(release.id, someone)).rejects.toThrow(Outdated);
    }
    expect(await readRelease(ground.database, release.id)).toEqual({ ...before, calendar: expect.anything() });
  });

  test('a process with an older cached version reads again', async () => {
    const [one, other] = [ground.engine(), ground.engine()];
    const { release } = await started(one, plan({ Build: ['one', 'two'] }));
    const { version } = await other.dispatch(release.id, complete(release, 'one'));
    const mine = one.under({ ...noTerms, expected: { releaseId: release.id, version } });
    expect((await mine.dispatch(release.id, complete(release, 'two'))).release.status).toBe('COMPLETED');
  });

  test('of many who expect the same one, one changes it', async () => {
    const engines = [ground.engine(), ground.engine(), ground.engine()];
    const { release, version } = await started(engines[0]!, plan({ Build: ['one'] }));
    const terms = { ...noTerms, expected: { releaseId: release.id, version } };
    const titles = Array.from({ length: 30 }, (_, index) => `title ${index}`);
    const results = await Promise.allSettled(
      titles.map((title, index) =>
        engines[index % 3]!.under(terms).dispatch(release.id, command({ type: 'updateRelease', patch: { title } })),
      ),
    );
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toHaveLength(29);
    expect(refused.every((reason) => reason instanceof Outdated)).toBe(true);
  });

  test('a release is made of a template as it was seen, or not at all', async () => {
    const engine = ground.engine();
    const { release: template, version } = await engine.createTemplate(plan({ Build: ['a'] }), 'Applications', someone);
    const terms = { ...noTerms, expected: { releaseId: template.id, version } };
    expect((await engine.under(terms).createRelease(template.id, order(), someone)).release.status).toBe('PLANNED');
    await engine.dispatch(template.id, command({ type: 'updateRelease', patch: { title: 'Other' } }));
    await expect(engine.under(terms).createRelease(template.id, order(), someone)).rejects.toThrow(Outdated);
    await expect(
      engine.under(terms).copyTemplate(template.id, { title: 'Copy', description: null }, someone),
    ).rejects.toThrow(Outdated);
  });
});

describe('with a key', () => {
  test('the change happens once, in any process', async () => {
    const [one, other] = [ground.engine(), ground.engine()];
    const { release } = await started(one, plan({ Build: ['one'] }));
    const [task] = tasksOf(release);
    const comment = command({ type: 'commentTask', taskId: task?.id ?? '', comment: 'once' });
    const results = await Promise.allSettled(
      [one, other, one, other].map((engine) =>
        engine.under({ ...noTerms, key: key('comment') }).dispatch(release.id, comment),
      ),
    );
    expect(results.flatMap((each) => (each.status === 'rejected' ? [each.reason.name] : []))).toEqual([
      'Repeated',
      'Repeated',
      'Repeated',
    ]);
    const view = await readRelease(ground.database, release.id);
    expect(view?.rest.comments.get(task?.id ?? '')).toHaveLength(1);
  });

  test('the same of releases that are made', async () => {
    const engine = ground.engine();
    const { release: template } = await engine.createTemplate(plan({ Build: ['a'] }), 'Applications', someone);
    const make = () => engine.under({ ...noTerms, key: key('make') }).createRelease(template.id, order(), someone);
    const results = await Promise.allSettled([make(), make(), make()]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    const [{ count } = { count: 0 }] = await ground.database.query<{ count: number }>(
      { text: 'select count(*) as count from live_releases where origin_template_id = $1' },
      [template.id],
    );
    expect(count).toBe(1);
  });

  test('a refusal and a request without a change store no key', async () => {
    const engine = ground.engine();
    const { release } = await started(engine, plan({ Build: ['one'] }));
    const mine = engine.under({ ...noTerms, key: key('refused') });
    await expect(mine.dispatch(release.id, command({ type: 'startRelease' }))).rejects.toThrow('cannot start');
    await mine.dispatch(release.id, { kind: 'fact', fact: { type: 'timePassed' } });
    expect(await findKey(ground.database, 'refused')).toBeNull();
  });

  test('a change of another object stores its key too, or neither', async () => {
    const engine = ground.engine();
    const make = (id: string, parentId = 'Applications') =>
      engine
        .under({ ...noTerms, key: key('folder') })
        .change((database) => createFolder(database, { id, parentId, title: id, freshId: `${id}Fresh` }));
    await expect(make('FolderA', 'FolderNone')).rejects.toThrow('there is no folder');
    await make('FolderA');
    await expect(make('FolderB')).rejects.toThrow(Repeated);
    expect(await findFolder(ground.database, 'FolderB')).toBeNull();
  });
});
