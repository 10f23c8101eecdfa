import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createEgress } from '../index.ts';
import { policy, testRequest } from '../testing/requests.ts';
import { noOptions, refusal, startTestServer } from '../testing/test-servers.ts';

/** Starts a server that returns the number of the connection of each request. */
async function countingServer(answer?: (path: string, response: ServerResponse) => boolean) {
  const sockets: unknown[] = [];
  const url = await startTestServer((request, response) => {
    if (!sockets.includes(request.socket)) sockets.push(request.socket);
    if (answer?.(request.url ?? '', response) === true) return;
    response.end(String(sockets.indexOf(request.socket)));
  });
  return { url, connections: () => sockets.length };
}

const kept = (requester: string) => ({ ...noOptions, requester, keepsConnection: true });

/** A request that begins at the end of another one can open a second connection. */
const maxConnections = 2;

test('requests of one requester share connections, and those of another one do not', async () => {
  const { url, connections } = await countingServer();
  const egress = createEgress(policy);
  const connectionOf = async (requester: string) => {
    const reply = await egress.send(testRequest(url), kept(requester));
    return 'value' in reply && 'text' in reply.value.body ? reply.value.body.text : '';
  };
  const own = new Set<string>();
  for (let count = 0; count < 10; count += 1) own.add(await connectionOf('a'));
  expect(own.size).toBeLessThanOrEqual(maxConnections);
  expect(own).not.toContain(await connectionOf('b'));
  const before = connections();
  await egress.send(testRequest(url), { ...noOptions, requester: 'a' });
  expect(connections()).toBe(before + 1);
  egress.stop();
});

test('concurrent requests have their own connections, and one that times out ends only its own', async () => {
  const waiting: ServerResponse[] = [];
  const { url } = await countingServer((path, response) => {
    if (path !== '/hang' && path !== '/slow') return false;
    if (path === '/slow') waiting.push(response);
    return true;
  });
  const egress = createEgress(policy);
  const slow = egress.send(testRequest(`${url}/slow`), kept('a'));
  await expect.poll(() => waiting.length).toBe(1);
  const hanging = await egress.send(testRequest(`${url}/hang`, { timeoutMs: 50 }), kept('a'));
  expect(hanging).toEqual(refusal('HttpTimeout', `${new URL(url).host} did not respond within 50 ms`));
  waiting[0]?.end('late');
  expect(await slow).toMatchObject({ value: { status: 200, body: { text: 'late' } } });
  expect(await egress.send(testRequest(url), kept('a'))).toMatchObject({ value: { status: 200 } });
  egress.stop();
});

test('the target of each request is checked, also when a connection to it is open', async () => {
  const { url, connections } = await countingServer();
  const { port } = new URL(url);
  let addresses = ['127.0.0.1'];
  const egress = createEgress(policy, { resolve: async () => addresses });
  const send = () => egress.send(testRequest(`http://receiver.example:${port}/`), kept('a'));
  expect(await send()).toMatchObject({ value: { status: 200 } });
  addresses = ['10.0.0.1'];
  expect(await send()).toMatchObject({ refused: { type: 'HttpRefused' } });
  addresses = ['127.0.0.1'];
  expect(await send()).toMatchObject({ value: { status: 200 } });
  expect(connections()).toBeLessThanOrEqual(maxConnections);
  egress.stop();
});
