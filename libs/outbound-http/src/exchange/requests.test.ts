import { expect, test } from 'vitest';
import { limits } from '../policy/policy.ts';
import { testRequest } from '../testing/requests.ts';
import { refusal, send, startRawServer, startTestServer, textOf } from '../testing/test-servers.ts';

const refused = (sentence: string) => refusal('HttpRefused', sentence);
const aServer = () => startTestServer((_request, response) => void response.end());

test('the server receives the request of the script, with default headers', async () => {
  const url = await startRawServer((socket) => {
    socket.once('data', (rawRequest) => {
      const body = Buffer.from(rawRequest.toString('latin1').replace(/host: .*\r\n/, ''), 'latin1');
      socket.end(
        Buffer.concat([
          Buffer.from(
            `HTTP/1.1 200 OK\r\ncontent-type: text/plain; charset=latin1\r\ncontent-length: ${body.length}\r\n\r\n`,
          ),
          body,
        ]),
      );
    });
  });
  const sent = testRequest(`${url}/a b/ü?q=1 2`, {
    method: 'POST',
    headers: [
      ['X-Two', 'one'],
      ['Content-Type', 'text/plain'],
      ['x-two', 'two'],
      ['X-Latin', 'é'],
    ],
    body: { text: 'ü' },
  });
  expect(textOf(await send(sent))).toBe(
    'POST /a%20b/%C3%BC?q=1%202 HTTP/1.1\r\nconnection: close\r\nX-Two: one\r\nX-Two: two\r\nContent-Type: text/plain\r\n' +
      'X-Latin: é\r\nuser-agent: slipway\r\naccept: */*\r\naccept-encoding: gzip\r\ncontent-length: 2\r\n\r\nÃ¼'.replace(
        'é',
        'é',
      ),
  );
});

test.each([
  ['a: b\r\nX-Evil', '1', 'the name of a header can contain only letters, digits and signs such as "-"'],
  ['', '1', 'the name of a header can contain only letters, digits and signs such as "-"'],
  ['X-A', 'b\r\nX-Evil: 1', 'the header X-A contains an invalid character, such as a line break'],
  ['X-A', 'b\nX-Evil: 1', 'the header X-A contains an invalid character, such as a line break'],
  ['X-A', 'b\0', 'the header X-A contains an invalid character, such as a line break'],
  ['X-A', 'bĊX-Evil: 1', 'the header X-A contains an invalid character, such as a line break'],
  ['Host', 'other.example', 'scripts cannot set the header Host'],
  ['Content-Length', '5', 'scripts cannot set the header Content-Length'],
  ['Transfer-Encoding', 'chunked', 'scripts cannot set the header Transfer-Encoding'],
  ['Connection', 'upgrade', 'scripts cannot set the header Connection'],
  ['Upgrade', 'h2c', 'scripts cannot set the header Upgrade'],
  ['TE', 'trailers', 'scripts cannot set the header TE'],
  ['Expect', '100-continue', 'scripts cannot set the header Expect'],
  ['Proxy-Authorization', 'Basic x', 'scripts cannot set the header Proxy-Authorization'],
  ['Proxy-Connection', 'keep-alive', 'scripts cannot set the header Proxy-Connection'],
])('the header %j: %j is rejected', async (name, value, sentence) => {
  const url = await aServer();
  expect(await send(testRequest(url, { headers: [[name, value]] }))).toEqual(refused(sentence));
});

test('redundant headers are accepted', async () => {
  const url = await aServer();
  const headers: [string, string][] = [
    ['Host', new URL(url).host],
    ['Content-Length', '4'],
    ['Connection', 'Keep-Alive'],
  ];
  expect(await send(testRequest(url, { method: 'PUT', headers, body: { text: 'four' } }))).toMatchObject({
    value: { status: 200 },
  });
});

test.each([
  ['file:///etc/passwd', 'a request goes to http or https, and nowhere else'],
  ['gopher://127.0.0.1/_x', 'a request goes to http or https, and nowhere else'],
  ['/status', 'the URL of the request is invalid'],
  ['http://a b/', 'the URL of the request is invalid'],
  ['http://%zz@127.0.0.1/', 'the user name in the URL is not correctly encoded'],
])('a request to %s is rejected', async (url, sentence) => {
  expect(await send(testRequest(url))).toEqual(refused(sentence));
});

test.each(['CONNECT', 'TRACE'])('%s is rejected', async (method) => {
  const url = await aServer();
  expect(await send(testRequest(url, { method }))).toEqual(refused(`scripts cannot send requests with ${method}`));
});

test('a line break in a path is percent-encoded', async () => {
  const url = await startTestServer((request, response) => void response.end(request.url));
  expect(textOf(await send(testRequest(`${url}/a%0d%0aX: 1`)))).toBe('/a%0d%0aX:%201');
  expect(textOf(await send(testRequest(`${url}/a\r\nX: 1`)))).toBe('/aX:%201');
});

test('a body and headers have size limits', async () => {
  const url = await startTestServer((request, response) => {
    void request.toArray().then((parts) => response.end(String(Buffer.concat(parts).length)));
  });
  const maxBytes = limits.maxRequestBytes;
  const bodyOf = (length: number) => testRequest(url, { method: 'POST', body: { text: 'x'.repeat(length) } });
  expect(textOf(await send(bodyOf(maxBytes)))).toBe(String(maxBytes));
  expect(await send(bodyOf(maxBytes + 1))).toEqual(
    refused(`the body of a request can have at most ${maxBytes} bytes, and this one has ${maxBytes + 1}`),
  );
  const headers: [string, string][] = [['X-A', 'x'.repeat(limits.maxHeaderBytes)]];
  expect(await send(testRequest(url, { headers }))).toEqual(
    refused(`the headers of a request can have at most ${limits.maxHeaderBytes} bytes in total`),
  );
});

test('a binary body is sent unchanged', async () => {
  const url = await startTestServer((request, response) => {
    void request.toArray().then((parts) => response.end(Buffer.concat(parts).toString('hex')));
  });
  const body = { base64: Buffer.from([0, 255, 10, 13]).toString('base64') };
  expect(textOf(await send(testRequest(url, { method: 'PUT', body })))).toBe('00ff0a0d');
});
