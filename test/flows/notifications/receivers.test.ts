import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';

/** Receivers of events (receive-events.md), over REST, with real HTTP servers. */
const product = serve();
const { rest } = product;
const people = peopleOf(product);
const path = '/event-subscriptions';
const secretOf = (letter: string) => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`;

interface Receiver {
  readonly id: string;
  readonly title: string;
}

let server: Server;
let url: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const received: { readonly method: string; readonly body: string; readonly signature: string }[] = [];
const accept = (_: IncomingMessage, response: ServerResponse) => void response.writeHead(204).end();
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    const signature = String(request.headers['webhook-signature'] ?? '');
    received.push({ method: request.method ?? '', body, signature });
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-path`;
  answer = accept;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const webhook = (changes: object = {}) => ({
  ...{ title: 'Hook', kind: 'webhook', url, secret: secretOf('a'), types: ['release.failed'] },
  ...changes,
});
const create = (changes: object = {}) => rest.post<Receiver>(path, webhook(changes));

describe('a receiver', () => {
  test('is created after its consent, and shows neither its address nor its secret', async () => {
    received.length = 0;
    const created = await create({ filter: { tags: ['prod'], statuses: null } });
    expect(created).toEqual({
      ...{ id: created.id, title: 'Hook', kind: 'webhook', owner: 'admin', host: new URL(url).host, hasSecret: true },
      ...{ types: ['release.failed'], filter: { tags: ['prod'] }, enabled: true, createdAt: expect.any(String) },
    });
    expect(received.map(({ method }) => method)).toEqual(['OPTIONS', 'POST']);
    expect(received[1]?.signature).toMatch(/^v1,/);
    const listed = JSON.stringify([await rest.get(path), await rest.get(`${path}/${created.id}`)]);
    expect(listed).not.toMatch(/secret-path|whsec_/);
    const audit = JSON.stringify(await rest.get(`/audit?subject=${created.id}`));
    expect(audit).toContain('RECEIVER_CREATED');
    expect(audit).not.toMatch(/secret-path|whsec_/);
    const [row] = await product.database().query<{ url: string; secret: string }>({
      text: `select url, secret from event_subscriptions where id = '${created.id}'`,
    });
    expect(row!.url).toMatch(/^v1\./);
    expect(row!.secret).toMatch(/^v1\./);
  });

  test('signs with two secrets for a day after a change of the secret', async () => {
    const { id } = await create();
    const changed = await rest.put(`${path}/${id}`, { title: 'Rotated', kind: 'webhook', secret: secretOf('b') });
    expect(changed).toMatchObject({ title: 'Rotated', previousSecretUntil: expect.any(String) });
    received.length = 0;
    expect(await rest.post(`${path}/${id}/test`)).toMatchObject({ accepted: true, status: 204 });
    expect(received[0]?.signature).toMatch(/^v1,\S+ v1,\S+$/);
    await rest.sendForNoContent('DELETE', `${path}/${id}`);
    expect(await rest.send('GET', `${path}/${id}`)).toMatchObject({ status: 404 });
  });

  test('that refuses is neither created nor enabled again', async () => {
    const { id } = await create();
    await rest.put(`${path}/${id}`, { title: 'Off', kind: 'webhook', enabled: false });
    answer = (request, response) =>
      void response.writeHead(request.method === 'OPTIONS' ? 405 : 403).end('no secret-path');
    const refusal = await rest.send('POST', path, webhook());
    expect(refusal.status).toBe(400);
    expect(refusal.text).toContain('the receiver answered 403');
    expect(refusal.text).not.toContain('secret-path');
    expect(await rest.send('PUT', `${path}/${id}`, { title: 'On', kind: 'webhook' })).toMatchObject({ status: 400 });
    expect(await rest.post(`${path}/${id}/test`)).toMatchObject({ accepted: false, status: 403 });
    answer = accept;
    expect(await rest.put(`${path}/${id}`, { title: 'On', kind: 'webhook' })).toMatchObject({ enabled: true });
  });

  test.each([
    [{ url: 'http://example.com/' }, 'url: expected an https address'],
    [{ url: 'https://user:pw@example.com/' }, 'url: expected an https address'],
    [{ url: 'file:///etc/passwd' }, 'url: expected an https address'],
    [{ url: undefined }, 'url: expected an https address'],
    [{ url: 'http://10.1.2.3/' }, 'the operator does not allow it'],
    [{ secret: 'short' }, 'secret: expected whsec_'],
    [{ secret: undefined }, 'secret: expected whsec_'],
    [{ kind: 'slack' }, 'secret: only a webhook has a secret'],
    [{ kind: 'pager' }, 'kind'],
    [{ types: ['task.done'] }, "there is no event 'task.done'"],
    [{ title: ' ' }, 'title'],
    [{ title: 'x'.repeat(300) }, 'title'],
    [{ types: Array.from({ length: 200 }, () => 'task.failed') }, 'types'],
  ])('with %o is refused', async (changes, reason) => {
    const refusal = await rest.send('POST', path, webhook(changes));
    expect(refusal.status).toBe(400);
    expect(refusal.text).toContain(reason);
    expect(refusal.text).not.toContain('whsec_AAA');
  });
});

test('a change and a deletion require the version in If-Match', async () => {
  const { id } = await create({ language: 'de' });
  const own = `${path}/${id}`;
  const tagOf = async () => ({ 'if-match': (await rest.send('GET', own)).headers.get('etag') ?? '' });
  const old = await tagOf();
  const body = { title: 'First', kind: 'webhook' };
  expect((await rest.send('PUT', own, body, old)).status).toBe(200);
  expect((await rest.send('PUT', own, { ...body, title: 'Second', url: 'http://10.1.2.3/' }, old)).status).toBe(412);
  expect((await rest.send('DELETE', own, undefined, old)).status).toBe(412);
  expect(await rest.get(own)).toMatchObject({ title: 'First' });
  expect(await rest.get(own)).not.toHaveProperty('language');
  expect((await rest.send('DELETE', own, undefined, await tagOf())).status).toBe(204);
});

test('a chat has a language, and a webhook with an Ed25519 key shows the public one', async () => {
  const chat = { title: '#ops', kind: 'slack', url, secret: undefined };
  const { id } = await rest.post<Receiver>(path, { ...chat, language: 'PT-br' });
  expect(await rest.get(`${path}/${id}`)).toMatchObject({ language: 'pt-BR' });
  expect(await rest.put(`${path}/${id}`, chat)).not.toHaveProperty('language');
  const key = `whsk_${Buffer.from('k'.repeat(32)).toString('base64')}`;
  received.length = 0;
  expect(await create({ secret: key })).toMatchObject({ publicKey: expect.stringMatching(/^whpk_[\w+/]{43}=$/) });
  expect(received.at(-1)?.signature).toMatch(/^v1a,/);
});

test('a webhook has a format, which is in the audit log', async () => {
  const { id } = await create({ format: 'cdevents', types: [] });
  const own = `${path}/${id}`;
  expect(await rest.get(own)).toMatchObject({ format: 'cdevents' });
  const tag = (await rest.send('GET', own)).headers.get('etag');
  expect(await rest.put(own, { title: 'Hook', kind: 'webhook' })).not.toHaveProperty('format');
  expect((await rest.send('GET', own)).headers.get('etag')).not.toBe(tag);
  const audit = JSON.stringify(await rest.get(`/audit?subject=${id}`));
  expect(audit).toMatch(/"format":"cdevents".*"format":"slipway"|"format":"slipway".*"format":"cdevents"/s);
  const refusal = await rest.send('POST', path, webhook({ format: 'xml' }));
  expect([refusal.status, refusal.text]).toEqual([400, expect.stringContaining('format')]);
  expect(await create({ kind: 'slack', secret: undefined, format: 'cdevents' })).not.toHaveProperty('format');
});

describe('the permission folder#edit_notifications', () => {
  test('covers the receivers of the folder, and no others', async () => {
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Notified' });
    const other = await rest.post<{ id: string }>('/folders/Applications', { title: 'Other' });
    const editor: RestClient = await people.createUserWith(folder, 'folder#edit_notifications', 'folder#view');
    const own = await editor.post<Receiver>(path, webhook({ title: 'Own', folderId: folder.id }));
    const foreign = await create({ title: 'Foreign', folderId: other.id });
    const global = await create({ title: 'Global' });
    expect((await editor.get<Receiver[]>(path)).map(({ title }) => title)).toEqual(['Own']);
    for (const { id } of [foreign, global])
      for (const [method, suffix] of [
        ...([
          ['GET', ''],
          ['DELETE', ''],
          ['POST', '/test'],
          ['GET', '/deliveries'],
          ['GET', '/attempts'],
        ] as const),
      ])
        expect(await editor.send(method, `${path}/${id}${suffix}`)).toMatchObject({ status: 404 });
    expect(await editor.send('POST', path, webhook())).toMatchObject({ status: 403 });
    expect(await editor.send('POST', path, webhook({ folderId: other.id }))).toMatchObject({ status: 404 });
    expect(await editor.send('GET', '/notification-deliveries')).toMatchObject({ status: 403 });
    expect(await editor.get(`${path}/${own.id}/deliveries`)).toEqual({ items: [] });
  });
});

test('a replay needs a delivery or a time range, and a page a cursor', async () => {
  const { id } = await create();
  const fails = async (method: 'GET' | 'POST', suffix: string, body?: object) =>
    (await rest.send(method, `${path}/${id}${suffix}`, body)).status;
  expect(await fails('POST', '/replay', {})).toBe(400);
  expect(await fails('POST', '/replay', { deliveryId: 'DeliveryNone' })).toBe(404);
  expect(await fails('GET', "/deliveries?after=x'--")).toBe(400);
  expect(await fails('GET', '/attempts?after=x')).toBe(400);
  const range = { from: '2026-01-01T00:00:00Z', to: '2030-01-01T00:00:00Z' };
  expect(await rest.post(`${path}/${id}/replay`, range)).toEqual({ replayed: 0 });
});

test('both forms of a replay are in the audit log', async () => {
  const { id } = await create({ types: ['token.expiring'] });
  const [event] = await product.database().query<{ readonly id: string }>({
    text: `with ev as (
        insert into events (type, actor, at, data, audience) values ('token.expiring', 'SYSTEM', now(),
          '{"subject":{"id":"Token1","title":"CI"}}', '{}') returning id)
      insert into event_queue select id from ev returning event_id as id`,
  });
  type Page = { readonly items: readonly { readonly id: string; readonly eventId: string; readonly state: string }[] };
  const delivery = async () =>
    (await rest.get<Page>(`${path}/${id}/deliveries`)).items.find(({ eventId }) => eventId === event?.id);
  const isSent = () => expect.poll(async () => (await delivery())?.state).toBe('sent');
  await isSent();
  const deliveryId = (await delivery())?.id ?? '';
  expect(await rest.post(`${path}/${id}/replay`, { deliveryId })).toEqual({ replayed: 1 });
  await isSent();
  const range = { from: '2026-01-01T00:00:00.000Z', to: '2090-01-01T00:00:00.000Z' };
  expect(await rest.post(`${path}/${id}/replay`, { ...range, states: ['sent'] })).toEqual({ replayed: 1 });
  await isSent();
  expect(await rest.post(`/notification-deliveries/${deliveryId}/replay`)).toEqual({ replayed: 1 });
  const entries = await rest.get<readonly { readonly subject: string }[]>('/audit?action=DELIVERIES_REPLAYED');
  expect(entries).toMatchObject([
    { username: 'admin', subject: deliveryId, after: { id: deliveryId, replayed: 1 } },
    { subject: id, after: { ...range, states: ['sent'], replayed: 1 } },
    { subject: id, after: { id: deliveryId, replayed: 1 } },
  ]);
});
