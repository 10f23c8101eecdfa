import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { limits } from '../policy/policy.ts';
import { testRequest } from '../testing/requests.ts';
import { refusal, send, startTestServer, targetRefusal, textOf } from '../testing/test-servers.ts';

/** A server that redirects each path `/<status>?<url>` to that URL, and returns the requests to other paths. */
const sendingOn = () =>
  startTestServer((request, response) => {
    const [, status, to] = /^\/(\d{3})\?(.*)$/.exec(request.url ?? '') ?? [];
    if (status === undefined) return void echo(request).then((text) => response.end(text));
    response.writeHead(Number(status), { location: decodeURIComponent(to ?? '') }).end();
  });

async function echo(request: IncomingMessage): Promise<string> {
  const body = await request.toArray();
  const { authorization = '-', cookie = '-', 'x-own': own = '-', 'content-type': type = '-' } = request.headers;
  return `${request.method} ${request.url} ${authorization} ${cookie} ${own} ${type} ${Buffer.concat(body)}`;
}

const headers: [string, string][] = [
  ['Authorization', 'Bearer abc'],
  ['Cookie', 'a=b'],
  ['X-Own', 'mine'],
  ['Content-Type', 'text/plain'],
];

test.each([
  [301, 'POST', 'GET /end Bearer abc a=b mine - '],
  [302, 'POST', 'GET /end Bearer abc a=b mine - '],
  [303, 'PUT', 'GET /end Bearer abc a=b mine - '],
  [302, 'PUT', 'PUT /end Bearer abc a=b mine text/plain body'],
  [307, 'POST', 'POST /end Bearer abc a=b mine text/plain body'],
  [308, 'PATCH', 'PATCH /end Bearer abc a=b mine text/plain body'],
])('after a %i, a %s continues as in other clients', async (status, method, expected) => {
  const url = await sendingOn();
  const reply = await send(testRequest(`${url}/${status}?/end`, { method, headers, body: { text: 'body' } }));
  expect(textOf(reply)).toBe(expected);
  expect('value' in reply && reply.value).toMatchObject({
    url: `${url}/end`,
    history: [{ status, url: `${url}/${status}?/end` }],
  });
});

test('another server receives no credentials', async () => {
  const [firstServer, secondServer] = [await sendingOn(), await sendingOn()];
  const reply = await send(testRequest(`${firstServer}/307?${secondServer}/end`, { headers }));
  expect(textOf(reply)).toBe('GET /end - - - text/plain ');
});

test('without redirects, the response is the redirect', async () => {
  const url = await sendingOn();
  expect(await send(testRequest(`${url}/302?/end`, { followRedirects: false }))).toMatchObject({
    value: { status: 302, url: `${url}/302?/end` },
  });
  expect(await send(testRequest(`${url}/end`))).not.toHaveProperty('value.history');
});

test.each([
  ['http://169.254.169.254/latest/meta-data', '169.254.169.254:80'],
  ['//[::ffff:a9fe:a9fe]/', '[::ffff:a9fe:a9fe]:80'],
  ['http://inside.example/', 'inside.example:80'],
])('a redirect to %s is refused like a direct request', async (to, host) => {
  const url = await sendingOn();
  const resolve = async () => ['10.0.0.1'];
  expect(await send(testRequest(`${url}/302?${to}`), { resolve })).toEqual(targetRefusal(host));
});

test.each([
  ['ftp://127.0.0.1/', 'the server redirects to a URL that is neither http nor https'],
  ['http://', 'the server redirects to an invalid URL'],
  ['http://u:p@127.0.0.1/', 'the server redirects to a URL with a user name'],
])('a redirect to %s is not followed', async (to, sentence) => {
  const url = await sendingOn();
  expect(await send(testRequest(`${url}/302?${to}`))).toEqual(refusal('HttpRefused', sentence));
});

test('an endless chain of redirects is aborted', async () => {
  let requestCount = 0;
  const url = await startTestServer((_request, response) => {
    requestCount += 1;
    response.writeHead(302, { location: `/${requestCount}` }).end();
  });
  expect(await send(testRequest(url))).toEqual(
    refusal('HttpRefused', `the server redirects more than ${limits.maxRedirects} times`),
  );
  expect(requestCount).toBe(limits.maxRedirects + 1);
});

test('a request that changes data is sent to the same address only once', async () => {
  const requestCount: string[] = [];
  const url = await startTestServer((request, response) => {
    requestCount.push(`${request.method} ${request.url}`);
    response.writeHead(307, { location: request.url === '/a' ? '/b' : '/a' }).end();
  });
  expect(await send(testRequest(`${url}/a`, { method: 'POST', body: { text: 'x' } }))).toEqual(
    refusal('HttpRefused', 'the server redirects a POST to an address that has already received it'),
  );
  expect(requestCount).toEqual(['POST /a', 'POST /b']);
});

test('a redirect without a target is a response', async () => {
  const url = await startTestServer((_request, response) => void response.writeHead(302).end('nowhere'));
  expect(textOf(await send(testRequest(url)))).toBe('nowhere');
});
