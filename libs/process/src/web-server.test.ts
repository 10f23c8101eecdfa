import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { allowSlowBody } from './pipelining.ts';
import { createWebServer } from './web-server.ts';

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

interface TestServer {
  readonly port: number;
  /** the paths, in the order of the requests */
  readonly begun: readonly string[];
}

async function serve(answer: RequestListener, limits = {}): Promise<TestServer> {
  const begun: string[] = [];
  const server = createWebServer({
    ...limits,
    answer: (request, response) => {
      begun.push(request.url ?? '');
      answer(request, response);
    },
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  opened.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const bound = server.address();
  return { port: typeof bound === 'object' && bound !== null ? bound.port : 0, begun };
}

function dial(port: number): Socket & { text(): string } {
  let read = '';
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('latin1').on('error', () => {});
  opened.push(() => socket.destroy());
  return Object.assign(socket, {
    text: () => {
      read += socket.read() ?? '';
      return read;
    },
  });
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`;
const paths = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`);
const page = Buffer.alloc(4_000_000, 'x');
const sendPage: RequestListener = (_, response) => void response.end(page);

test('pipelined requests on a connection are answered one at a time, in order', async () => {
  const openResponses: ServerResponse[] = [];
  const { port, begun } = await serve((_, response) => void openResponses.push(response));
  const socket = dial(port);
  socket.write(get('/first') + get('/second') + get('/third'));
  await expect.poll(() => begun.length).toBe(1);
  for (const [index, path] of ['/first', '/second', '/third'].entries()) {
    await expect.poll(() => begun[index]).toBe(path);
    expect(begun.length).toBe(index + 1);
    openResponses[index]?.end(`answer to ${path}\n`);
  }
  await expect
    .poll(() => socket.text().match(/answer to \S+/g))
    .toEqual(['answer to /first', 'answer to /second', 'answer to /third']);
  socket.write(get('/later'));
  await expect.poll(() => begun[3]).toBe('/later');
});

test('a thousand pipelined requests are all answered if the client reads', async () => {
  const { port } = await serve((request, response) => void response.end(`answer to ${request.url}\n`));
  const socket = dial(port);
  socket.write(paths(1_000).map(get).join(''));
  const answers = () => socket.text().match(/answer to \S+/g) ?? [];
  await expect.poll(() => answers().length).toBe(1_000);
  expect(answers()).toEqual(paths(1_000).map((path) => `answer to ${path}`));
});

test('other connections are served while pipelined requests are answered', async () => {
  const other: Socket[] = [];
  const { port, begun } = await serve((request, response) => {
    if (request.url === '/0') other[0]?.write(get('/other'));
    response.end('answered\n');
  });
  other.push(dial(port));
  await once(other[0] ?? dial(port), 'connect');
  const socket = dial(port);
  socket.write(paths(1_000).map(get).join(''));
  await expect.poll(() => begun.length).toBe(1_001);
  expect(begun.indexOf('/other')).toBeLessThan(50);
});

test('for a client that reads nothing, only a few responses are started', async () => {
  const { port, begun } = await serve(sendPage);
  const socket = dial(port);
  socket.write(paths(1_000).map(get).join(''));
  const other = dial(port);
  other.write(get('/other'));
  await expect.poll(() => other.text().length).toBeGreaterThan(page.length);
  expect(begun.filter((path) => path !== '/other').length).toBeLessThan(10);
});

test('a body in several chunks behind other requests is read', async () => {
  const { port } = await serve(async (request, response) => {
    let size = 0;
    for await (const chunk of request) size += chunk.length;
    response.end(`${request.url} ${size}\n`);
  });
  const socket = dial(port);
  const head = 'POST /posted HTTP/1.1\r\nHost: here\r\nContent-Length: 300000\r\n\r\n';
  socket.write(get('/one') + get('/two') + head);
  await expect.poll(() => socket.text()).toContain('/two 0');
  socket.write('x'.repeat(300_000) + get('/after'));
  await expect
    .poll(() => socket.text().match(/\/\w+ \d+/g))
    .toEqual(['/one 0', '/two 0', '/posted 300000', '/after 0']);
});

/** Sends until the connection is closed. Without reads, only a write detects that. */
const isCut = (socket: Socket): boolean => {
  socket.write('x', () => {});
  return socket.closed;
};

test('a client that reads nothing of its response is disconnected even if it sends, and one that reads is answered', async () => {
  const { port } = await serve(sendPage, { stallTimeoutMs: 200, checkIntervalMs: 20 });
  const [deaf, reader] = [dial(port), dial(port)];
  for (const socket of [deaf, reader]) socket.write(paths(20).map(get).join(''));
  let taken = 0;
  reader.on('data', (part: string) => {
    taken += part.length;
  });
  await expect.poll(() => isCut(deaf)).toBe(true);
  await expect.poll(() => taken).toBeGreaterThan(20 * page.length);
  reader.write(get('/later'));
  await expect.poll(() => taken).toBeGreaterThan(21 * page.length);
});

test('time in which the process is blocked does not count as a stall of a client', async () => {
  const { port, begun } = await serve(sendPage, { stallTimeoutMs: 200, checkIntervalMs: 20 });
  const reader = dial(port);
  reader.write(get('/page'));
  await expect.poll(() => begun.length).toBe(1);
  for (let turns = 4; turns > 0; turns -= 1) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 230);
    await immediate();
  }
  let taken = 0;
  reader.on('data', (part: string) => {
    taken += part.length;
  });
  await expect.poll(() => taken).toBeGreaterThan(page.length);
});

test('a request without a complete body times out, unless a slow body is allowed and arrives fast enough', async () => {
  const { port } = await serve(
    (request) => {
      if (request.url !== '/short') allowSlowBody(request);
      request.resume();
    },
    { receiveTimeoutMs: 200, minReceivedBytes: 1_000, checkIntervalMs: 20 },
  );
  const [short, stalled, steady] = [dial(port), dial(port), dial(port)];
  const head = (path: string) => `POST ${path} HTTP/1.1\r\nHost: here\r\nContent-Length: 100000000\r\n\r\n`;
  for (const [socket, path] of [
    [short, '/short'],
    [stalled, '/stalled'],
  ] as const)
    socket.write(`${head(path)}x`);
  steady.write(head('/steady'));
  const sending = setInterval(() => steady.write('x'.repeat(2_000)), 5);
  try {
    for (const socket of [short, stalled]) {
      await expect.poll(() => socket.text()).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
      await expect.poll(() => isCut(socket)).toBe(true);
    }
    expect([steady.closed, steady.text()]).toEqual([false, '']);
  } finally {
    clearInterval(sending);
  }
});

test('the rest of a body after its response is dropped for a limited time', async () => {
  const { port } = await serve((_, response) => void response.end('no'), {
    receiveTimeoutMs: 100,
    checkIntervalMs: 20,
  });
  const socket = dial(port);
  socket.write('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 100000\r\n\r\nx');
  await expect.poll(() => socket.text()).toContain('200 OK');
  await expect.poll(() => isCut(socket)).toBe(true);
});

test('a client that takes too long to read a response is disconnected', async () => {
  const { port } = await serve(sendPage, { stallTimeoutMs: 60_000, maxResponseMs: 300, checkIntervalMs: 20 });
  const deaf = dial(port);
  deaf.write(paths(20).map(get).join(''));
  await expect.poll(() => isCut(deaf)).toBe(true);
});

test('above the limit for waiting requests, the connection that has waited longest is closed, and others are answered', async () => {
  const openResponses: ServerResponse[] = [];
  const { port, begun } = await serve((_, response) => void openResponses.push(response), { maxWaiting: 20 });
  const first = dial(port);
  first.write(paths(16).map(get).join(''));
  await expect.poll(() => begun.length).toBe(1);
  const second = dial(port);
  second.write(paths(16).map(get).join(''));
  await expect.poll(() => begun.length).toBe(2);
  await expect.poll(() => isCut(first)).toBe(true);
  for (let index = 1; index <= 16; index += 1) {
    await expect.poll(() => openResponses.length).toBeGreaterThan(index);
    openResponses[index]?.end('ok');
  }
  await expect.poll(() => second.text().match(/HTTP\/1.1 200/g)?.length).toBe(16);
});

test('an invalid request is rejected after the responses to the requests before it', async () => {
  const openResponses: ServerResponse[] = [];
  const { port } = await serve((_, response) => void openResponses.push(response));
  const socket = dial(port);
  socket.write(`${get('/first')}nonsense\r\n\r\n`);
  await expect.poll(() => openResponses.length).toBe(1);
  openResponses[0]?.end('ok');
  await expect.poll(() => socket.text().match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
});

test.each([
  ['a request without a Host header', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['a request with two Host headers', 'GET / HTTP/1.1\r\nHost: here\r\nHost: there\r\n\r\n', 400],
  ['an HTTP/1.0 request without a Host header', 'GET / HTTP/1.0\r\n\r\n', 200],
  ['a request with an unknown expectation', 'GET / HTTP/1.1\r\nHost: here\r\nExpect: wonders\r\n\r\n', 200],
  [
    'a request for an unsupported upgrade',
    'GET / HTTP/1.1\r\nHost: here\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n',
    200,
  ],
  ['a request with headers of 20 KB', `GET / HTTP/1.1\r\nHost: here\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  [
    'a request with trailers of 20 KB',
    `POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
  ],
  [
    'a request with a chunk extension of 20 KB',
    `POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\nx\r\n0\r\n\r\n`,
    413,
  ],
])('%s is answered once, and the server continues', async (_, sent, status) => {
  const { port } = await serve((request, response) => {
    request.resume().once('end', () => response.end('ok'));
  });
  const socket = dial(port);
  socket.write(sent);
  await expect.poll(() => socket.text().match(/HTTP\/1.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`]);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('ok');
});

test('a CONNECT request ends the connection', async () => {
  const { port } = await serve(sendPage);
  const socket = dial(port);
  socket.write('CONNECT elsewhere:443 HTTP/1.1\r\nHost: elsewhere:443\r\n\r\n');
  socket.resume();
  await once(socket, 'close');
});
