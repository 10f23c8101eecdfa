import { beforeAll, describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { gate, idOf, releaseOf, startedOf } from '../../harness/rest/plans.ts';
import type { Rest } from '../../harness/rest/rest.ts';
import type { Folder, Release } from '../../harness/rest/shapes.ts';

/** The view of a user who sees some releases: the own release, and a secret one that the own release waits for. */
const served = serve();
const { rest } = served;
const people = peopleOf(served);

const secret = 'Merger';
let ours: Folder;
let theirs: Folder;
let seen: Release;
let hidden: Release;
let gone: Release;
let viewer: Rest;
let owner: Rest;
beforeAll(async () => {
  ours = await rest.post<Folder>('/folders/Applications', { title: 'ours' });
  theirs = await rest.post<Folder>('/folders/Applications', { title: secret });
  viewer = await people.who(ours, 'release#view', 'template#view', 'folder#view');
  owner = await people.user('Olga');
  const asked = { releaseTitle: secret, releaseOwner: 'OLGA', folderId: theirs.id };
  hidden = await startedOf(
    rest,
    { [`${secret} phase`]: [{ title: secret, owner: 'Olga', dueDate: `${later}Z` }, 'other'] },
    {},
    asked,
  );
  gone = await startedOf(rest, { [secret]: [] }, {}, { ...asked, releaseOwner: null });
  seen = await startedOf(rest, { Wait: [gate('open')] }, {}, { releaseTitle: 'Ours', folderId: ours.id });
  for (const target of [hidden.id, idOf(hidden, secret), gone.id]) {
    await rest.post(`/tasks/${idOf(seen, 'open')}/dependencies/${target}`);
  }
  await served.archive(gone);
});

const later = '2040-01-01T00:00:00.000';
const last = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

describe('hidden items in an answer', () => {
  test.each([
    ['a release', () => `/releases/${seen.id}`],
    ['a task', () => `/tasks/${idOf(seen, 'open')}`],
    ['a phase', () => `/phases/${seen.phases[0]?.id}`],
    ['an explanation', () => `/releases/${seen.id}/explain`],
    ['an explanation of a task', () => `/tasks/${idOf(seen, 'open')}/explain`],
    ['a preview', () => `/releases/${seen.id}/preview`],
    ['a log', () => `/activities/${seen.id}`],
    ['the active tasks', () => `/releases/${seen.id}/active-tasks`],
    ['tasks by title', () => `/tasks/byTitle?taskTitle=open&releaseId=${seen.id}`],
  ])('%s reveals nothing of them', async (_, path) => {
    const [all, some] = [await rest.send('GET', path()), await viewer.send('GET', path())];
    expect([all.status, some.status]).toEqual([200, 200]);
    for (const word of [secret, last(theirs.id), later]) expect(some.text).not.toContain(word);
  });

  test('they are in these answers for callers who may see them, with another ETag', async () => {
    const path = `/tasks/${idOf(seen, 'open')}`;
    const tagOf = async (by: Rest) => (await by.send('GET', path)).headers.get('etag') ?? '';
    const [all, some] = [await tagOf(rest), await tagOf(viewer)];
    expect(some).not.toBe(all);
    expect((await viewer.send('GET', path, undefined, { 'if-none-match': some })).status).toBe(304);
    expect((await viewer.send('GET', path, undefined, { 'if-none-match': all })).status).toBe(200);
    expect((await rest.send('GET', path)).text).toContain(secret);
    expect((await rest.send('GET', `/releases/${seen.id}/explain`)).text).toContain(secret);
    expect((await rest.send('GET', `/releases/${seen.id}/preview`)).text).toContain(later);
  });
});

describe('lists', () => {
  const titles = async (by: Rest, path: string, body?: object) =>
    (body ? await by.post<Release[]>(path, body) : await by.get<Release[]>(path)).map(({ title }) => title).toSorted();

  test('of releases have those that one may see, or owns', async () => {
    for (const [by, some] of [
      [viewer, [seen.title]],
      [owner, [secret]],
    ] as const) {
      expect(await titles(by, '/releases')).toEqual(some);
      expect(await titles(by, '/releases/search', {})).toEqual(some);
      expect(await titles(by, '/releases/search/overview', { orderBy: 'title' })).toEqual(some);
      const { live, archived } = await by.post<Record<'live' | 'archived', { total: number }>>('/releases/count', {});
      expect([live.total, archived.total]).toEqual([1, 0]);
    }
    expect(await titles(viewer, `/releases/byTitle?releaseTitle=${secret}`)).toEqual([]);
    expect(await titles(owner, `/releases/byTitle?releaseTitle=${secret}`)).toEqual([secret]);
    expect(await titles(owner, '/releases/search', { onlyMine: true })).toEqual([secret]);
    expect(await titles(rest, '/releases/search', { onlyArchived: true })).toEqual([secret]);
    expect(await titles(owner, '/releases/search', { onlyArchived: true })).toEqual([]);
  });

  test('of templates have those of the folders that one may see', async () => {
    const { title } = await rest.post<Release>(`/templates?folderId=${ours.id}`, { title: 'Visible' });
    const of = async (by: Rest) => (await titles(by, '/templates')).includes(title);
    expect([await of(viewer), await of(owner)]).toEqual([true, false]);
    expect(await titles(owner, '/templates')).toEqual([]);
  });

  test('of statuses leave out tasks that one may not see, and have those in which one takes part', async () => {
    const ids = [idOf(seen, 'open'), idOf(hidden, secret), idOf(hidden, 'other')];
    const of = async (by: Rest) => (await by.post<{ id: string }[]>('/tasks/statuses', ids)).map(({ id }) => id);
    expect([await of(viewer), await of(owner), await of(rest)]).toEqual([ids.slice(0, 1), ids.slice(1), ids]);
  });
});

describe('a thing that one may not see', () => {
  /** Another id of that kind, which names nothing. */
  const other = (id: string) => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
  const unknown = (text: string, id: string) => text.replace(last(id), other(last(id)));

  test.each([
    ['GET', () => `/releases/${hidden.id}`, () => hidden.id],
    ['DELETE', () => `/releases/${hidden.id}`, () => hidden.id],
    ['POST', () => `/releases/${last(hidden.id)}/abort`, () => hidden.id],
    ['GET', () => `/releases/archived/${gone.id}`, () => gone.id],
    ['GET', () => `/releases/${hidden.id}/explain`, () => hidden.id],
    ['GET', () => `/activities/${hidden.id}`, () => hidden.id],
    ['GET', () => `/tasks/${idOf(hidden, 'other')}`, () => idOf(hidden, 'other')],
    ['POST', () => `/tasks/${idOf(hidden, 'other')}/complete`, () => idOf(hidden, 'other')],
    ['POST', () => `/tasks/${last(idOf(hidden, 'other'))}/complete`, () => idOf(hidden, 'other')],
    ['DELETE', () => `/phases/${hidden.phases[0]?.id}`, () => hidden.phases[0]?.id ?? ''],
  ] as const)('%s %s is answered as an id that names nothing', async (method, path, id) => {
    const refused = await viewer.refused(method, path());
    const none = await viewer.refused(method, unknown(path(), id()));
    expect(refused).toMatch(/^404 there is no /);
    expect(none).toBe(unknown(refused, id()));
  });

  test('refuses a change by a viewer: 403 names the missing right', async () => {
    expect(await viewer.refused('DELETE', `/releases/${seen.id}`)).toBe(
      `403 Permission release#edit on APPLICATIONS on ${last(seen.id)} is not granted to you.`,
    );
    expect(await viewer.refused('POST', `/releases/${seen.id}/abort`)).toMatch(/^403 Permission release#abort on /);
    expect(await viewer.refused('POST', `/tasks/${idOf(seen, 'open')}/complete`)).toMatch(
      /^403 Permission release#task_transition on /,
    );
    expect(await viewer.refused('PUT', `/phases/${seen.phases[0]?.id}`, { title: 'x' })).toMatch(
      /^403 Permission release#edit on /,
    );
  });
});

describe('whose it is', () => {
  test('the owner of a release sees it, and the owner of a task sees the task', async () => {
    expect(await owner.get(`/releases/${hidden.id}`)).toMatchObject({ id: hidden.id, title: secret });
    const other = await releaseOf(rest, { Work: [{ title: 'mine', owner: 'olga' }] }, {}, { folderId: theirs.id });
    expect(await owner.get(`/tasks/${idOf(other, 'mine')}`)).toMatchObject({ title: 'mine' });
    expect(await owner.refused('GET', `/releases/${other.id}`)).toMatch(/^404 /);
  });

  test('an answer contains the rights of its caller', async () => {
    const of = async (by: Rest, id: string) =>
      (await by.get<{ $metadata: { security: { permissions: string[] } } }>(`/releases/${id}`)).$metadata.security;
    expect((await of(viewer, seen.id)).permissions).toEqual(['release#view']);
    expect((await of(owner, hidden.id)).permissions).toEqual([]);
    expect((await of(rest, seen.id)).permissions).toContain('release#edit');
    const [page] = await viewer.get<Awaited<ReturnType<typeof of>>[]>('/releases');
    expect(page).toMatchObject({ $metadata: { security: { permissions: ['release#view'] } } });
  });
});
