import { deleteExpiredReceivedEvents } from '@slipway/persistence/webhooks';
import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { basicAuth } from '../../harness/rest/rest-client.ts';
import { isLong } from '../../harness/test-length.ts';
import {
  createEndpoint,
  type Delivery,
  deliver,
  expectAccepted,
  expectUnauthorized,
  listDeliveries,
} from '../../harness/webhooks/endpoints.ts';

const { rest, url, database } = serve();

const noAuthentication = { type: 'events.NoAuthentication' };
const mask = '********';

describe('stored data of a delivery', () => {
  test('includes everything except secrets', async () => {
    const secret = 'p"ä/x';
    const endpoint = await createEndpoint(rest, { type: 'events.TokenAuthentication', header: 'X-Own', token: secret });
    const path = `${endpoint.path}?a=${encodeURIComponent(secret)}&${encodeURIComponent(secret)}=1&b=`;
    const headers = {
      'X-Own': Buffer.from(secret).toString('latin1'),
      Cookie: 'session=1',
      'X-Note': `note ${Buffer.from(secret).toString('base64')}`,
      ...basicAuth('ann', 'hers'),
    };
    const body = '{"own":"p\\"\\u00e4/x","other":"kept"}';
    expectAccepted(await deliver(url(), { ...endpoint, path }, { body, headers }));
    const [delivery] = await listDeliveries(rest, endpoint);
    expect(delivery).toEqual({
      id: expect.stringMatching(/^Delivery[0-9a-f]{32}$/),
      endpointId: endpoint.id,
      receivedAt: expect.stringMatching(/^\d{4}-.*\+00:00$/),
      method: 'POST',
      path: endpoint.path,
      parameters: { a: [mask], [mask]: ['1'], b: [''] },
      headers: expect.objectContaining({ 'X-Own': mask, Cookie: mask, 'X-Note': `note ${mask}`, authorization: mask }),
      body: `{"own":"${mask}","other":"kept"}`,
      bodyLength: 33,
      verdict: 'ACCEPTED',
      status: 200,
      durationMs: expect.any(Number),
      processedAt: expect.stringMatching(/\+00:00$/),
      results: [],
    });
    const rows = await database().query({ text: 'select * from deliveries' });
    expect(JSON.stringify(rows)).not.toMatch(/p\\*"|session=1|aW5l|aGVycw/);
  });

  test('has no secret in the name of a header', async () => {
    const endpoint = await createEndpoint(rest, {
      type: 'events.TokenAuthentication',
      header: 'X-Own',
      token: 'x-abc-123',
    });
    expectAccepted(await deliver(url(), endpoint, { body: '{}', headers: { 'X-Own': 'x-abc-123', 'x-abc-123': '1' } }));
    const [delivery] = await listDeliveries(rest, endpoint);
    expect(delivery?.headers).toEqual(expect.objectContaining({ 'X-Own': mask, [mask]: '1' }));
    expect(JSON.stringify(delivery)).not.toContain('x-abc-123');
  });

  test('is listed in pages, the newest first', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    for (const body of ['1', '2', '3']) expectAccepted(await deliver(url(), endpoint, { body }));
    const page = async (query: string) =>
      (await rest.get<Delivery[]>(`/webhooks/${endpoint.id}/deliveries?${query}`)).map(({ body }) => body);
    expect(await page('resultsPerPage=2')).toEqual(['3', '2']);
    expect(await page('resultsPerPage=2&page=1')).toEqual(['1']);
    expect(await page('resultsPerPage=2&page=2')).toEqual([]);
  });

  test('is available only under its own endpoint', async () => {
    const [firstEndpoint, secondEndpoint] = [
      await createEndpoint(rest, noAuthentication),
      await createEndpoint(rest, noAuthentication),
    ];
    await deliver(url(), firstEndpoint, { body: '{}' });
    const [delivery] = await listDeliveries(rest, firstEndpoint);
    for (const [method, description] of [
      ['GET', ''],
      ['POST', '/replay'],
    ] as const) {
      expect(
        await rest.sendForError(method, `/webhooks/${secondEndpoint.id}/deliveries/${delivery!.id}${description}`),
      ).toBe(`404 there is no delivery '${delivery!.id}'`);
    }
    const plain = await rest.post<{ id: string }>('/config', { type: 'x.Y', title: 'no endpoint' });
    expect(await rest.sendForError('GET', `/webhooks/${plain.id}/deliveries`)).toBe(
      `404 configuration '${plain.id}' is not a webhook endpoint`,
    );
  });

  test('is limited by the setting of the endpoint, and older data is deleted in batches', async () => {
    const limitedEndpoint = await createEndpoint(rest, noAuthentication, { requestRetention: 2 });
    const short = await createEndpoint(rest, noAuthentication, { retentionDays: 1 });
    for (const body of ['1', '2', '3', '4', '5']) {
      await deliver(url(), limitedEndpoint, { body });
      await deliver(url(), short, { body });
    }
    await database().query({
      text: `update deliveries set received_at = now() - interval '25 hours' where body = '1' or body = '5'`,
    });
    expect(await deleteExpiredReceivedEvents(database(), 2)).toBe(2);
    expect(await deleteExpiredReceivedEvents(database(), 100)).toBe(3);
    expect(await deleteExpiredReceivedEvents(database(), 100)).toBe(0);
    expect((await listDeliveries(rest, limitedEndpoint)).map(({ body }) => body)).toEqual(['5', '4']);
    expect((await listDeliveries(rest, short)).map(({ body }) => body)).toEqual(['4', '3', '2']);
  });

  test.runIf(isLong)(
    'is limited to 100 MB of large bodies, and older deliveries than these are deleted, too',
    async () => {
      const endpoint = await createEndpoint(rest, noAuthentication);
      for (const body of ['1', '2', '31', '4', '32', '33']) await deliver(url(), endpoint, { body });
      await database().query(
        {
          text: `update deliveries set body = body || repeat(' ', 40000000) where body like '3%' and endpoint_id = $1`,
        },
        [endpoint.id.slice(endpoint.id.lastIndexOf('/') + 1)],
      );
      expect(await deleteExpiredReceivedEvents(database(), 100)).toBe(3);
      expect((await listDeliveries(rest, endpoint)).map(({ body }) => body.trim())).toEqual(['33', '32', '4']);
    },
  );
});

describe('a deduplication key', () => {
  test('accepts one of twenty concurrent deliveries', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication, { deduplicationKey: 'X-Delivery' });
    const send = () => deliver(url(), endpoint, { body: '{}', headers: { 'x-delivery': 'same' } });
    for (const reply of await Promise.all(Array.from({ length: 20 }, send))) expectAccepted(reply);
    const [accepted, ...others] = (await listDeliveries(rest, endpoint)).filter(
      ({ verdict }) => verdict === 'ACCEPTED',
    );
    expect(others).toEqual([]);
    const duplicates = (await listDeliveries(rest, endpoint)).filter(({ verdict }) => verdict === 'DUPLICATE');
    expect(duplicates).toHaveLength(19);
    for (const duplicate of duplicates) {
      expect(duplicate).toMatchObject({
        status: 200,
        duplicateOf: accepted!.id,
        reason: `delivered before as ${accepted!.id}`,
      });
    }
  });

  test('applies to one endpoint, to accepted deliveries, and to deliveries with a key', async () => {
    const authentication = { type: 'events.TokenAuthentication', token: 't' };
    const make = () => createEndpoint(rest, authentication, { deduplicationKey: 'payload.id' });
    const [firstEndpoint, secondEndpoint] = [await make(), await make()];
    const send = (endpoint: typeof firstEndpoint, body: string, token = 't') =>
      deliver(url(), endpoint, { body, headers: { 'x-gitlab-token': token } });
    expectUnauthorized(await send(firstEndpoint, '{"id": 1}', 'wrong'), firstEndpoint);
    for (const [endpoint, body] of [
      [firstEndpoint, '{"id": 1}'],
      [secondEndpoint, '{"id": 1}'],
      [firstEndpoint, '{"id": "1"}'],
      [firstEndpoint, '{}'],
      [firstEndpoint, '{}'],
    ] as const) {
      expectAccepted(await send(endpoint, body));
    }
    expect((await listDeliveries(rest, firstEndpoint)).map(({ verdict }) => verdict)).toEqual([
      'ACCEPTED',
      'ACCEPTED',
      'DUPLICATE',
      'ACCEPTED',
      'REFUSED',
    ]);
    expect((await listDeliveries(rest, secondEndpoint)).map(({ verdict }) => verdict)).toEqual(['ACCEPTED']);
  });

  test('distinguishes numbers that differ only in their last digit', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication, { deduplicationKey: 'payload.id' });
    for (const id of ['8202522731445525542', '8202522731445525543', '8202522731445525542'])
      expectAccepted(await deliver(url(), endpoint, { body: `{"id": ${id}}` }));
    expect((await listDeliveries(rest, endpoint)).map(({ verdict }) => verdict)).toEqual([
      'DUPLICATE',
      'ACCEPTED',
      'ACCEPTED',
    ]);
  });
});

describe('a replay', () => {
  test('is possible for refused and accepted deliveries, and records the user', async () => {
    const authentication = { type: 'events.TokenAuthentication', token: 't' };
    const endpoint = await createEndpoint(rest, authentication, { deduplicationKey: 'payload.id' });
    expectUnauthorized(await deliver(url(), endpoint, { body: '{"id":1}' }), endpoint);
    const [refused] = await listDeliveries(rest, endpoint);
    const replayed = await rest.post<Delivery>(`/webhooks/${endpoint.id}/deliveries/${refused!.id}/replay`);
    expect(replayed).toEqual({
      ...refused,
      id: replayed.id,
      receivedAt: replayed.receivedAt,
      processedAt: replayed.processedAt,
      verdict: 'ACCEPTED',
      status: 200,
      durationMs: 0,
      reason: 'replayed by admin',
      replayOf: refused!.id,
    });
    await rest.post(`/webhooks/${endpoint.id}/deliveries/${replayed.id}/replay`);
    expect(await listDeliveries(rest, endpoint)).toHaveLength(3);
  });

  test('is refused if only the beginning of the body is stored, as for all unauthenticated requests', async () => {
    const endpoint = await createEndpoint(rest, { type: 'events.TokenAuthentication', token: 'secret' });
    const body = JSON.stringify({ long: 'x'.repeat(100_000) });
    expectUnauthorized(await deliver(url(), endpoint, { body }), endpoint);
    expectAccepted(await deliver(url(), endpoint, { body, headers: { 'x-gitlab-token': 'secret' } }));
    const [acceptedDelivery, refused] = await listDeliveries(rest, endpoint);
    expect([acceptedDelivery!.bodyLength, refused!.bodyLength]).toEqual([body.length, 65_536]);
    expect(await rest.sendForError('POST', `/webhooks/${endpoint.id}/deliveries/${refused!.id}/replay`)).toBe(
      `409 cannot replay delivery '${refused!.id.split('/').at(-1)}': only the beginning of a refused delivery is stored`,
    );
  });

  test('happens once for one idempotency key', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    await deliver(url(), endpoint, { body: '{}' });
    const [delivery] = await listDeliveries(rest, endpoint);
    const repeatDelivery = () =>
      rest.send('POST', `/webhooks/${endpoint.id}/deliveries/${delivery!.id}/replay`, undefined, {
        'idempotency-key': 'once',
      });
    const [first, second] = [await repeatDelivery(), await repeatDelivery()];
    expect([first.status, second.text]).toEqual([200, first.text]);
    expect(await listDeliveries(rest, endpoint)).toHaveLength(2);
  });
});
