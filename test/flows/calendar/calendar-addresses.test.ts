import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createRelease } from '../../harness/rest/plans.ts';
import { sendRaw } from '../../harness/rest/raw-request.ts';
import type { Folder } from '../../harness/rest/response-types.ts';
import { createRestClient, type RestClient } from '../../harness/rest/rest-client.ts';

const product = serve();
const { rest, url, database } = product;
const people = peopleOf(product);
const addresses = '/calendar/addresses';
const notFoundText = '404 there is no such calendar';

interface CalendarAddress {
  readonly id: string;
  readonly path: string;
  readonly folderId?: string;
}

const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const folder = (title: string, parent = 'Applications') => rest.post<Folder>(`/folders/${parent}`, { title });
const plan = { Build: [{ title: 'compile', scheduledStartDate: '2030-01-02T00:00:00Z' }] };
/** Creates a release with these titles and fields, planned for 2030. */
const planned = (title: string, folderId: string, fields: object = {}) =>
  createRelease(rest, plan, { title }, { folderId, scheduledStartDate: '2030-01-01T00:00:00Z', ...fields });

/** Returns the titles at an address without a login, or the refusal. */
async function shown({ path }: CalendarAddress): Promise<unknown> {
  const { status, text } = await sendRaw(url(), { path, login: null });
  if (status !== 200) return `${status} ${text.trimEnd()}`;
  return new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((component) => String(component.getFirstPropertyValue('summary')));
}
const addressOf = (by: RestClient, body: object = {}) => by.post<CalendarAddress>(addresses, body);

test('an address of a folder shows the releases in it and below it that its owner may currently see', async () => {
  const [top, otherFolder] = [await folder('Top'), await folder('Other')];
  const sub = await folder('Sub', top.id);
  await planned('In it', top.id);
  await planned('Below it', sub.id, { scheduledStartDate: '2030-02-01T00:00:00Z' });
  await planned('Elsewhere', otherFolder.id);
  const ann = await people.createUserWith(top, 'folder#view', 'release#view');
  const created = await addressOf(ann, { folderId: top.id });
  expect(created).toEqual({
    id: expect.stringMatching(/^Calendar[0-9a-f]{32}$/),
    folderId: lastSegmentOf(top.id),
    createdDate: expect.any(String),
    path: expect.stringMatching(/^\/calendar\/[0-9a-f]{40}\.ics$/),
  });
  expect(await shown(created)).toEqual(['In it', 'Below it']);
  expect(await ann.sendForError('POST', addresses, { folderId: otherFolder.id })).toBe(
    `404 there is no folder '${otherFolder.id}'`,
  );
  const lower = await addressOf(ann, { folderId: sub.id });
  expect(await shown(lower)).toEqual(['Below it']);
  await people.stopInheritance(sub);
  expect([await shown(created), await shown(lower)]).toEqual([['In it'], notFoundText]);
});

test('an address without a folder shows the releases that its owner owns', async () => {
  const ownedFolder = await folder('Owned');
  const bob = await people.createUser('bob');
  const release = await planned('Of bob', ownedFolder.id);
  await planned('Of admin', ownedFolder.id);
  await rest.put(`/releases/${release.id}`, { owner: 'bob' });
  const created = await addressOf(bob);
  expect(await shown(created)).toEqual(['Of bob']);
  await rest.put(`/releases/${release.id}`, { owner: 'admin' });
  expect(await shown(created)).toEqual([]);
});

test('events that ended more than three months ago are left out', async () => {
  const ownedFolder = await folder('Old');
  await planned('Long over', ownedFolder.id, { scheduledStartDate: '2020-01-01T00:00:00Z' });
  const { id } = await planned('Over', ownedFolder.id, { scheduledStartDate: '2020-01-01T00:00:00Z' });
  await rest.put(`/releases/${id}`, { dueDate: '2020-02-01T00:00:00Z' });
  // a release without an end date is still in the future
  expect(await shown(await addressOf(rest, { folderId: ownedFolder.id }))).toEqual(['Long over']);
});

test('deleting a folder deletes its address', async () => {
  const ownedFolder = await folder('Gone');
  const created = await addressOf(rest, { folderId: ownedFolder.id });
  expect(await shown(created)).toEqual([]);
  await rest.sendForNoContent('DELETE', `/folders/${ownedFolder.id}`);
  expect(await shown(created)).toBe(notFoundText);
});

test('an address is returned once, is listed without its secret, and is revoked at the request of its owner', async () => {
  const eve = await people.createUser('eve');
  const { path, ...addressFields } = await addressOf(eve);
  const listed = await eve.send('GET', addresses);
  expect([listed.body, listed.text.includes(path.slice(10, 50))]).toEqual([[addressFields], false]);
  const [stored] = await database().query<{ readonly all: string }>({
    text: 'select json_agg(a)::text as all from calendar_addresses a',
  });
  expect(stored!.all).not.toContain(path.slice(10, 50));
  expect(await rest.sendForError('DELETE', `${addresses}/${addressFields.id}`)).toBe(
    `404 there is no calendar address '${addressFields.id}'`,
  );
  await eve.sendForNoContent('DELETE', `${addresses}/${addressFields.id}`);
  expect([await eve.get(addresses), await shown({ path, ...addressFields })]).toEqual([[], notFoundText]);
  const audit = await rest.get<readonly object[]>(`/audit?subject=${addressFields.id}`);
  const line = { username: 'eve', address: '127.0.0.1', subject: addressFields.id };
  expect(audit).toMatchObject([
    { ...line, action: 'CALENDAR_ENDED', before: { username: 'eve' } },
    { ...line, action: 'CALENDAR_CREATED', after: { username: 'eve' } },
  ]);
});

test('the address of a disabled user shows nothing, and the address of a deleted user is deleted', async () => {
  const created = await addressOf(await people.createUser('mallory'));
  expect(await shown(created)).toEqual([]);
  await rest.sendForNoContent('PUT', '/users/mallory', { loginAllowed: false });
  expect(await shown(created)).toBe(notFoundText);
  await rest.sendForNoContent('PUT', '/users/mallory', { loginAllowed: true });
  expect(await shown(created)).toEqual([]);
  await rest.sendForNoContent('DELETE', '/users/mallory');
  expect(await shown(created)).toBe(notFoundText);
  await people.createUser('mallory');
  expect(await shown(created)).toBe(notFoundText);
});

test('a request with a personal access token cannot create an address, and a user has at most fifty', async () => {
  const trent = await people.createUser('trent');
  const { token } = await trent.post<{ readonly token: string }>('/personal-access-tokens', { tokenNote: 'a' });
  const byToken = createRestClient(url, { 'x-release-personal-token': token });
  expect(await byToken.sendForError('POST', addresses, {})).toBe(
    '403 a personal access token cannot create calendar addresses: log in with a password or a session',
  );
  for (let count = 0; count < 50; count += 1) await addressOf(trent);
  expect(await trent.sendForError('POST', addresses, {})).toBe(
    '409 a user can have at most 50 calendar addresses: delete one first',
  );
});

test.each([
  ['that is not a string', { folderId: 1 }, /^400 folderId: /],
  ['that is empty', { folderId: '' }, "404 '' is not an id"],
  ['that does not exist', { folderId: 'FolderNone' }, "404 there is no folder 'FolderNone'"],
])('an address of a folder %s is refused', async (_, body, expected) => {
  const refused = await rest.sendForError('POST', addresses, body);
  if (typeof expected === 'string') expect(refused).toBe(expected);
  else expect(refused).toMatch(expected);
});
