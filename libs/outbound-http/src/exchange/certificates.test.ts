import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { selfSigned } from '../testing/certificate.ts';
import { testRequest } from '../testing/requests.ts';
import { refusal, send, startRawServer, startTlsServer, textOf } from '../testing/test-servers.ts';

const unverified = { allowUnverified: true };
const secure = (certificate = selfSigned()) =>
  startTlsServer(certificate, (_request, response) => void response.end('safe'));

test('a certificate is verified', async () => {
  const url = await secure();
  expect(await send(testRequest(url), { allowed: unverified })).toEqual(
    refusal('HttpFailed', `${new URL(url).host} has a certificate of an unknown authority`),
  );
});

test('it is not verified if the request disables that and the operator allows it', async () => {
  const url = await secure();
  const sentence = 'the operator does not allow certificates that are not verified (SCRIPT_HTTP_ALLOW_UNVERIFIED)';
  expect(await send(testRequest(url, { verify: false }))).toEqual(refusal('HttpRefused', sentence));
  expect(textOf(await send(testRequest(url, { verify: false }), { allowed: unverified }))).toBe('safe');
});

test.each(['verifySSL', 'verify_ssl', 'enableSslVerification'])('a connection can set this with %s', async (name) => {
  const url = await secure();
  const sending = { connection: { id: 'c', properties: { url, [name]: false } } };
  expect(textOf(await send(testRequest(url), { sending, allowed: unverified }))).toBe('safe');
});

test('a connection can trust its own authority only', async () => {
  const certificate = selfSigned();
  const url = await secure(certificate);
  const by = (caCertificate: string) => ({ sending: { connection: { id: 'c', properties: { url, caCertificate } } } });
  expect(textOf(await send(testRequest(url), by(`\n${certificate.cert}`)))).toBe('safe');
  expect(await send(testRequest(url), by(selfSigned().cert))).toMatchObject({ refused: { type: 'HttpFailed' } });
  const sentence = 'caCertificate is not a certificate in PEM';
  expect(await send(testRequest(url), by('none'))).toEqual(refusal('HttpRefused', sentence));
});

describe('a client certificate', () => {
  const server = selfSigned();
  const client = selfSigned();
  const connectionTo = (url: string, changes: Readonly<Record<string, string>> = {}) => ({
    sending: {
      connection: {
        id: 'c',
        properties: {
          url,
          caCertificate: server.cert,
          clientCertificate: client.cert,
          clientKey: client.key,
          ...changes,
        },
      },
    },
  });
  const start = (answer: RequestListener = (_request, response) => void response.end('safe')) =>
    startTlsServer(server, answer, client);

  test('of a connection is sent to its server', async () => {
    const url = await start();
    expect(textOf(await send(testRequest(url), connectionTo(url)))).toBe('safe');
    const without = connectionTo(url, { clientCertificate: '', clientKey: '' });
    expect(await send(testRequest(url), without)).toMatchObject({ refused: { type: 'HttpFailed' } });
  });

  test('is not sent to the target of a redirect', async () => {
    const other = await start();
    const url = await start((_request, response) => void response.writeHead(302, { location: other }).end());
    expect(await send(testRequest(url), connectionTo(url))).toMatchObject({ refused: { type: 'HttpFailed' } });
  });

  test.each([
    [{ clientKey: '' }, 'clientCertificate and clientKey are needed together'],
    [{ clientKey: selfSigned().key }, 'clientKey does not belong to clientCertificate'],
    [{ clientKey: 'none' }, 'clientCertificate and clientKey are not a certificate and a key in PEM'],
    [{ clientCertificate: 'none' }, 'clientCertificate and clientKey are not a certificate and a key in PEM'],
    [{ url: '' }, 'a client certificate needs the url of its server'],
  ])('is refused with %o', async (changes, sentence) => {
    const url = 'https://127.0.0.1:9';
    expect(await send(testRequest(url), connectionTo(url, changes))).toEqual(refusal('HttpRefused', sentence));
  });
});

test('a server that never completes its handshake times out', async () => {
  const url = (await startRawServer(() => undefined)).replace('http:', 'https:');
  expect(await send(testRequest(url, { timeoutMs: 200 }))).toEqual(
    refusal('HttpTimeout', `${new URL(url).host} did not respond within 200 ms`),
  );
});

/** A separate process with an additional certificate authority. */
async function sentWith(authority: string, url: string): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-authority-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'authority.pem');
  await writeFile(file, authority);
  const program = join(import.meta.dirname, '../testing/send-once.ts');
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: file };
  const { stdout } = await promisify(execFile)(process.execPath, [program, url], { env });
  return JSON.parse(stdout);
}

test('NODE_EXTRA_CA_CERTS adds an authority of the operator, for the names in the certificate only', async () => {
  const certificate = selfSigned();
  const url = await secure(certificate);
  expect(await sentWith(certificate.cert, url)).toMatchObject({ value: { body: { text: 'safe' } } });
  const otherCertificate = selfSigned({ forAddress: false });
  const otherUrl = await secure(otherCertificate);
  const { host } = new URL(otherUrl);
  expect(await sentWith(otherCertificate.cert, otherUrl)).toEqual(
    refusal('HttpFailed', `${host} has a certificate for another name`),
  );
  const old = selfSigned({ days: -1 });
  const late = await secure(old);
  expect(await sentWith(old.cert, late)).toEqual(
    refusal('HttpFailed', `${new URL(late).host} has a certificate that has expired`),
  );
});
