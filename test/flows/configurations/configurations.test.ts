import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import type { Folder } from '../../harness/rest/response-types.ts';
import {
  type Configuration,
  createEndpoint,
  deliver,
  expectAccepted,
  expectUnauthorized,
} from '../../harness/webhooks/endpoints.ts';

const product = serve();
const { rest, url, database } = product;
const people = peopleOf(product);

const folder = (title: string, parent = 'Applications') => rest.post<Folder>(`/folders/${parent}`, { title });
const token = { type: 'events.TokenAuthentication', token: 'hush' };
const valid = { type: 'events.PostWebhookEndpoint', title: 'Valid', path: 'valid', authentication: token };

describe('endpoints', () => {
  test('are returned with every property of their type, with masked secrets', async () => {
    const { id } = await folder('Team');
    const created = await rest.post<Configuration>('/config', {
      ...valid,
      title: 'Whole',
      path: 'whole',
      folderId: id,
    });
    expect(created).toEqual({
      id: expect.stringMatching(new RegExp(`^${id}/Configuration[0-9a-f]{32}$`)),
      type: 'events.PostWebhookEndpoint',
      title: 'Whole',
      folderId: id,
      variableMapping: {},
      path: 'whole',
      method: 'POST',
      authentication: { type: 'events.TokenAuthentication', header: 'X-Gitlab-Token', token: '********' },
      requestRetention: 1000,
      retentionDays: 30,
      enabled: true,
    });
    expect(await rest.get(`/config/${created.id}`)).toEqual(created);
    expect(await rest.get(`/config/${created.id.split('/').at(-1)}`)).toEqual(created);
  });

  test.each([
    [{ title: '' }, '400 title: expected a text'],
    [{ type: '' }, '400 type: expected the name of a type'],
    [{ type: 'events.PutWebhookEndpoint' }, "400 type: there is no type 'events.PutWebhookEndpoint'"],
    [{ type: 'events.WebhookEndpoint' }, "400 type: 'events.WebhookEndpoint' is abstract; use a type that extends it"],
    [{ type: 'no/type' }, "400 type: 'no/type' is not a type name"],
    [{ path: null }, '400 path: expected a text'],
    [{ path: 'a//b' }, expect.stringContaining('400 path: expected 1 to 500 characters')],
    [{ method: 'GET' }, '400 method: expected one of POST'],
    [{ authentication: null }, '400 authentication: expected an object with a type'],
    [{ authentication: 'Configuration1' }, '400 authentication.type: expected a type of webhook authentication'],
    [{ authentication: {} }, '400 authentication.type: expected the name of a type'],
    [{ authentication: { type: 'my.Own' } }, "400 authentication.type: there is no type 'my.Own'"],
    [
      { authentication: { ...valid, authentication: token } },
      '400 authentication.type: expected a type of webhook authentication',
    ],
    [
      { authentication: { ...valid, authentication: 7 } },
      '400 authentication.type: expected a type of webhook authentication',
    ],
    [{ authentication: { ...token, token: '' } }, '400 authentication.token: expected a text'],
    [
      { authentication: { ...token, token: '********' } },
      '400 authentication.token: the value is a mask, but no secret is stored',
    ],
    [{ requestRetention: 0 }, '400 requestRetention: expected a whole number from 1 to 1000000'],
    [{ retentionDays: 'soon' }, '400 retentionDays: expected a whole number'],
    [{ enabled: 'perhaps' }, '400 enabled: expected true or false'],
    [
      { deduplicationKey: 'payload.' },
      '400 deduplicationKey: expected the name of a header, or a path such as payload.delivery.id',
    ],
    [{ folderId: 'FolderNone' }, "404 there is no folder 'FolderNone'"],
  ])('are refused with the body %j', async (fields, refusal) => {
    expect(await rest.sendForError('POST', '/config', { ...valid, ...fields })).toEqual(refusal);
  });

  test('are refused quickly for a path with very many slashes or a configuration with very many characters', async () => {
    expect(await rest.sendForError('POST', '/config', { ...valid, path: `/a${'/'.repeat(900_000)}a` })).toMatch(
      /^400 path: /,
    );
    const path = `/a${'/'.repeat(900_000)}a`;
    expect(await rest.sendForError('POST', '/config', { ...valid, path, deduplicationKey: 'x'.repeat(100_000) })).toBe(
      '400 the properties of a configuration can have at most 1000000 characters',
    );
  });

  test('have unique titles in their folder, and unique paths in the whole product', async () => {
    const firstFolder = await folder('One');
    const two = await folder('Two');
    const make = (title: string, path: string, folderId: string | null) => ({ ...valid, title, path, folderId });
    await rest.post('/config', make('Same', 'same/1', firstFolder.id));
    await rest.post('/config', make('Same', 'same/2', two.id));
    await rest.post('/config', make('Same', 'same/3', null));
    const bare = firstFolder.id.split('/').at(-1);
    expect(await rest.sendForError('POST', '/config', make('Same', 'same/4', firstFolder.id))).toBe(
      `409 A configuration with the title 'Same' already exists under the folder with ID '${bare}'.`,
    );
    expect(await rest.sendForError('POST', '/config', make('Same', 'same/4', null))).toBe(
      "409 A configuration with the title 'Same' already exists under the folder with ID 'Configuration'.",
    );
    expect(await rest.sendForError('POST', '/config', make('Other', '/same/1/', two.id))).toBe(
      "409 a webhook endpoint with the path 'same/1' already exists",
    );
  });

  test('keep their secret if the request contains its mask, and lose it if the type of the authentication changes', async () => {
    const endpoint = await createEndpoint(rest, token);
    const call = () => deliver(url(), endpoint, { body: '{}', headers: { 'x-gitlab-token': 'hush' } });
    const changed = await rest.put<Configuration>(`/config/${endpoint.id}`, { ...endpoint, title: 'Renamed' });
    expect(changed).toEqual({ ...endpoint, title: 'Renamed' });
    expectAccepted(await call());
    await rest.put(`/config/${endpoint.id}`, { ...endpoint, authentication: { token: '********', header: 'x-other' } });
    expectUnauthorized(await call(), endpoint);
    const basic = { type: 'events.BasicAuthentication', username: 'me', password: '********' };
    expect(await rest.sendForError('PUT', `/config/${endpoint.id}`, { authentication: basic })).toBe(
      '400 authentication.password: the value is a mask, but no secret is stored',
    );
    expect(await rest.sendForError('PUT', `/config/${endpoint.id}`, { type: 'events.GetWebhookEndpoint' })).toBe(
      "400 type: expected 'events.PostWebhookEndpoint': the type of a configuration cannot change",
    );
    const stored = await database().query({ text: 'select properties, secrets from configurations' });
    expect(JSON.stringify(stored)).not.toContain('hush');
  });

  test('are deleted with their folder', async () => {
    const { id } = await folder('Gone');
    const endpoint = await createEndpoint(rest, { type: 'events.NoAuthentication' }, { folderId: id });
    await deliver(url(), endpoint, { body: '{}' });
    await rest.sendForNoContent('DELETE', `/folders/${id}`);
    expect((await deliver(url(), endpoint, { body: '{}' })).status).toBe(404);
    expect(await rest.sendForError('GET', `/config/${endpoint.id}`)).toBe(
      `404 there is no configuration '${endpoint.id}'`,
    );
  });
});

describe('types without a definition', () => {
  const connection = {
    id: 'Configuration/Custom/ConfigurationRegistry',
    type: 'x.Connection',
    title: 'Registry',
    url: 'https://registry',
    password: 'hush',
    nested: { apiKey: 'key', tags: ['a', { token: 7 }], plain: null },
    $token: 'internal',
  };
  const shown = {
    url: 'https://registry',
    password: '********',
    nested: { apiKey: '********', tags: ['a', { token: '********' }], plain: null },
  };

  test('are stored as they were sent, with encrypted values for properties that look like secrets', async () => {
    const created = await rest.post<Configuration>('/config', connection);
    const { id, type, title } = connection;
    expect(created).toEqual({ id, type, title, variableMapping: {}, ...shown });
    const [row] = await database().query<{ secrets: object }>({
      text: `select secrets from configurations where id = 'ConfigurationRegistry'`,
    });
    expect(Object.keys(row!.secrets)).toEqual(['/password', '/nested/apiKey', '/nested/tags/1/token']);
    const changes = { url: 'https://registry/v2', user: 'me', $token: null };
    expect(await rest.put(`/config/${id}`, { ...created, ...changes })).toEqual({
      ...created,
      ...changes,
      $token: undefined,
    });
    for (const url of [null, 'https://other', 'http://registry'])
      expect(await rest.sendForError('PUT', `/config/${id}`, { url })).toBe(
        "400 nested.apiKey, nested.tags.1.token, password: 'url' points to another server than before: send the secret again, unmasked",
      );
    expect(await rest.post('/config', { ...connection, title: 'Another' })).toMatchObject({ id, title: 'Another' });
  });

  test('are found by type, title and folder', async () => {
    const outer = await folder('Outer');
    const inner = await folder('Inner', outer.id);
    const make = (title: string, folderId: string | null) =>
      rest.post<Configuration>('/config', { type: 'x.Server', title, folderId });
    const [a, b, c] = [await make('A', null), await make('B', outer.id), await make('C', inner.id)];
    const find = (query: string) => rest.get(`/config/byTypeAndTitle?configurationType=x.Server&${query}`);
    expect(await find('')).toEqual([a, b, c]);
    expect(await find('title=B')).toEqual([b]);
    expect(await find(`folderId=${outer.id}`)).toEqual([a, b]);
    expect(await find(`folderId=${inner.id}`)).toEqual([a, b, c]);
    expect(await find(`folderId=${inner.id}&folderOnly=true`)).toEqual([c]);
    expect(await find('folderOnly=true')).toEqual([a]);
    const endpoints = await rest.get<Configuration[]>(
      '/config/byTypeAndTitle?configurationType=events.WebhookEndpoint',
    );
    expect(new Set(endpoints.map(({ type }) => type))).toEqual(new Set(['events.PostWebhookEndpoint']));
  });
});

describe('a POST of a configuration with an existing id', () => {
  const server = { type: 'acme.Server', title: 'Sent twice', url: 'https://one', password: 'hush' };
  const secretOf = async (id: string) => {
    const text = `select secrets::text as secrets from configurations where id = '${id.split('/').at(-1)}'`;
    return await database().query({ text });
  };

  test('updates it like PUT: omitted properties stay, and a mask keeps the secret', async () => {
    const created = await rest.post<Configuration>('/config', server);
    const secret = await secretOf(created.id);
    const changed = await rest.post<Configuration>('/config', { ...created, zone: 'two' });
    expect(changed).toEqual({ ...created, zone: 'two', password: '********' });
    const changedUrl = { ...created, url: 'https://two' };
    expect(await rest.sendForError('POST', '/config', changedUrl)).toBe(
      await rest.sendForError('PUT', `/config/${created.id}`, changedUrl),
    );
    const renamed = { id: created.id.split('/').at(-1), type: server.type, title: 'Renamed' };
    expect(await rest.post('/config', renamed)).toEqual({ ...changed, title: 'Renamed' });
    expect(await secretOf(created.id)).toEqual(secret);
    expect(await rest.sendForError('POST', '/config', { ...created, title: ' ' })).toBe('400 title: expected a text');
    expect(await rest.sendForError('POST', '/config', { ...created, type: 'acme.Other' })).toBe(
      `409 id: configuration '${created.id}' has the type 'acme.Server', which cannot change`,
    );
    expect(await rest.get(`/config/${created.id}`)).toEqual({ ...changed, title: 'Renamed' });
  });

  test('needs the permissions of PUT', async () => {
    const { id: folderId } = await folder('Theirs to change');
    const inside = await rest.post<Configuration>('/config', { ...server, title: 'Inside', folderId });
    const [sees, edits, stranger] = [
      await people.createUserWith({ id: folderId }, 'folder#view'),
      await people.createUserWith({ id: folderId }, 'folder#view', 'folder#edit_configuration'),
      await people.createUserWithoutPermissions(),
    ];
    const body = { ...inside, zone: 'three' };
    expect(await sees.sendForError('POST', '/config', body)).toBe(
      await sees.sendForError('PUT', `/config/${inside.id}`, body),
    );
    expect(await stranger.sendForError('POST', '/config', body)).toBe(
      await stranger.sendForError('PUT', `/config/${inside.id}`, body),
    );
    expect(await edits.post('/config', body)).toMatchObject({ zone: 'three', password: '********' });
    expect(await edits.sendForError('POST', '/config', { ...body, folderId: 'Applications' })).toMatch(/^40[34] /);
  });
});
