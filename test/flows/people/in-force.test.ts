import { beforeAll, expect, test } from 'vitest';
import { startBeside } from '../../harness/product/second.ts';
import { serve } from '../../harness/product/serve.ts';
import { basic, type Rest, restAt } from '../../harness/rest/rest.ts';
import type { Folder, Release } from '../../harness/rest/shapes.ts';
import { peopleByRest } from './someone.ts';

// What is changed on one process holds for the next request on another one (permissions.md).
const served = serve();
const { rest } = served;
const { someone, role } = peopleByRest(served);

const lead = { name: 'lea' };
const folder = (title: string, parent = 'Applications') => rest.post<Folder>(`/folders/${parent}`, { title });
const give = (thing: Folder, ...members: readonly object[]) =>
  rest.post(`/folders/${thing.id}/teams`, [
    { teamName: 'Readers', members, permissions: ['folder#view', 'release#view', 'template#view'] },
  ]);

let release: Release;
let holder: Folder;
let inner: Folder;
/** Lea, on the process that changes nothing. */
let lea: Rest;
const sees = async (): Promise<readonly number[]> => {
  const paths = [`/folders/${inner.id}`, `/releases/${release.id}`, `/releases/${release.id}/teams`];
  const replies = await Promise.all(paths.map((path) => lea.send('GET', path)));
  return replies.map(({ status }) => status);
};
const [allowed, refused] = [
  [200, 200, 200],
  [404, 404, 404],
];

beforeAll(async () => {
  const beside = await startBeside(served);
  lea = restAt(() => beside.url, basic('lea', 'pw lea'));
  await someone('lea');
  holder = await folder('holder');
  inner = await folder('inner', holder.id);
  const template = await rest.post<Release>(`/templates?folderId=${inner.id}`, { title: 'T' });
  release = await rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'R' });
  return () => beside.stop();
});

test('joining and leaving a team', async () => {
  expect(await sees()).toEqual(refused);
  for (let round = 0; round < 5; round += 1) {
    await give(holder, lead);
    expect(await sees()).toEqual(allowed);
    await give(holder);
    expect(await sees()).toEqual(refused);
  }
});

test('joining and leaving by a role, and its end', async () => {
  await role('Crew', [], 'lea');
  await give(holder, { name: 'Crew', type: 'ROLE' });
  expect(await sees()).toEqual(allowed);
  await rest.done('PUT', '/roles/Crew', { principals: [] });
  expect(await sees()).toEqual(refused);
  await rest.done('PUT', '/roles/Crew', { principals: [{ username: 'LEA' }] });
  expect(await sees()).toEqual(allowed);
  await rest.done('DELETE', '/roles/Crew');
  expect(await sees()).toEqual(refused);
});

test('cutting and restoring inheritance', async () => {
  await give(holder, lead);
  for (let round = 0; round < 5; round += 1) {
    await give(inner);
    await rest.post(`/folders/${inner.id}/teams`, [{ teamName: 'Readers', members: [] }]);
    expect(await sees()).toEqual(refused);
    await rest.post(`/folders/${inner.id}/teams`, []);
    expect(await sees()).toEqual(allowed);
  }
});

test('moving a folder', async () => {
  const other = await folder('other');
  await give(holder, lead);
  for (let round = 0; round < 5; round += 1) {
    await rest.done('POST', `/folders/${inner.id}/move?newParentId=${other.id}`);
    expect(await sees()).toEqual(refused);
    await rest.done('POST', `/folders/${inner.id}/move?newParentId=${holder.id}`);
    expect(await sees()).toEqual(allowed);
  }
});

test('the teams of a release at the top, also of one that was deleted and made again under its id', async () => {
  const id = 'Releaseagain';
  const seen = async () => (await lea.send('GET', `/templates/${id}`)).status;
  const make = () => rest.post('/templates', { id, title: 'Again' });
  await make();
  expect(await seen()).toBe(404);
  await rest.post(`/templates/${id}/teams`, [{ teamName: 'Readers', members: [lead], permissions: ['template#view'] }]);
  expect(await seen()).toBe(200);
  await rest.done('DELETE', `/templates/${id}`);
  await make();
  expect(await seen()).toBe(404);
});

test('a tag is another one when others join a team', async () => {
  await give(holder, lead);
  const { headers } = await lea.send('GET', `/releases/${release.id}`);
  const tag = { 'If-None-Match': headers.get('etag') ?? '' };
  expect((await lea.send('GET', `/releases/${release.id}`, undefined, tag)).status).toBe(304);
  await give(holder, lead, { name: 'admin' });
  const now = await lea.send('GET', `/releases/${release.id}`, undefined, tag);
  expect(now.status).toBe(200);
  expect(JSON.parse(now.text).teams.at(-1).members).toEqual(['lea', 'admin']);
});

test('without the view right the owner of teams is answered as missing; without the edit right the answer names it', async () => {
  await give(holder, lead);
  await rest.post(`/folders/${inner.id}/teams`, []);
  const lacking = (permission: string, id: string) =>
    `403 Permission ${permission} on APPLICATIONS on ${id} is not granted to you.`;
  expect(await lea.refused('POST', `/folders/${inner.id}/teams`, [])).toBe(
    lacking('folder#edit_security', inner.id.split('/').at(-1)!),
  );
  expect(await lea.refused('POST', `/releases/${release.id}/teams`, [])).toBe(
    lacking('release#edit_security', release.id.split('/').at(-1)!),
  );
  expect(await lea.get(`/folders/${inner.id}/folderOwner`)).toBe(false);
  const other = await folder('hidden');
  expect(await lea.refused('GET', `/folders/${other.id}/teams`)).toMatch(/^404 there is no folder/);
  expect(await lea.refused('POST', `/folders/${other.id}/teams`, [])).toMatch(/^404 there is no folder/);
});

test('security#edit sets teams at the top, and of folders none', async () => {
  await someone('sam', 'security#edit');
  const sam = restAt(served.url, basic('sam', 'pw sam'));
  const template = await rest.post<Release>('/templates', { title: 'At the top' });
  expect(await sam.post(`/templates/${template.id}/teams`, [{ teamName: 'New' }])).toHaveLength(4);
  expect(await sam.refused('POST', `/folders/${holder.id}/teams`, [])).toMatch(/^404 /);
});
