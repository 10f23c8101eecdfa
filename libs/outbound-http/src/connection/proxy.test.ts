import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { selfSigned } from '../testing/certificate.ts';
import { testRequest } from '../testing/requests.ts';
import {
  refusal,
  send,
  startRawServer,
  startTestServer,
  startTlsServer,
  targetRefusal,
  textOf,
} from '../testing/test-servers.ts';

/** A proxy that records its requests, and connects to a port of this machine for every name. */
async function proxied(status = 200) {
  const received: string[] = [];
  const url = await startRawServer((client) => {
    client.once('data', (data) => {
      const text = data.toString('latin1');
      const [line = ''] = text.split('\r\n');
      received.push(`${line} ${/proxy-authorization: (.*)\r\n/i.exec(text)?.[1] ?? '-'}`);
      const port = Number(/:(\d+)[/ ]/.exec(line)?.[1]);
      if (status !== 200) return void client.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
      const server = connect(port, '127.0.0.1').on('error', () => client.destroy());
      client.on('close', () => server.destroy());
      if (line.startsWith('CONNECT')) client.write('HTTP/1.1 200 OK\r\n\r\n');
      else server.write(data);
      client.pipe(server).pipe(client);
    });
  });
  const { hostname: proxyHost, port: proxyPort } = new URL(url);
  return {
    asked: received,
    properties: { proxyHost, proxyPort: Number(proxyPort), proxyUsername: 'joe', proxyPassword: 'hunter2' },
  };
}
const by = (properties: Readonly<Record<string, unknown>>) => ({ connection: { id: 'c', properties } });
const basic = `Basic ${Buffer.from('joe:hunter2').toString('base64')}`;

test('a connection with a proxy uses it, and authenticates there', async () => {
  const { asked: received, properties } = await proxied();
  const url = await startTestServer((request, response) => void response.end(JSON.stringify(request.headers)));
  const echoed = JSON.parse(textOf(await send(testRequest(`${url}/a?b=c`), { sending: by(properties) })));
  expect(received).toEqual([`GET ${url}/a?b=c HTTP/1.1 ${basic}`]);
  expect(echoed.host).toBe(new URL(url).host);
});

test('https uses it, and the certificate of the target is verified', async () => {
  const { asked: received, properties } = await proxied();
  const url = await startTlsServer(selfSigned(), (_request, response) => void response.end('safe'));
  const { host } = new URL(url);
  expect(await send(testRequest(url), { sending: by(properties) })).toEqual(
    refusal('HttpFailed', `${host} has a certificate of an unknown authority`),
  );
  const allowed = { allowUnverified: true };
  expect(textOf(await send(testRequest(url, { verify: false }), { sending: by(properties), allowed }))).toBe('safe');
  expect(received).toEqual(Array(2).fill(`CONNECT ${host} HTTP/1.1 ${basic}`));
});

test('a request of a script to the host of a configuration uses its proxy, also if it does not name the configuration', async () => {
  const { asked: received, properties } = await proxied();
  const url = await startTestServer((_request, response) => void response.end('here'));
  const configurations = [
    { id: 'other', properties: {} },
    { id: 'c', properties: { ...properties, url } },
  ];
  expect(textOf(await send(testRequest(url), { sending: { configurations } }))).toBe('here');
  expect(received).toEqual([`GET ${url}/ HTTP/1.1 ${basic}`]);
});

test('a target behind a proxy is checked, by name and by each resolved address', async () => {
  const { asked: received, properties } = await proxied();
  const resolve = async (name: string) => (name === 'inside.example' ? ['10.0.0.1'] : []);
  for (const host of ['169.254.169.254:80', 'inside.example:80', 'unknown.example:80'])
    expect(await send(testRequest(`http://${host}/`), { sending: by(properties), resolve })).toEqual(
      targetRefusal(host),
    );
  expect(received).toEqual([]);
});

test('a name that the operator allows is sent to the proxy, which resolves it', async () => {
  const { asked: received, properties } = await proxied();
  const url = await startTestServer((request, response) => void response.end(request.headers.host));
  const host = `only-there.example:${new URL(url).port}`;
  const allow = [
    { of: { kind: 'host', name: 'only-there.example' }, port: null },
    { of: { kind: 'network', address: '127.0.0.1', bits: 32 }, port: null },
  ] as const;
  const resolve = async () => [];
  expect(
    textOf(await send(testRequest(`http://${host}/`), { sending: by(properties), resolve, allowed: { allow } })),
  ).toBe(host);
  expect(received).toEqual([`GET http://${host}/ HTTP/1.1 ${basic}`]);
});

test('a proxy request to a denied name, or to a protected address, is refused', async () => {
  const { asked: received, properties } = await proxied();
  const allow = [
    { of: { kind: 'suffix', suffix: '.acme.example' }, port: null },
    { of: { kind: 'network', address: '127.0.0.1', bits: 32 }, port: null },
  ] as const;
  const deny = [{ of: { kind: 'host', name: 'vault.acme.example' }, port: null }] as const;
  const resolve = async (name: string) => (name === 'cloud.acme.example' ? ['169.254.169.254'] : []);
  for (const host of ['vault.acme.example:80', 'cloud.acme.example:80'])
    expect(
      await send(testRequest(`http://${host}/`), { sending: by(properties), resolve, allowed: { allow, deny } }),
    ).toEqual(targetRefusal(host));
  expect(received).toEqual([]);
});

test('the address of the proxy itself is checked', async () => {
  const url = await startTestServer((_request, response) => void response.end());
  const properties = { proxyHost: '10.0.0.1', proxyPort: 3128 };
  expect(await send(testRequest(url), { sending: by(properties) })).toEqual(targetRefusal('10.0.0.1:3128'));
});

test.each([
  [{ proxyHost: 'a b' }, 'proxyHost and proxyPort name no host and port'],
  [{ proxyHost: 'a/b' }, 'proxyHost and proxyPort name no host and port'],
  [{ proxyHost: 'a', proxyPort: 99_999 }, 'proxyHost and proxyPort name no host and port'],
  [{ proxyHost: 'a', proxyDomain: 'CORP' }, 'proxies with NTLM (proxyDomain) are not supported'],
])('an unusable proxy is reported: %o', async (properties, sentence) => {
  const url = await startTestServer((_request, response) => void response.end());
  expect(await send(testRequest(url), { sending: by(properties) })).toEqual(refusal('HttpRefused', sentence));
});

test.each([
  [407, 'is behind a proxy that refused the connection'],
  [502, 'is behind a proxy that refused the connection'],
])('a proxy that responds with %i to https is reported', async (status, sentence) => {
  const { properties } = await proxied(status);
  expect(await send(testRequest('https://127.0.0.1:1/'), { sending: by(properties) })).toEqual(
    refusal('HttpFailed', `127.0.0.1:1 ${sentence}`),
  );
});
