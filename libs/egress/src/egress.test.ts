import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpOrder } from '@slipway/scripts';
import { expect, onTestFinished, test } from 'vitest';
import { createEgress, type EgressPolicy } from './index.ts';

const loopback = { of: { kind: 'network', address: '127.0.0.0', bits: 8 }, port: null } as const;
const policy: EgressPolicy = { allow: [loopback], deny: [], own: () => [], timeoutMs: 60_000, allowUnverified: false };

async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const order = (url: string, more: Partial<HttpOrder> = {}): HttpOrder => ({
  does: 'http',
  place: 0,
  method: 'GET',
  url,
  headers: [],
  body: null,
  timeoutMs: null,
  followRedirects: true,
  verify: true,
  connection: null,
  credentials: null,
  ...more,
});

const nothing = { secrets: [], connection: null };

test('a request is answered with status, reason, headers and text', async () => {
  const url = await served((request, response) => {
    response.sendDate = false;
    response.writeHead(201, 'Made', { 'X-Asked': `${request.method} ${request.url}` }).end('größer');
  });
  expect(await createEgress(policy).send(order(`${url}/a?b=c#d`), nothing)).toEqual({
    value: {
      status: 201,
      reason: 'Made',
      url: `${url}/a?b=c`,
      headers: [
        ['X-Asked', 'GET /a?b=c'],
        ['Connection', 'close'],
        ['Transfer-Encoding', 'chunked'],
      ],
      body: { text: 'größer' },
    },
  });
});

test('a private address is refused, whatever answers there', async () => {
  const url = await served((_request, response) => void response.end());
  const sent = createEgress({ ...policy, allow: [{ of: { kind: 'public' }, port: null }] }).send(order(url), nothing);
  expect(await sent).toEqual({
    refused: {
      type: 'HttpRefused',
      message: `${url.slice(7)} must not be reached: its name is unknown, or the operator does not allow it (SCRIPT_HTTP_ALLOW)`,
    },
  });
});
