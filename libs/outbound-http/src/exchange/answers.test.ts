import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createEgress } from '../index.ts';
import { limits } from '../policy/policy.ts';
import { policy, testRequest } from '../testing/requests.ts';
import { noOptions, refusal, send, startRawServer, startTestServer, textOf } from '../testing/test-servers.ts';

const startServerWith = (type: string | null, body: Buffer | string) =>
  startTestServer((_request, response) => {
    response.sendDate = false;
    response.writeHead(200, type === null ? {} : { 'content-type': type }).end(body);
  });
const bodyOf = async (type: string | null, body: Buffer) => {
  const reply = await send(testRequest(await startServerWith(type, body)));
  return 'value' in reply ? reply.value.body : reply;
};

test.each([
  ['application/json', Buffer.from('{"a":"ü"}'), { text: '{"a":"ü"}' }],
  ['text/plain; charset=iso-8859-1', Buffer.from('ü', 'latin1'), { text: 'ü' }],
  ['text/html; charset="windows-1252"', Buffer.from([0x80]), { text: '€' }],
  ['text/plain; charset=utf-16', Buffer.from('\ufeffü', 'utf16le'), { text: 'ü' }],
  ['application/xml;charset=UTF-8', Buffer.from('\ufeff<a/>'), { text: '<a/>' }],
  ['text/plain; charset=nonsense', Buffer.from('ü'), { text: 'ü' }],
  ['text/plain', Buffer.from([0x66, 0xff]), { text: 'f\ufffd' }],
  ['application/octet-stream', Buffer.from('plain'), { text: 'plain' }],
  ['application/octet-stream; charset=utf-16', Buffer.from('plain'), { text: 'plain' }],
  ['image/png', Buffer.from([0x89, 0x50, 0xff]), { base64: 'iVD/' }],
  [null, Buffer.from([0xff]), { base64: '/w==' }],
  [null, Buffer.alloc(0), { text: '' }],
])('a body of %s is text if its bytes are text', async (type, bytes, expected) => {
  expect(await bodyOf(type, bytes)).toEqual(expected);
});

test.each([
  ['gzip', gzipSync('text')],
  ['x-gzip', gzipSync('text')],
  ['deflate', deflateSync('text')],
  ['br', brotliCompressSync('text')],
  ['deflate, gzip', gzipSync(deflateSync('text'))],
  ['identity', Buffer.from('text')],
])('a body in %s is decoded', async (coding, body) => {
  const url = await startTestServer((_request, response) => {
    response.sendDate = false;
    response.writeHead(200, { 'content-encoding': coding, 'content-length': body.length }).end(body);
  });
  expect(await send(testRequest(url))).toMatchObject({ value: { headers: [], body: { text: 'text' } } });
});

test('a body with an unknown encoding is returned as received', async () => {
  const url = await startTestServer(
    (_request, response) => void response.writeHead(200, { 'content-encoding': 'own' }).end('x'),
  );
  const reply = await send(testRequest(url));
  expect('value' in reply && reply.value.headers[0]).toEqual(['content-encoding', 'own']);
  expect(textOf(reply)).toBe('x');
});

test('a body that is not compressed as declared is reported', async () => {
  const url = await startTestServer(
    (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('x?'),
  );
  const { host } = new URL(url);
  expect(await send(testRequest(url))).toEqual(
    refusal('HttpFailed', `${host} sent a body that is not compressed as declared`),
  );
});

test('responses without a body have an empty one', async () => {
  const url = await startTestServer((request, response) => {
    response.writeHead(request.method === 'HEAD' ? 200 : 204, { 'content-encoding': 'gzip' }).end();
  });
  for (const method of ['HEAD', 'DELETE']) expect(textOf(await send(testRequest(url, { method })))).toBe('');
});

const tooLarge = refusal('HttpFailed', `the response is larger than ${limits.maxResponseBytes} bytes`);

test('an endless body is aborted', async () => {
  let writtenBytes = 0;
  const part = Buffer.alloc(65_536, 'x');
  const url = await startTestServer((_request, response) => {
    const writeMore = () => {
      while (!response.destroyed) {
        writtenBytes += part.length;
        if (!response.write(part)) return void response.once('drain', writeMore);
      }
    };
    writeMore();
  });
  expect(await send(testRequest(url))).toEqual(
    refusal('HttpFailed', `${new URL(url).host} sent a response that is too large`),
  );
  expect(writtenBytes).toBeLessThan(8 * limits.maxResponseBytes);
});

test('a body that exceeds the limit only after decoding is aborted, with bounded memory', async () => {
  const once = gzipSync(Buffer.alloc(256 * 1_048_576));
  const bombs = { gzip: once, 'gzip, gzip': gzipSync(once) };
  for (const [coding, bomb] of Object.entries(bombs)) {
    const url = await startTestServer(
      (_request, response) => void response.writeHead(200, { 'content-encoding': coding }).end(bomb),
    );
    const before = process.memoryUsage().rss;
    expect(await send(testRequest(url))).toEqual(tooLarge);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1_048_576);
  }
});

test('a body with too many nested encodings is not decoded', async () => {
  const thrice = gzipSync(gzipSync(gzipSync('text')));
  const url = await startTestServer((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip, gzip, gzip' }).end(thrice);
  });
  expect(await send(testRequest(url))).toMatchObject({ value: { body: { base64: thrice.toString('base64') } } });
});

test('a body of the maximum size is accepted', async () => {
  const url = await startServerWith('text/plain', 'x'.repeat(limits.maxResponseBytes));
  expect(textOf(await send(testRequest(url)))).toHaveLength(limits.maxResponseBytes);
});

/** A response that sends its first bytes and then a few more at intervals, until the client disconnects. */
const trickling = (first: string, more: string) =>
  startRawServer((socket) => {
    socket.once('data', () => {
      socket.write(first);
      const timer = setInterval(() => socket.write(more), 10);
      socket.on('close', () => clearInterval(timer));
    });
  });

test.each([
  ['sends nothing', '', ''],
  ['sends headers slowly', 'HTTP/1.1 200 OK\r\n', 'X-A: b\r\n'],
  ['sends a body slowly', 'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n', 'x'],
  ['sends interim responses forever', '', 'HTTP/1.1 102 Processing\r\n\r\n'],
])('a request to a server that %s times out', async (_what, first, more) => {
  const url = await trickling(first, more);
  expect(await send(testRequest(url, { timeoutMs: 300 }))).toEqual(
    refusal('HttpTimeout', `${new URL(url).host} did not respond within 300 ms`),
  );
});

test('the time limit of the operator takes precedence', async () => {
  const url = await trickling('', '');
  expect(await send(testRequest(url, { timeoutMs: 3_600_000 }), { allowed: { timeoutMs: 200 } })).toEqual(
    refusal('HttpTimeout', `${new URL(url).host} did not respond within 200 ms`),
  );
});

test.each([
  [
    'headers above the size limit',
    `HTTP/1.1 200 OK\r\n${`X-A: ${'x'.repeat(1_000)}\r\n`.repeat(70)}\r\n`,
    'sent headers that are too large',
  ],
  ['a response that is not HTTP', '220 mail.example ESMTP\r\n', 'sent an invalid HTTP response'],
  [
    'a body shorter than its declared length',
    'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx',
    'has closed the connection',
  ],
  [
    'two content lengths',
    'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx',
    'sent a response of another length than declared',
  ],
])('an invalid response is aborted: %s', async (_what, answer, sentence) => {
  const url = await startRawServer((socket) => void socket.once('data', () => socket.end(answer)));
  expect(await send(testRequest(url))).toEqual(refusal('HttpFailed', `${new URL(url).host} ${sentence}`));
});

test('a response with too many headers is rejected', async () => {
  const url = await startTestServer((_request, response) => {
    for (let count = 0; count <= limits.maxHeaders; count += 1) response.setHeader(`x-${count}`, 'a');
    response.end();
  });
  expect(await send(testRequest(url))).toEqual(
    refusal('HttpFailed', `the response has more than ${limits.maxHeaders} headers`),
  );
});

test('a cancellation or the end of the process aborts the request with that reason', async () => {
  const url = await trickling('', '');
  const egress = createEgress(policy);
  const controller = new AbortController();
  const aborted = egress.send(testRequest(url), { ...noOptions, signal: controller.signal });
  controller.abort(new Error('aborted'));
  await expect(aborted).rejects.toThrow('aborted');
  const stopped = egress.send(testRequest(url), noOptions);
  egress.stop();
  await expect(stopped).rejects.toThrow('this process is stopping');
});
