import { beforeAll, describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createRelease, gate, idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Folder, Release } from '../../harness/rest/response-types.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';

/** A user who may view only some releases. One visible release waits for a secret release. */
const product = serve();
const { rest } = product;
const people = peopleOf(product);

const secret = 'Merger';
let ours: Folder;
let hiddenFolder: Folder;
let visibleRelease: Release;
let hidden: Release;
let deletedRelease: Release;
let viewer: RestClient;
let owner: RestClient;
beforeAll(async () => {
  ours = await rest.post<Folder>('/folders/Applications', { title: 'ours' });
  hiddenFolder = await rest.post<Folder>('/folders/Applications', { title: secret });
  viewer = await people.createUserWith(ours, 'release#view', 'template#view', 'folder#view');
  owner = await people.createUser('Olga');
  const createInput = { releaseTitle: secret, releaseOwner: 'OLGA', folderId: hiddenFolder.id };
  hidden = await startRelease(
    rest,
    { [`${secret} phase`]: [{ title: secret, owner: 'Olga', dueDate: `${later}Z` }, 'other'] },
    {},
    createInput,
  );
  deletedRelease = await startRelease(rest, { [secret]: [] }, {}, { ...createInput, releaseOwner: null });
  visibleRelease = await startRelease(rest, { Wait: [gate('open')] }, {}, { releaseTitle: 'Ours', folderId: ours.id });
  for (const target of [hidden.id, idOf(hidden, secret), deletedRelease.id]) {
    await rest.post(`/tasks/${idOf(visibleRelease, 'open')}/dependencies/${target}`);
  }
  await product.archive(deletedRelease);
});

const later = '2040-01-01T00:00:00.000';
const lastSegmentOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

describe('hidden items in a response', () => {
  test.each([
    ['a release', () => `/releases/${visibleRelease.id}`],
    ['a task', () => `/tasks/${idOf(visibleRelease, 'open')}`],
    ['a phase', () => `/phases/${visibleRelease.phases[0]?.id}`],
    ['an explanation', () => `/releases/${visibleRelease.id}/explain`],
    ['an explanation of a task', () => `/tasks/${idOf(visibleRelease, 'open')}/explain`],
    ['a preview', () => `/releases/${visibleRelease.id}/preview`],
    ['a log', () => `/activities/${visibleRelease.id}`],
    ['the active tasks', () => `/releases/${visibleRelease.id}/active-tasks`],
    ['tasks by title', () => `/tasks/byTitle?taskTitle=open&releaseId=${visibleRelease.id}`],
  ])('%s reveals nothing of them', async (_, path) => {
    const [all, some] = [await rest.send('GET', path()), await viewer.send('GET', path())];
    expect([all.status, some.status]).toEqual([200, 200]);
    for (const hiddenText of [secret, lastSegmentOf(hiddenFolder.id), later])
      expect(some.text).not.toContain(hiddenText);
  });

  test('are in these responses for callers who may view them, with another ETag', async () => {
    const path = `/tasks/${idOf(visibleRelease, 'open')}`;
    const tagOf = async (by: RestClient) => (await by.send('GET', path)).headers.get('etag') ?? '';
    const [all, some] = [await tagOf(rest), await tagOf(viewer)];
    expect(some).not.toBe(all);
    expect((await viewer.send('GET', path, undefined, { 'if-none-match': some })).status).toBe(304);
    expect((await viewer.send('GET', path, undefined, { 'if-none-match': all })).status).toBe(200);
    expect((await rest.send('GET', path)).text).toContain(secret);
    expect((await rest.send('GET', `/releases/${visibleRelease.id}/explain`)).text).toContain(secret);
    expect((await rest.send('GET', `/releases/${visibleRelease.id}/preview`)).text).toContain(later);
  });
});

describe('lists', () => {
  const titles = async (by: RestClient, path: string, body?: object) =>
    (body ? await by.post<Release[]>(path, body) : await by.get<Release[]>(path)).map(({ title }) => title).toSorted();

  test('of releases contain those that the caller may view or owns', async () => {
    for (const [by, some] of [
      [viewer, [visibleRelease.title]],
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

  test('of templates contain those in folders that the caller may view', async () => {
    const { title } = await rest.post<Release>(`/templates?folderId=${ours.id}`, { title: 'Visible' });
    const of = async (by: RestClient) => (await titles(by, '/templates')).includes(title);
    expect([await of(viewer), await of(owner)]).toEqual([true, false]);
    expect(await titles(owner, '/templates')).toEqual([]);
  });

  test('of task statuses contain visible tasks and tasks of participants', async () => {
    const ids = [idOf(visibleRelease, 'open'), idOf(hidden, secret), idOf(hidden, 'other')];
    const of = async (by: RestClient) => (await by.post<{ id: string }[]>('/tasks/statuses', ids)).map(({ id }) => id);
    expect([await of(viewer), await of(owner), await of(rest)]).toEqual([ids.slice(0, 1), ids.slice(1), ids]);
  });
});

describe('an item that the caller may not view', () => {
  /** Returns an unknown id of the same kind. */
  const changeLastCharacter = (id: string) => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
  const unknown = (text: string, id: string) => text.replace(lastSegmentOf(id), changeLastCharacter(lastSegmentOf(id)));

  test.each([
    ['GET', () => `/releases/${hidden.id}`, () => hidden.id],
    ['DELETE', () => `/releases/${hidden.id}`, () => hidden.id],
    ['POST', () => `/releases/${lastSegmentOf(hidden.id)}/abort`, () => hidden.id],
    ['GET', () => `/releases/archived/${deletedRelease.id}`, () => deletedRelease.id],
    ['GET', () => `/releases/${hidden.id}/explain`, () => hidden.id],
    ['GET', () => `/activities/${hidden.id}`, () => hidden.id],
    ['GET', () => `/tasks/${idOf(hidden, 'other')}`, () => idOf(hidden, 'other')],
    ['POST', () => `/tasks/${idOf(hidden, 'other')}/complete`, () => idOf(hidden, 'other')],
    ['POST', () => `/tasks/${lastSegmentOf(idOf(hidden, 'other'))}/complete`, () => idOf(hidden, 'other')],
    ['DELETE', () => `/phases/${hidden.phases[0]?.id}`, () => hidden.phases[0]?.id ?? ''],
  ] as const)('is missing for %s %s, like an unknown id', async (method, path, id) => {
    const refused = await viewer.sendForError(method, path());
    const none = await viewer.sendForError(method, unknown(path(), id()));
    expect(refused).toMatch(/^404 there is no /);
    expect(none).toBe(unknown(refused, id()));
  });

  test('is hidden, but a refused change of a visible item names the missing permission', async () => {
    expect(await viewer.sendForError('DELETE', `/releases/${visibleRelease.id}`)).toBe(
      `403 Permission release#edit on APPLICATIONS on ${lastSegmentOf(visibleRelease.id)} is not granted to you.`,
    );
    expect(await viewer.sendForError('POST', `/releases/${visibleRelease.id}/abort`)).toMatch(
      /^403 Permission release#abort on /,
    );
    expect(await viewer.sendForError('POST', `/tasks/${idOf(visibleRelease, 'open')}/complete`)).toMatch(
      /^403 Permission release#task_transition on /,
    );
    expect(await viewer.sendForError('PUT', `/phases/${visibleRelease.phases[0]?.id}`, { title: 'x' })).toMatch(
      /^403 Permission release#edit on /,
    );
  });
});

describe('ownership', () => {
  test('allows the owner of a release to view it, and the owner of a task to view the task', async () => {
    expect(await owner.get(`/releases/${hidden.id}`)).toMatchObject({ id: hidden.id, title: secret });
    const release = await createRelease(
      rest,
      { Work: [{ title: 'mine', owner: 'olga' }] },
      {},
      { folderId: hiddenFolder.id },
    );
    expect(await owner.get(`/tasks/${idOf(release, 'mine')}`)).toMatchObject({ title: 'mine' });
    expect(await owner.sendForError('GET', `/releases/${release.id}`)).toMatch(/^404 /);
  });

  test('does not add permissions, and each response contains the permissions of its caller', async () => {
    const of = async (by: RestClient, id: string) =>
      (await by.get<{ $metadata: { security: { permissions: string[] } } }>(`/releases/${id}`)).$metadata.security;
    expect((await of(viewer, visibleRelease.id)).permissions).toEqual(['release#view']);
    expect((await of(owner, hidden.id)).permissions).toEqual([]);
    expect((await of(rest, visibleRelease.id)).permissions).toContain('release#edit');
    const [page] = await viewer.get<Awaited<ReturnType<typeof of>>[]>('/releases');
    expect(page).toMatchObject({ $metadata: { security: { permissions: ['release#view'] } } });
  });
});
