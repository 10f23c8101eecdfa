import { createConnection } from 'node:net';
import { describe, expect, test } from 'vitest';
import { serve } from '../harness/product/serve.ts';
import { createRelease, startRelease } from '../harness/rest/plans.ts';
import { sendRaw } from '../harness/rest/raw-request.ts';
import { basicAuth } from '../harness/rest/rest-client.ts';

/**
 * Requests in the forms of different HTTP libraries: the meaning of a request does not depend on the client's library.
 */
const { rest, url } = serve();

const { authorization } = basicAuth('admin', 'admin');

/** Sends raw bytes on a new connection; returns all received text after the connection has closed. */
function sendLines(lines: readonly string[], body = ''): Promise<string> {
  const { hostname, port } = new URL(url());
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = createConnection({ host: hostname, port: Number(port) });
    socket.setEncoding('utf8').on('error', reject);
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text));
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  });
}

/** Returns the status line and the last line of a response. */
const firstAndLastLine = (text: string) => [
  text.slice(0, text.indexOf('\r\n')),
  text.slice(text.lastIndexOf('\r\n') + 2),
];

const host = () => `Host: ${new URL(url()).host}`;
const named = (title: string) => JSON.stringify({ title });

describe('message framing', () => {
  test('an HTTP/1.0 client without a Host header gets a response', async () => {
    const text = await sendLines(['GET /api/v1/folders/Applications HTTP/1.0', `Authorization: ${authorization}`]);
    expect(firstAndLastLine(text)).toEqual(['HTTP/1.1 200 OK', expect.stringContaining('"id":"Applications"')]);
  });

  test.each([
    ['with a Content-Length', (body: string) => [[`Content-Length: ${body.length}`], body] as const],
    [
      'with an Expect header',
      (body: string) => [[`Content-Length: ${body.length}`, 'Expect: 100-continue'], body] as const,
    ],
    [
      'in chunks',
      (body: string) =>
        [['Transfer-Encoding: chunked'], `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`] as const,
    ],
    [
      'with an upgrade offer for HTTP 2',
      (body: string) =>
        [
          [
            `Content-Length: ${body.length}`,
            'Connection: Upgrade, HTTP2-Settings, close',
            'Upgrade: h2c',
            'HTTP2-Settings: AAEAAEAA',
          ],
          body,
        ] as const,
    ],
  ])('a request may send its body %s', async (how, framed) => {
    const [headers, body] = framed(named(`Framed ${how}`));
    const head = ['POST /api/v1/folders/Applications HTTP/1.1', host(), `Authorization: ${authorization}`];
    const close = headers.some((header) => header.startsWith('Connection')) ? [] : ['Connection: close'];
    const text = await sendLines([...head, 'Content-Type: application/json', ...headers, ...close], body);
    expect(text).toContain('HTTP/1.1 200 OK\r\n');
    expect(text).toContain(`"title":"Framed ${how}"`);
  });
});

describe('paths and queries', () => {
  test('repeated and trailing slashes are ignored', async () => {
    const { id } = await startRelease(rest, { Build: ['work'] });
    const paths = [`/api/v1/releases/${id}/`, `//api/v1/releases/${id}`, `/api/v1//releases//${id}/?roleIds=true`];
    const answers = await Promise.all(paths.map((path) => sendRaw(url(), { path })));
    expect(answers.map(({ text }) => JSON.parse(text).id)).toEqual([id, id, id]);
    const verbs = [
      `//api/v1/releases/${id}/active-tasks/`,
      `/api/v1/releases/${id.replaceAll('/', '%2F')}/active-tasks`,
    ];
    for (const path of verbs) expect((await sendRaw(url(), { path })).status).toBe(200);
    expect(
      await sendRaw(url(), {
        method: 'POST',
        path: '//api/v1/templates/?folderId=Applications',
        headers: { 'content-type': 'application/json' },
        body: named('Slashes'),
      }),
    ).toMatchObject({ status: 200 });
  });

  test('a space may be a plus or %20, and brackets, commas and ampersands are decoded', async () => {
    const title = 'Build, test & [deploy] 100%';
    await rest.post('/templates', { title });
    const encodedTitles = [encodeURIComponent(title), new URLSearchParams({ title }).toString().slice('title='.length)];
    for (const encodedTitle of encodedTitles)
      expect(await rest.get(`/templates?title=${encodedTitle}`)).toMatchObject([{ title }]);
  });
});

describe('content types', () => {
  test.each([
    'application/json',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'Application/JSON; Charset=utf8',
    'application/json; version=1.0',
    'application/json;odata=verbose;charset=utf-8',
  ])('%s is JSON', async (type) => {
    const { status, body } = await rest.send(
      'POST',
      '/folders/Applications',
      named(`As ${type.replaceAll('/', ' ')} é`),
      { 'content-type': type },
    );
    expect([status, body]).toEqual([200, expect.objectContaining({ title: `As ${type.replaceAll('/', ' ')} é` })]);
  });

  test('a body in the character set of older libraries is decoded correctly', async () => {
    const body = Buffer.from(named('Überschrift'), 'latin1');
    const headers = { 'content-type': 'application/json; charset=ISO-8859-1' };
    const { status, text } = await sendRaw(url(), {
      method: 'POST',
      path: '/api/v1/folders/Applications',
      headers,
      body,
    });
    expect([status, JSON.parse(text).title]).toEqual([200, 'Überschrift']);
  });

  test('a read request may have a body, and a command without a body may have any content type', async () => {
    const body = '{"of":"no use"}';
    for (const type of ['application/json', 'text/plain; charset=ISO-8859-1', 'application/x-www-form-urlencoded']) {
      const headers = { 'content-type': type, 'content-length': String(body.length) };
      const read = await sendRaw(url(), { path: '/api/v1/folders/Applications', headers, body });
      const release = await createRelease(rest, { Build: ['work'] });
      const path = `/api/v1/releases/${release.id}/start`;
      const started = await sendRaw(url(), { method: 'POST', path, headers: { ...headers, 'content-length': '0' } });
      expect([read.status, started.status]).toEqual([200, 200]);
    }
  });

  test.each([
    '*/*',
    'application/json',
    'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
    'application/json, application/*+json',
    'application/xml',
  ])('a client that accepts %s gets JSON', async (accept) => {
    const { headers } = await rest.send('GET', '/folders/Applications', undefined, { accept });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});

test('a request for the current user succeeds, and is refused with a wrong password', async () => {
  const answer = await sendRaw(url(), { path: '/profile', headers: { accept: 'application/json' } });
  expect([answer.status, answer.text]).toEqual([200, '{"username":"admin"}']);
  expect((await sendRaw(url(), { path: '/profile', login: 'admin:wrong' })).status).toBe(401);
});

describe('gzip compression', () => {
  const large = async () =>
    `/releases/${(await createRelease(rest, {}, { description: 'A word, and one more. '.repeat(500) })).id}`;

  async function getEncoded(
    path: string,
    encoding: string,
    more: Readonly<Record<string, string>> = {},
    method = 'GET',
  ) {
    const headers = { authorization, 'accept-encoding': encoding, ...more };
    const response = await fetch(`${url()}/api/v1${path}`, { method, headers });
    const { headers: has, status } = response;
    const length = Number(has.get('content-length'));
    const text = await response.text();
    const [isPacked, varies, tag] = ['content-encoding', 'vary', 'etag'].map((name) => has.get(name));
    return { status, isPacked, varies, tag: tag ?? '', length, text };
  }

  test('is used for clients that accept it, with a separate ETag', async () => {
    const path = await large();
    const [plain, packed, refused, head, small, forced] = await Promise.all([
      getEncoded(path, 'identity'),
      getEncoded(path, 'deflate, GZIP;q=0.5'),
      getEncoded(path, 'gzip;q=0'),
      getEncoded(path, 'gzip', {}, 'HEAD'),
      getEncoded('/folders/Applications', 'gzip'),
      getEncoded('/folders/Applications', 'gzip, identity;q=0'),
    ]);
    expect(plain).toMatchObject({ isPacked: null, varies: 'Accept-Encoding', length: Buffer.byteLength(plain.text) });
    expect(refused).toEqual(plain);
    const tag = plain.tag.replace(/"$/, '-gzip"');
    expect({ ...packed, length: plain.length }).toEqual({ ...plain, isPacked: 'gzip', tag });
    expect(packed.length).toBeLessThan(plain.length / 5);
    expect(head).toEqual({ ...packed, text: '' });
    expect(small).toMatchObject({ isPacked: null, varies: 'Accept-Encoding' });
    expect(forced).toMatchObject({ isPacked: 'gzip', varies: 'Accept-Encoding', text: small.text });
  });

  test('does not matter for If-None-Match and If-Match: both ETags are accepted', async () => {
    const path = await large();
    const getWithTag = async (tag: string, encoding: string) =>
      await getEncoded(path, encoding, { 'if-none-match': tag });
    const read = { plain: (await getEncoded(path, 'identity')).tag, packed: (await getEncoded(path, 'gzip')).tag };
    for (const tag of [read.plain, read.packed]) {
      for (const encoding of ['identity', 'gzip']) {
        expect(await getWithTag(tag, encoding)).toMatchObject({
          status: 304,
          varies: 'Accept-Encoding',
          tag,
          isPacked: null,
        });
      }
    }
    expect((await getWithTag(`W/${read.packed}`, 'gzip')).tag).toBe(read.packed);
    const put = async (tag: string, description: string) => {
      const headers = { authorization, 'content-type': 'application/json', 'if-match': tag };
      const body = JSON.stringify({ description });
      return (await fetch(`${url()}/api/v1${path}`, { method: 'PUT', headers, body })).status;
    };
    expect(await put(read.packed, 'Changed once')).toBe(200);
    expect([await put(read.packed, 'Changed twice'), await put(read.plain, 'Changed twice')]).toEqual([412, 412]);
    const { tag } = await getEncoded(path, 'identity');
    expect(await put(tag, 'Changed twice')).toBe(200);
  });
});
