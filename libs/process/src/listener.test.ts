import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Agent, request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { type Listener, listen } from './listener.ts';

const place = { host: '127.0.0.1', port: 0 };
let opened: Listener[] = [];
afterEach(async () => {
  await Promise.all(opened.map((listener) => listener.stop(0)));
  opened = [];
});

async function open(answer: (response: ServerResponse, path: string) => void): Promise<Listener> {
  const listener = await listen(place, (incoming, response) => answer(response, incoming.url ?? ''));
  opened.push(listener);
  return listener;
}

/**
 * Sends requests over one connection while the server keeps it open. Returns the state of the connection after each
 * response.
 */
async function ask(agent: Agent, url: string): Promise<string> {
  const asking = request(url, { agent }).end();
  const [response] = await once(asking, 'response');
  let text = '';
  for await (const part of response) text += part;
  return `${text}, ${response.headers.connection}`;
}

test('responses close their connections after the drain begins, and new requests are accepted', async () => {
  const listener = await open((response, path) => response.end(path));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await ask(agent, `${listener.address}/first`)).toBe('/first, keep-alive');
  listener.drain();
  expect(await ask(agent, `${listener.address}/second`)).toBe('/second, close');
  expect(await ask(agent, `${listener.address}/third`)).toBe('/third, close');
  agent.destroy();
});

test('a response in progress closes its connection when the drain begins, unless its head was sent', async () => {
  const openResponses: ServerResponse[] = [];
  const listener = await open((response) => openResponses.push(response));
  const agent = new Agent({ keepAlive: true });
  const answers = ['/one', '/two'].map((path) => ask(agent, `${listener.address}${path}`));
  await expect.poll(() => openResponses.length).toBe(2);
  openResponses[1]?.writeHead(200);
  openResponses[1]?.flushHeaders();
  listener.drain();
  openResponses[0]?.end('late');
  openResponses[1]?.end('begun');
  expect(await Promise.all(answers)).toEqual(['late, close', 'begun, keep-alive']);
  agent.destroy();
});

test('the handler can change while the server listens', async () => {
  const listener = await open((response) => response.end('not yet'));
  const agent = new Agent();
  listener.setHandler((_, response) => response.end('here'));
  expect(await ask(agent, listener.address)).toBe('here, close');
});

test('a stop waits for requests in flight, closes slow connections, and happens once', async () => {
  const openResponses: ServerResponse[] = [];
  const listener = await open((response) => openResponses.push(response));
  const agent = new Agent({ keepAlive: true });
  const [short, long] = ['/short', '/long'].map((path) => ask(agent, `${listener.address}${path}`));
  const cut = expect(long).rejects.toThrow('socket hang up');
  await expect.poll(() => openResponses.length).toBe(2);
  const stopped = Promise.all([listener.stop(300), listener.stop(300)]);
  openResponses[0]?.end('in time');
  expect(await short).toMatch('in time');
  await stopped;
  await cut;
  agent.destroy();
});
