import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { releaseOf } from '../../harness/rest/plans.ts';
import { raw } from '../../harness/rest/raw.ts';
import { type Rest, restAt } from '../../harness/rest/rest.ts';
import type { Folder } from '../../harness/rest/shapes.ts';

const served = serve();
const { rest, url, database } = served;
const people = peopleOf(served);
const addresses = '/calendar/addresses';
const nowhere = '404 there is no such calendar';

interface Made {
  readonly id: string;
  readonly path: string;
  readonly folderId?: string;
}

const last = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const folder = (title: string, parent = 'Applications') => rest.post<Folder>(`/folders/${parent}`, { title });
const plan = { Build: [{ title: 'compile', scheduledStartDate: '2030-01-02T00:00:00Z' }] };
/** A release of these titles and fields, planned for 2030. */
const planned = (title: string, folderId: string, fields: object = {}) =>
  releaseOf(rest, plan, { title }, { folderId, scheduledStartDate: '2030-01-01T00:00:00Z', ...fields });

/** The titles at an address without a login, or a refusal. */
async function shown({ path }: Made): Promise<unknown> {
  const { status, text } = await raw(url(), { path, login: null });
  if (status !== 200) return `${status} ${text.trimEnd()}`;
  return new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((one) => String(one.getFirstPropertyValue('summary')));
}
const addressOf = (by: Rest, body: object = {}) => by.post<Made>(addresses, body);

test('an address of a folder shows the releases in it and below it that its owner may see at that moment', async () => {
  const [top, other] = [await folder('Top'), await folder('Other')];
  const sub = await folder('Sub', top.id);
  await planned('In it', top.id);
  await planned('Below it', sub.id, { scheduledStartDate: '2030-02-01T00:00:00Z' });
  await planned('Elsewhere', other.id);
  const ann = await people.who(top, 'folder#view', 'release#view');
  const made = await addressOf(ann, { folderId: top.id });
  expect(made).toEqual({
    id: expect.stringMatching(/^Calendar[0-9a-f]{32}$/),
    folderId: last(top.id),
    createdDate: expect.any(String),
    path: expect.stringMatching(/^\/calendar\/[0-9a-f]{40}\.ics$/),
  });
  expect(await shown(made)).toEqual(['In it', 'Below it']);
  expect(await ann.refused('POST', addresses, { folderId: other.id })).toBe(`404 there is no folder '${other.id}'`);
  const lower = await addressOf(ann, { folderId: sub.id });
  expect(await shown(lower)).toEqual(['Below it']);
  await people.cut(sub);
  expect([await shown(made), await shown(lower)]).toEqual([['In it'], nowhere]);
});

test('an address without a folder shows the releases that its owner owns', async () => {
  const place = await folder('Owned');
  const bob = await people.user('bob');
  const release = await planned('Of bob', place.id);
  await planned('Of admin', place.id);
  await rest.put(`/releases/${release.id}`, { owner: 'bob' });
  const made = await addressOf(bob);
  expect(await shown(made)).toEqual(['Of bob']);
  await rest.put(`/releases/${release.id}`, { owner: 'admin' });
  expect(await shown(made)).toEqual([]);
});

test('events that ended more than three months ago are left out', async () => {
  const place = await folder('Old');
  await planned('Long over', place.id, { scheduledStartDate: '2020-01-01T00:00:00Z' });
  const { id } = await planned('Over', place.id, { scheduledStartDate: '2020-01-01T00:00:00Z' });
  await rest.put(`/releases/${id}`, { dueDate: '2020-02-01T00:00:00Z' });
  // one that has no end yet is still ahead
  expect(await shown(await addressOf(rest, { folderId: place.id }))).toEqual(['Long over']);
});

test('a folder that is deleted takes its address along', async () => {
  const place = await folder('Gone');
  const made = await addressOf(rest, { folderId: place.id });
  expect(await shown(made)).toEqual([]);
  await rest.done('DELETE', `/folders/${place.id}`);
  expect(await shown(made)).toBe(nowhere);
});

test('an address is returned once, is listed without its secret, and ends on request of its owner', async () => {
  const eve = await people.user('eve');
  const { path, ...told } = await addressOf(eve);
  const listed = await eve.send('GET', addresses);
  expect([listed.body, listed.text.includes(path.slice(10, 50))]).toEqual([[told], false]);
  const [stored] = await database().query<{ readonly all: string }>({
    text: 'select json_agg(a)::text as all from calendar_addresses a',
  });
  expect(stored!.all).not.toContain(path.slice(10, 50));
  expect(await rest.refused('DELETE', `${addresses}/${told.id}`)).toBe(
    `404 there is no address of a calendar '${told.id}'`,
  );
  await eve.done('DELETE', `${addresses}/${told.id}`);
  expect([await eve.get(addresses), await shown({ path, ...told })]).toEqual([[], nowhere]);
  const audit = await rest.get<readonly object[]>(`/audit?subject=${told.id}`);
  const line = { username: 'eve', address: '127.0.0.1', subject: told.id };
  expect(audit).toMatchObject([
    { ...line, action: 'CALENDAR_ENDED', before: { username: 'eve' } },
    { ...line, action: 'CALENDAR_CREATED', after: { username: 'eve' } },
  ]);
});

test('the address of a disabled user shows nothing, and the address of a deleted user is gone', async () => {
  const made = await addressOf(await people.user('mallory'));
  expect(await shown(made)).toEqual([]);
  await rest.done('PUT', '/users/mallory', { loginAllowed: false });
  expect(await shown(made)).toBe(nowhere);
  await rest.done('PUT', '/users/mallory', { loginAllowed: true });
  expect(await shown(made)).toEqual([]);
  await rest.done('DELETE', '/users/mallory');
  expect(await shown(made)).toBe(nowhere);
  await people.user('mallory');
  expect(await shown(made)).toBe(nowhere);
});

test('a request with only a token creates none, and no user has more than fifty', async () => {
  const trent = await people.user('trent');
  const { token } = await trent.post<{ readonly token: string }>('/personal-access-tokens', { tokenNote: 'a' });
  const byToken = restAt(url, { 'x-release-personal-token': token });
  expect(await byToken.refused('POST', addresses, {})).toBe(
    '403 a personal access token cannot create calendar addresses: log in with a password or a session',
  );
  for (let count = 0; count < 50; count += 1) await addressOf(trent);
  expect(await trent.refused('POST', addresses, {})).toBe(
    '409 a user has at most 50 addresses of calendars: end one first',
  );
});

test.each([
  ['that is no text', { folderId: 1 }, /^400 folderId: /],
  ['that is empty', { folderId: '' }, "404 '' is not an id"],
  ['that is not there', { folderId: 'FolderNone' }, "404 there is no folder 'FolderNone'"],
])('an address of a folder %s is refused', async (_, body, expected) => {
  const refused = await rest.refused('POST', addresses, body);
  if (typeof expected === 'string') expect(refused).toBe(expected);
  else expect(refused).toMatch(expected);
});
