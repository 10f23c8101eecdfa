import { expect, test } from 'vitest';
import { testRequest } from '../testing/requests.ts';
import { send, startTestServer } from '../testing/test-servers.ts';

const password = 'hunter2secretXYZ';
const secrets = [password, 'tiny'].map((value) => ({ value, hosts: null }));
const inBase64 = (text: string) => Buffer.from(text).toString('base64');

/**
 * Returns the result for a response of this type that repeats the `Authorization` of its request, also decoded, after
 * these bytes.
 */
async function echoed(type: string, before: Buffer, headers: [string, string][] = []) {
  const url = await startTestServer(({ headers: { authorization = '' } }, response) => {
    const clear = Buffer.from(authorization.slice('Basic '.length), 'base64').toString();
    response.writeHead(200, { 'content-type': type });
    response.end(Buffer.concat([before, Buffer.from(`${authorization} ${clear} tiny`)]));
  });
  const connection = { id: 'c', properties: { url, username: 'bob', password } };
  const reply = await send(testRequest(url, { headers }), { sending: { secrets, connection } });
  if ('refused' in reply) throw new Error(reply.refused.message);
  return reply.value.body;
}

test('credentials are masked as a whole, independent of their source', async () => {
  const masked = { text: 'Basic ******** bob:******** ********' };
  const none = Buffer.alloc(0);
  expect(await echoed('text/plain', none)).toEqual(masked);
  expect(await echoed('text/plain', none, [['Authorization', `Basic ${inBase64(`bob:${password}`)}`]])).toEqual(masked);
  const open = `Basic ${inBase64('bob:known')}`;
  expect(await echoed('text/plain', none, [['Authorization', open]])).toEqual({ text: `${open} bob:known ********` });
});

test('secrets are masked in binary content, except for short ones, which occur by chance', async () => {
  const body = await echoed('application/octet-stream', Buffer.from([0xff]));
  expect('base64' in body && Buffer.from(body.base64, 'base64').toString('latin1')).toBe(
    '\xffBasic ******** bob:******** tiny',
  );
});

test('secrets are masked in a text with a wrong charset', async () => {
  const body = await echoed('text/plain; charset=utf-16le', Buffer.alloc(0));
  expect('text' in body && Buffer.from(body.text, 'utf16le').toString()).toBe('Basic ******** bob:******** ********');
  expect(await echoed('text/plain', Buffer.from([0xff]))).toEqual({
    text: '\ufffdBasic ******** bob:******** ********',
  });
});
