import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createActionRunner, createRelease, createTemplate, idOf, startRelease } from '../../harness/rest/plans.ts';
import { fetchVersion } from '../../harness/rest/rest-client.ts';
import { createFolderHelpers, createStreamOpener } from './stream-opener.ts';

const product = serve();
const { rest } = product;
const people = peopleOf(product);
const act = createActionRunner(rest);
const openStream = createStreamOpener(product.url);
const { folder, startedIn } = createFolderHelpers(rest);

describe('a stream', () => {
  test('sends the version of each watched item, and the next one after a change, equal to the ETags', async () => {
    const release = await startRelease(rest, { Build: ['compile', 'test'] });
    const otherRelease = await startRelease(rest, { Build: ['compile'] });
    const task = idOf(release, 'test');
    const events = await openStream(`release=${release.id}&task=${task}`);
    expect([events.head.headers['content-type'], events.head.headers['x-accel-buffering']]).toEqual([
      'text/event-stream; charset=utf-8',
      'no',
    ]);
    const first = [await events.next(), await events.next()];
    const version = await fetchVersion(rest, `/releases/${release.id}`);
    expect(first).toMatchObject([
      { about: `release ${release.id}`, version },
      { about: `task ${task}`, version },
    ]);
    await act(otherRelease, 'complete', 'compile');
    await act(release, 'complete', 'compile');
    expect([await events.next(), await events.next()]).toMatchObject([
      { about: `release ${release.id}`, version: await fetchVersion(rest, `/releases/${release.id}`) },
      { about: `task ${task}`, version: await fetchVersion(rest, `/tasks/${task}`) },
    ]);
  });

  test('accepts ids in any form, and returns them as in the request', async () => {
    const release = await createRelease(rest, { Build: ['compile'] });
    const releaseId = release.id.slice(release.id.lastIndexOf('/') + 1);
    const events = await openStream(`release=${releaseId}&release=${release.id}`);
    expect([await events.next(), await events.next()].map((told) => told?.about)).toEqual([
      `release ${releaseId}`,
      `release ${release.id}`,
    ]);
  });

  test('reports deleted items and items that never existed', async () => {
    const release = await createRelease(rest, { Build: ['compile'] });
    const events = await openStream(`release=${release.id}&release=Release0000`);
    expect([await events.next(), await events.next()]).toMatchObject([
      { about: `release ${release.id}` },
      { about: 'release Release0000', version: null },
    ]);
    await rest.sendForNoContent('DELETE', `/releases/${release.id}`);
    expect(await events.next()).toMatchObject({ about: `release ${release.id}`, version: null });
  });

  test.each(['header', 'address'])(
    'continues after the last event in its %s, with only the changes since then',
    async (by) => {
      const changed = await startRelease(rest, { Build: ['compile', 'test'] });
      const same = await startRelease(rest, { Build: ['compile'] });
      const query = `release=${changed.id}&release=${same.id}&list=archive&list=releases`;
      const before = await openStream(query);
      for (let told = 0; told < 4; told += 1) await before.next();
      const lastId = before.lastId() ?? '';
      before.close();
      await before.ended;
      await act(changed, 'complete', 'compile');
      const after = await (by === 'header'
        ? openStream(query, 'admin', { 'last-event-id': lastId })
        : openStream(`${query}&${new URLSearchParams({ after: lastId })}`));
      // A list event comes some time after its releases, because it covers many changes. So it has no fixed place in
      // the order.
      const seen = new Set<string | undefined>();
      const seeAll = async (...abouts: readonly string[]) => {
        while (!abouts.every((about) => seen.has(about))) seen.add((await after.next())?.about);
      };
      await seeAll(`release ${changed.id}`);
      expect(seen).not.toContain(`release ${same.id}`);
      await act(same, 'complete', 'compile');
      await seeAll(`release ${same.id}`, 'list releases');
      expect([...seen].toSorted()).toEqual(['list releases', `release ${changed.id}`, `release ${same.id}`].toSorted());
    },
  );

  test.each([
    ['not an event id', 'nonsense'],
    ['of another database', '6c0a64a6-1f2e-4f6e-8f3b-000000000000_1_5:5:_1'],
    ['of a time before the epoch', '_0_0:0:_0'],
  ])('restarts from the beginning if the last event is %s', async (_, lastId) => {
    const release = await createRelease(rest, { Build: ['compile'] });
    const events = await openStream(`release=${release.id}&inbox=true`, 'admin', { 'last-event-id': lastId });
    expect([await events.next(), await events.next()].map((told) => told?.about)).toEqual([
      `release ${release.id}`,
      'inbox',
    ]);
  });

  test.each([
    ['', '400 release: expected at least one of release, task, list and inbox'],
    ['inbox=false', '400 release: expected at least one of release, task, list and inbox'],
    ['inbox=true&inbox=maybe', '400 inbox: expected true or false'],
    ['list=users', '400 list: expected releases, '],
    ['release=nothing', "404 there is no release 'nothing'"],
    ['task=Release1', "404 there is no task 'Release1'"],
    [Array.from({ length: 201 }, (_, nth) => `release=Release${nth}`).join('&'), '400 release: '],
    [
      Array.from({ length: 101 }, (_, nth) => `release=Release${nth}&task=Task${nth}`).join('&'),
      '400 release: expected at most 200 releases and tasks together',
    ],
  ])('is refused for %s', async (query, refusal) => {
    await expect(openStream(query)).rejects.toThrow(refusal);
  });

  test('accepts repeated parameters and the inbox, and reports each item once', async () => {
    const told = await rest.get<readonly unknown[]>('/live?list=releases&list=releases&inbox=true&inbox=true');
    expect(told).toMatchObject([{ list: 'releases' }, { inbox: true }]);
  });

  test('counts for the limit of twenty open streams of a user', async () => {
    await people.createUser('greedy');
    const some = await Promise.all(Array.from({ length: 20 }, () => openStream('release=Release3', 'greedy')));
    await expect(openStream('release=Release4', 'greedy')).rejects.toThrow(
      '429 a user can have at most 20 event streams at once',
    );
    some[0]?.close();
    await expect.poll(() => openStream('release=Release4', 'greedy').then(() => 'open', String)).toBe('open');
  });
});

describe('lists', () => {
  test('report new, changed, deleted and archived items, and not changes of their parts', async () => {
    const release = await startRelease(rest, { Build: ['compile', 'test'] });
    const events = await openStream(`release=${release.id}&list=releases&list=archive&list=templates`);
    for (let told = 0; told < 4; told += 1) await events.next();
    await act(release, 'complete', 'compile');
    await createTemplate(rest, { Build: ['compile'] });
    await events.waitFor(({ about }) => about === 'list templates');
    await act(release, 'complete', 'test');
    await events.waitFor(({ about }) => about === 'list releases');
    await product.archive(release);
    await events.waitFor(({ about }) => about === 'list archive');
    expect(events.text().match(/"list":"archive"/g)).toHaveLength(2);
  });

  test('report only items that the caller may see', async () => {
    const [seen, hidden] = [await folder(), await folder()];
    const release = await startedIn(seen, [{ title: 'one' }, { title: 'two' }, { title: 'three' }]);
    await people.createUser('looker');
    await people.createTeam(seen, ['release#view', 'template#view'], { users: ['looker'] });
    await people.stopInheritance(hidden);
    const events = await openStream(`release=${release.id}&list=templates`, 'looker');
    const changed = () => events.waitFor(({ about }) => about === `release ${release.id}`);
    const lists = () => events.text().match(/"list":"templates"/g)?.length;
    await events.waitFor(({ about }) => about === 'list templates');
    await rest.post(`/templates?folderId=${hidden.id}`, { title: 'Hidden' });
    // a client that receives a change has already received all changes before the previous one
    await act(release, 'complete', 'one');
    await changed();
    await act(release, 'complete', 'two');
    await changed();
    expect(lists()).toBe(1);
    await rest.post(`/templates?folderId=${seen.id}`, { title: 'Seen' });
    await events.waitFor(({ about }) => about === 'list templates');
  });
});

describe('the inbox', () => {
  test('reports tasks that the owner, their teams and their roles gain and lose', async () => {
    const watchedFolder = await folder();
    const release = await startedIn(watchedFolder, [
      { title: 'one' },
      { title: 'two', owner: 'other' },
      { title: 'hers', owner: 'Worker' },
      { title: 'crews', team: 'Crew' },
      { title: 'three' },
      { title: 'four' },
      { title: 'five' },
    ]);
    await people.createUser('worker');
    await people.createUser('chief');
    await people.createTeam(watchedFolder, ['release#view', 'release#reassign_task'], { users: ['chief'] }, 'Chiefs');
    await people.createUsersWithoutLogin('other');
    await people.createTeam(watchedFolder, ['release#view'], { users: ['worker'] }, 'Crew');
    const events = await openStream(`release=${release.id}&inbox=true`, 'worker');
    const changed = () => events.waitFor(({ about }) => about === `release ${release.id}`);
    const news = () => events.text().match(/"inbox":true/g)?.length;
    await events.waitFor(({ about }) => about === 'inbox');
    for (const title of ['one', 'two']) {
      expect(news()).toBe(1);
      await act(release, 'complete', title);
      if (title === 'one') await changed();
    }
    await events.waitFor(({ about }) => about === 'inbox');
    await act(release, 'complete', 'hers');
    await events.waitFor(({ about }) => about === 'inbox');
    await act(release, 'complete', 'crews');
    await events.waitFor(({ about }) => about === 'inbox');
    await rest.post(`/tasks/${idOf(release, 'four')}/assign/worker`);
    await events.waitFor(({ about }) => about === 'inbox');
    await rest.post(`/tasks/${idOf(release, 'four')}/assign/other`);
    await events.waitFor(({ about }) => about === 'inbox');
    const chief = await openStream('inbox=true', 'chief');
    await chief.waitFor(({ about }) => about === 'inbox');
    await act(release, 'complete', 'three');
    await chief.waitFor(({ about }) => about === 'inbox');
  });
});
