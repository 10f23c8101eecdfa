import type { InboxResponse } from '@slipway/api-schema/notifications';
import { beforeAll, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { basicAuth, createRestClient, type RestClient } from '../../harness/rest/rest-client.ts';

const product = serve();
const { rest, url } = product;
const people = peopleOf(product);
const run = (text: string, values: readonly string[] = []) =>
  product.database().query<{ readonly id: string }>({ text }, values);

type WithId = { readonly id: string };
interface Created extends WithId {
  readonly phases: readonly { readonly tasks: readonly WithId[] }[];
}

let folder: WithId;
let ann: RestClient;
let bob: RestClient;
beforeAll(async () => {
  folder = await rest.post<WithId>('/folders/Applications', { title: 'Shop' });
  ann = await people.createUser('ann');
  bob = await people.createUser('bob');
  await people.createTeam(folder, ['folder#view', 'release#view'], { users: ['ann', 'bob'] }, 'QA');
});

/** Starts a release with two manual tasks. The first belongs to ann. */
async function startRelease(title: string, more: object = {}): Promise<Created> {
  const tasks = [
    { title: 'First', owner: 'ann', watchers: ['bob'] },
    { title: 'Second', team: 'QA' },
  ];
  const { id } = await rest.post<WithId>(`/templates?folderId=${folder.id}`, {
    title,
    phases: [{ title: 'Build', tasks }],
    ...more,
  });
  const release = await rest.post<Created>(`/templates/${id}/create`, { releaseTitle: title });
  await rest.post(`/releases/${release.id}/start`, {});
  return release;
}
const inboxOf = (client: RestClient, query = '') => client.get<InboxResponse>(`/me/notifications${query}`);
/** Waits until an inbox has this number of unread entries. */
async function unread(client: RestClient, count: number): Promise<InboxResponse> {
  await expect.poll(async () => (await inboxOf(client)).unread).toBe(count);
  return await inboxOf(client, '?state=unread');
}
const clear = async () => {
  for (const client of [ann, bob]) await client.sendForNoContent('POST', '/me/notifications/done-all', {});
};

test('a started task is in the inbox of its owner and its watchers, with the number of unread entries', async () => {
  const release = await startRelease('Webshop 1.0', { tags: ['web'] });
  const { items } = await unread(ann, 1);
  expect(items).toMatchObject([
    {
      ...{ type: 'task.started', urgency: 'action', actor: 'admin', reason: 'assignee', browser: true },
      ...{ read: false, done: false, saved: false },
      release: { id: release.id, title: 'Webshop 1.0', status: 'IN_PROGRESS', folderId: folder.id, tags: ['web'] },
      task: { title: 'First', type: 'rel.Task', status: 'IN_PROGRESS', phaseTitle: 'Build' },
    },
  ]);
  expect(await ann.get('/me')).toMatchObject({ unreadNotifications: 1 });
  expect((await unread(bob, 1)).items).toMatchObject([{ reason: 'watchers' }]);
  expect(await rest.get('/me')).toMatchObject({ unreadNotifications: 0 });
  const events = await ann.get<{ readonly items: readonly { readonly type: string }[] }>(
    `/releases/${release.id}/events`,
  );
  expect(events.items.map(({ type }) => type).toSorted()).toEqual(['release.started', 'task.started']);
  await clear();
});

test('entries are read, done and saved; the entry of another user returns 404', async () => {
  await startRelease('States');
  const [entry] = (await unread(ann, 1)).items;
  const change = (action: string) => ann.sendForNoContent('POST', `/me/notifications/${entry?.id}/${action}`);
  expect(await bob.sendForError('POST', `/me/notifications/${entry?.id}/read`)).toBe(
    `404 there is no notification '${entry?.id}'`,
  );
  await change('read');
  expect(await inboxOf(ann)).toMatchObject({ unread: 0, items: [{ read: true }] });
  await change('unread');
  await change('save');
  await change('done');
  expect((await inboxOf(ann)).items).toEqual([]);
  expect((await inboxOf(ann, '?state=saved')).items).toMatchObject([{ saved: true, done: true, read: true }]);
  await change('undone');
  await change('unsave');
  expect((await inboxOf(ann)).items).toMatchObject([{ id: entry?.id, saved: false }]);
  await clear();
});

test('pages continue after an entry; all entries up to one are read together', async () => {
  await run(`with ev as (insert into events (type, actor, at, data, audience)
    select 'token.expiring', 'SYSTEM', now() - n * interval '1 minute', '{}', '{"subjectOwner":"ann"}'
    from generate_series(1, 5) as n returning id) insert into event_queue select id from ev`);
  await unread(ann, 5);
  const first = await inboxOf(ann, '?limit=2');
  const second = await inboxOf(ann, `?limit=2&after=${first.next}`);
  const third = await inboxOf(ann, `?limit=2&after=${second.next}`);
  expect([first, second, third].map(({ items }) => items.length)).toEqual([2, 2, 1]);
  expect(third.next).toBe(undefined);
  const times = [...first.items, ...second.items, ...third.items].map(({ at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
  await ann.sendForNoContent('POST', '/me/notifications/read-all', { upTo: second.items[0]?.id });
  expect((await inboxOf(ann, '?state=unread')).items.map(({ id }) => id)).toEqual(first.items.map(({ id }) => id));
  await ann.sendForNoContent('POST', '/me/notifications/read-all', {});
  expect((await inboxOf(ann)).unread).toBe(0);
  expect(await ann.sendForError('GET', '/me/notifications?limit=201')).toMatch(/^400 limit: /);
  expect(await ann.sendForError('GET', '/me/notifications?state=x')).toMatch(/^400 state: /);
  await clear();
});

test('an entry whose release the user can no longer view is neither listed nor counted', async () => {
  await startRelease('Secret');
  await unread(bob, 1);
  await run(`update teams set permissions = '{}' where name = 'QA'`);
  await run('update access_version set version = version + 1');
  expect(await inboxOf(bob)).toEqual({ unread: 0, items: [] });
  expect(await bob.get('/me')).toMatchObject({ unreadNotifications: 0 });
  // The owner of a task may view the task.
  expect((await inboxOf(ann)).items).toHaveLength(1);
  await run(`update teams set permissions = '{folder#view,release#view}' where name = 'QA'`);
  await run('update access_version set version = version + 1');
  expect((await inboxOf(bob)).items).toHaveLength(1);
  await clear();
});

test('the inbox has a notice of an address that has rejected mails, until the user changes it', async () => {
  await run(`update users set email = 'bob@example.com' where username = 'bob'`);
  await run(`insert into notification_preferences (username, preferences, address_suspended)
    values ('bob', '{}', 'bob@example.com')`);
  expect(await inboxOf(bob)).toMatchObject({ suspendedAddress: 'bob@example.com' });
  expect(await bob.get('/me/notification-settings')).toMatchObject({ suspendedAddress: 'bob@example.com' });
  await bob.sendForNoContent('PUT', '/users/bob', { email: 'bob@example.org' });
  expect(await inboxOf(bob)).not.toHaveProperty('suspendedAddress');
});

test('a user with a restricted token has no inbox', async () => {
  const { token } = await rest.post<{ readonly token: string }>('/personal-access-tokens', {
    ...{ tokenNote: 'limited', globalPermissions: ['reports#view'] },
  });
  const limited = createRestClient(url, { 'x-release-personal-token': token });
  expect(await inboxOf(limited)).toEqual({ unread: 0, items: [] });
  expect(await limited.get<object>('/me')).not.toHaveProperty('unreadNotifications');
  expect(await limited.sendForError('POST', '/me/notifications/read-all', {})).toMatch(/^403 .*change notifications/);
});

test('an event stream notifies a user of new entries, and of entries read in another page', async () => {
  const stream = await fetch(`${url()}/api/v1/live?inbox=true`, {
    headers: { accept: 'text/event-stream', ...basicAuth('ann', 'admin') },
  });
  const reader = (stream.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const messages = async (count: number) => {
    while (text.split('"inbox":true').length <= count) text += (await reader.read()).value ?? '';
  };
  await messages(1);
  await run(`with ev as (insert into events (type, actor, at, data, audience)
    values ('token.expiring', 'SYSTEM', now(), '{}', '{"subjectOwner":"ann"}') returning id)
    insert into event_queue select id from ev`);
  await messages(2);
  const [entry] = (await inboxOf(ann)).items;
  await ann.sendForNoContent('POST', `/me/notifications/${entry?.id}/read`);
  await messages(3);
  await reader.cancel();
  await clear();
});

test('a user follows and mutes objects, and the nearest one decides', async () => {
  await ann.sendForNoContent('PUT', `/me/followed/${folder.id}`, { mode: 'mute' });
  await bob.sendForNoContent('PUT', `/me/followed/${folder.id}`, { mode: 'follow' });
  const release = await startRelease('Followed');
  // bob watches the task and follows the folder with the release.
  await unread(bob, 2);
  expect((await inboxOf(ann)).items).toEqual([]);
  const [event] = (await inboxOf(bob)).items;
  const explained = await ann.get(`/notifications/explain?event=${event?.eventId}`);
  expect(explained).toMatchObject({ user: 'ann', event: { id: event?.eventId } });
  expect(await rest.get('/me/followed')).toEqual([]);
  expect(await bob.get('/me/followed')).toEqual([{ id: folder.id, kind: 'folder', title: 'Shop', mode: 'follow' }]);
  expect(await bob.get(`/me/followed/${release.id}`)).toMatchObject({
    decidedBy: lastOf(folder.id),
    effective: 'follow',
  });
  const task = release.phases[0]?.tasks[0]?.id ?? '';
  await bob.sendForNoContent('PUT', `/me/followed/${task}`, { mode: 'mute' });
  expect(await bob.get(`/me/followed/${task}`)).toMatchObject({
    mode: 'mute',
    effective: 'mute',
    decidedBy: lastOf(task),
  });
  for (const id of [task, folder.id]) await bob.sendForNoContent('DELETE', `/me/followed/${id}`);
  await ann.sendForNoContent('DELETE', `/me/followed/${folder.id}`);
  expect(await bob.get('/me/followed')).toEqual([]);
  const stranger = await people.createUserWithoutPermissions();
  expect(await stranger.sendForError('PUT', `/me/followed/${release.id}`, { mode: 'follow' })).toMatch(/^404 /);
  expect(await ann.sendForError('PUT', `/me/followed/${release.id}`, { mode: 'x' })).toMatch(/^400 mode: /);
  await clear();
});

const lastOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
