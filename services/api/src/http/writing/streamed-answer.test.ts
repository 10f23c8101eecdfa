import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import express from 'express';
import { expect, test } from 'vitest';
import { StreamedAnswer, sendStreamed } from './streamed-answer.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Starts a server for an app. Returns the server and its address. */
async function serving(app: express.Express) {
  const server = createServer(app);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return { server, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/` };
}

test('a long-lived response ends when its client disconnects while it has nothing to send', async () => {
  const left = Promise.withResolvers<void>();
  const bytes = async function* () {
    yield Buffer.from('all for now');
    await left.promise;
  };
  const app = express();
  const answer = { status: 200, headers: {}, bytes, end: () => left.resolve(), isLongLived: true };
  app.get('/', (_, response) => {
    response.locals.requestId = 'one';
    return sendStreamed(response, new StreamedAnswer(answer));
  });
  const { server, url } = await serving(app);
  const leaving = new AbortController();
  const { body } = await fetch(url, { signal: leaving.signal });
  expect(String(Buffer.from((await body!.getReader().read()).value!))).toBe('all for now');
  leaving.abort();
  await left.promise;
  await once(server.close(), 'close');
});

test('a client that disconnects before the start causes no error, and the response is released', async () => {
  const arrived = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  const reported: string[] = [];
  const app = express();
  app.get('/', async (_, response) => {
    arrived.resolve();
    await once(response, 'close');
    const bytes = async function* () {
      reported.push('was read');
      yield Buffer.from('nobody reads this');
    };
    const answer = { status: 200, headers: {}, bytes, end: () => reported.push('has ended'), isLongLived: true };
    await sendStreamed(response, new StreamedAnswer(answer)).then(sent.resolve, sent.reject);
  });
  const { server, url } = await serving(app);
  const leaving = new AbortController();
  const requested = fetch(url, { signal: leaving.signal }).catch(() => 'left');
  await arrived.promise;
  leaving.abort();
  await sent.promise;
  expect([await requested, ...reported]).toEqual(['left', 'has ended']);
  await once(server.close(), 'close');
});

test('a streamed response and its request can be garbage-collected after it was sent', async () => {
  const requests = new AsyncLocalStorage<object>();
  const made: WeakRef<object>[] = [];
  const app = express();
  app.get('/', (_, response) => {
    const request = {};
    made.push(new WeakRef(request));
    response.locals.requestId = 'one';
    const bytes = async function* () {
      yield Buffer.from('all of it');
    };
    return requests.run(request, () => sendStreamed(response, new StreamedAnswer({ status: 200, headers: {}, bytes })));
  });
  const { server, url } = await serving(app);
  const answer = await fetch(url, { headers: { connection: 'close' } });
  expect(await answer.text()).toBe('all of it');
  await once(server.close(), 'close');
  await expect
    .poll(() => {
      collect();
      return made.map((request) => request.deref() === undefined);
    })
    .toEqual([true]);
});
