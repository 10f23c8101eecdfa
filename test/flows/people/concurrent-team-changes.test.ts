import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate } from '../../harness/rest/plans.ts';
import type { Folder } from '../../harness/rest/response-types.ts';
import { createRestUsers } from './rest-users.ts';
import type { Teams } from './teams.ts';

const product = serve();
const { rest, database } = product;
const { someone } = createRestUsers(product);

// The line of a login is written after its response.
const state = () =>
  database().query({
    text: `select version, (select max(seq) from audit where action <> 'LOGIN_SUCCEEDED') as line from access_version`,
  });

test('a list of teams that changes nothing writes nothing, and triggers no new permission checks', async () => {
  const { id } = await rest.post<Folder>('/folders/Applications', { title: 'Still' });
  const template = await createTemplate(rest, {});
  for (const path of [`/folders/${id}/teams`, `/templates/${template.id}/teams`]) {
    const teams = await rest.get<Teams>(path);
    const before = await state();
    for (const list of [teams, teams.map((team) => ({ id: team.id, teamName: team.teamName }))]) {
      expect(await rest.post(path, list)).toEqual(teams);
    }
    expect(await state()).toEqual(before);
    await rest.post(path, [...teams, { teamName: 'One more' }]);
    expect(await state()).not.toEqual(before);
  }
});

test('an update of teams or of a role with an outdated ETag is refused', async () => {
  const { id } = await rest.post<Folder>('/folders/Applications', { title: 'Minded' });
  const template = await createTemplate(rest, {});
  await rest.sendForNoContent('POST', '/roles/Minders', { permissions: [], principals: [] });
  const cases = [
    ['POST', `/folders/${id}/teams`, (name: string) => [{ teamName: name, permissions: ['folder#view'] }]],
    ['POST', `/templates/${template.id}/teams`, (name: string) => [{ teamName: name }]],
    ['PUT', '/roles/Minders', (name: string) => ({ principals: [{ username: name }] })],
  ] as const;
  for (const [method, path, bodyOf] of cases) {
    const tagOf = async () => (await rest.send('GET', path)).headers.get('etag') ?? '';
    const [tag, read] = [await tagOf(), await rest.get(path)];
    expect((await rest.send('GET', path, undefined, { 'if-none-match': tag })).status).toBe(304);
    const first = await rest.send(method, path, bodyOf('first'), { 'if-match': tag });
    expect([path, first.status < 300]).toEqual([path, true]);
    const changed = await rest.get(path);
    expect(changed).not.toEqual(read);
    if (method === 'POST') expect(first.headers.get('etag')).toBe(await tagOf());
    const late = await rest.send(method, path, bodyOf('late'), { 'if-match': tag });
    expect([late.status, late.text]).toEqual([
      412,
      `the current version has the ETag ${await tagOf()}, which If-Match does not contain: read it again\n`,
    ]);
    expect(await rest.get(path)).toEqual(changed);
  }
});

test('a caller who loses the permission while the request waits changes no teams', async () => {
  const { id } = await rest.post<Folder>('/folders/Applications', { title: 'Contested' });
  const ann = await someone('ann');
  const teams = [
    { teamName: 'Editors', members: [{ name: 'ann' }], permissions: ['folder#view', 'folder#edit_security'] },
  ];
  await rest.post(`/folders/${id}/teams`, teams);
  const waiting = await database().transaction(async (connection) => {
    await connection.query({ text: `select pg_advisory_xact_lock(hashtext('folders'))` });
    const posted = ann.sendForError('POST', `/folders/${id}/teams`, [...teams, { teamName: 'Mine' }]);
    const text = `select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(async () => (await connection.query({ text })).length).toBe(1);
    await connection.query({ text: `delete from team_members where principal = 'user:ann'` });
    await connection.query({ text: 'update access_version set version = version + 1' });
    return { posted };
  });
  expect(await waiting.posted).toBe(`404 there is no folder '${id.split('/').at(-1)}'`);
});
