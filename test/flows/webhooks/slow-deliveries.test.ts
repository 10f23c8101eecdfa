import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createEndpoint, listDeliveries } from '../../harness/webhooks/endpoints.ts';

const { rest, url } = serve();

const chunk = 'x'.repeat(64 * 1024);
const startDelivery = (path: string) =>
  `POST /webhooks/${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1\r\n"\r\n`;

test('a stalled delivery does not block other deliveries', async () => {
  const endpoint = await createEndpoint(rest, { type: 'events.NoAuthentication' });
  const { hostname, port } = new URL(url());
  const idle = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.write(`${startDelivery(String(endpoint.path))}${`10000\r\n${chunk}\r\n`.repeat(8)}`);
      return socket;
    }),
  );
  const body = Readable.from(['{"a":"', ...Array.from({ length: 8 }, () => chunk), '"}']);
  const sent = await fetch(`${url()}/webhooks/${endpoint.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: Readable.toWeb(body) as ReadableStream,
    duplex: 'half',
  } as RequestInit);
  expect([sent.status, await sent.text()]).toEqual([200, '']);
  expect((await listDeliveries(rest, endpoint)).map(({ verdict }) => verdict)).toEqual(['ACCEPTED']);
  for (const socket of idle) socket.destroy();
});
