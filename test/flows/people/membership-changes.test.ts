import { beforeAll, expect, test } from 'vitest';
import { startSecondServer } from '../../harness/product/second-server.ts';
import { serve } from '../../harness/product/serve.ts';
import type { Folder, Release } from '../../harness/rest/response-types.ts';
import { basicAuth, createRestClient, type RestClient } from '../../harness/rest/rest-client.ts';
import { createRestUsers } from './rest-users.ts';

// A change on one process applies to the next request on another process (permissions.md).
const product = serve();
const { rest } = product;
const { someone, role } = createRestUsers(product);

const leadMember = { name: 'lea' };
const folder = (title: string, parent = 'Applications') => rest.post<Folder>(`/folders/${parent}`, { title });
const setTeam = (target: Folder, ...members: readonly object[]) =>
  rest.post(`/folders/${target.id}/teams`, [
    { teamName: 'Readers', members, permissions: ['folder#view', 'release#view', 'template#view'] },
  ]);

let release: Release;
let holder: Folder;
let inner: Folder;
/** The user Lea, on the process that changes nothing. */
let lea: RestClient;
const visibleStatuses = async (): Promise<readonly number[]> => {
  const paths = [`/folders/${inner.id}`, `/releases/${release.id}`, `/releases/${release.id}/teams`];
  const replies = await Promise.all(paths.map((path) => lea.send('GET', path)));
  return replies.map(({ status }) => status);
};
const [allowed, refused] = [
  [200, 200, 200],
  [404, 404, 404],
];

beforeAll(async () => {
  const secondServer = await startSecondServer(product);
  lea = createRestClient(() => secondServer.url, basicAuth('lea', 'pw lea'));
  await someone('lea');
  holder = await folder('holder');
  inner = await folder('inner', holder.id);
  const template = await rest.post<Release>(`/templates?folderId=${inner.id}`, { title: 'T' });
  release = await rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'R' });
  return () => secondServer.stop();
});

test('joining and leaving a team', async () => {
  expect(await visibleStatuses()).toEqual(refused);
  for (let round = 0; round < 5; round += 1) {
    await setTeam(holder, leadMember);
    expect(await visibleStatuses()).toEqual(allowed);
    await setTeam(holder);
    expect(await visibleStatuses()).toEqual(refused);
  }
});

test('joining and leaving through a role, and deletion of the role', async () => {
  await role('Crew', [], 'lea');
  await setTeam(holder, { name: 'Crew', type: 'ROLE' });
  expect(await visibleStatuses()).toEqual(allowed);
  await rest.sendForNoContent('PUT', '/roles/Crew', { principals: [] });
  expect(await visibleStatuses()).toEqual(refused);
  await rest.sendForNoContent('PUT', '/roles/Crew', { principals: [{ username: 'LEA' }] });
  expect(await visibleStatuses()).toEqual(allowed);
  await rest.sendForNoContent('DELETE', '/roles/Crew');
  expect(await visibleStatuses()).toEqual(refused);
});

test('stopping and restoring inheritance', async () => {
  await setTeam(holder, leadMember);
  for (let round = 0; round < 5; round += 1) {
    await setTeam(inner);
    await rest.post(`/folders/${inner.id}/teams`, [{ teamName: 'Readers', members: [] }]);
    expect(await visibleStatuses()).toEqual(refused);
    await rest.post(`/folders/${inner.id}/teams`, []);
    expect(await visibleStatuses()).toEqual(allowed);
  }
});

test('moving a folder', async () => {
  const otherFolder = await folder('other');
  await setTeam(holder, leadMember);
  for (let round = 0; round < 5; round += 1) {
    await rest.sendForNoContent('POST', `/folders/${inner.id}/move?newParentId=${otherFolder.id}`);
    expect(await visibleStatuses()).toEqual(refused);
    await rest.sendForNoContent('POST', `/folders/${inner.id}/move?newParentId=${holder.id}`);
    expect(await visibleStatuses()).toEqual(allowed);
  }
});

test('the teams of a template at the top, also after it was deleted and created again with the same id', async () => {
  const id = 'Releaseagain';
  const readStatus = async () => (await lea.send('GET', `/templates/${id}`)).status;
  const make = () => rest.post('/templates', { id, title: 'Again' });
  await make();
  expect(await readStatus()).toBe(404);
  await rest.post(`/templates/${id}/teams`, [
    { teamName: 'Readers', members: [leadMember], permissions: ['template#view'] },
  ]);
  expect(await readStatus()).toBe(200);
  await rest.sendForNoContent('DELETE', `/templates/${id}`);
  await make();
  expect(await readStatus()).toBe(404);
});

test('the ETag of a release changes when another user joins a team', async () => {
  await setTeam(holder, leadMember);
  const { headers } = await lea.send('GET', `/releases/${release.id}`);
  const tag = { 'If-None-Match': headers.get('etag') ?? '' };
  expect((await lea.send('GET', `/releases/${release.id}`, undefined, tag)).status).toBe(304);
  await setTeam(holder, leadMember, { name: 'admin' });
  const now = await lea.send('GET', `/releases/${release.id}`, undefined, tag);
  expect(now.status).toBe(200);
  expect(JSON.parse(now.text).teams.at(-1).members).toEqual(['lea', 'admin']);
});

test('without the view permission the owner of teams is missing; without the edit permission the refusal names it', async () => {
  await setTeam(holder, leadMember);
  await rest.post(`/folders/${inner.id}/teams`, []);
  const missingPermission = (permission: string, id: string) =>
    `403 Permission ${permission} on APPLICATIONS on ${id} is not granted to you.`;
  expect(await lea.sendForError('POST', `/folders/${inner.id}/teams`, [])).toBe(
    missingPermission('folder#edit_security', inner.id.split('/').at(-1)!),
  );
  expect(await lea.sendForError('POST', `/releases/${release.id}/teams`, [])).toBe(
    missingPermission('release#edit_security', release.id.split('/').at(-1)!),
  );
  expect(await lea.get(`/folders/${inner.id}/folderOwner`)).toBe(false);
  const otherFolder = await folder('hidden');
  expect(await lea.sendForError('GET', `/folders/${otherFolder.id}/teams`)).toMatch(/^404 there is no folder/);
  expect(await lea.sendForError('POST', `/folders/${otherFolder.id}/teams`, [])).toMatch(/^404 there is no folder/);
});

test('security#edit allows changes of teams at the top, but not of folders', async () => {
  await someone('sam', 'security#edit');
  const sam = createRestClient(product.url, basicAuth('sam', 'pw sam'));
  const template = await rest.post<Release>('/templates', { title: 'At the top' });
  expect(await sam.post(`/templates/${template.id}/teams`, [{ teamName: 'New' }])).toHaveLength(4);
  expect(await sam.sendForError('POST', `/folders/${holder.id}/teams`, [])).toMatch(/^404 /);
});
