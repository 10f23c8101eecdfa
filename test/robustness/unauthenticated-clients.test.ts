import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { serveInOwnProcess } from '../harness/product/serve.ts';
import { noScriptRunnerEnv } from '../harness/product/service-process.ts';
import { basicAuth } from '../harness/rest/rest-client.ts';
import { pickLength, seed, systemTestTimeoutMs } from '../harness/test-length.ts';
import { createEndpoint, deliver, expectAccepted } from '../harness/webhooks/endpoints.ts';

const { rest, url, pid, output } = serveInOwnProcess(noScriptRunnerEnv);

const residentMb = () =>
  Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid()}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;

/** Opens a connection that sends requests and reads no response. */
async function openUnreadConnection(sent: string): Promise<Socket> {
  const { hostname, port } = new URL(url());
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(sent);
  return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/** Paths and numbers of clients. Each client sends a thousand requests. */
const floodedPaths: readonly (readonly [string, number])[] = [
  ['/docs/swagger-ui-bundle.js', pickLength({ short: 20, long: 100 })],
  ...['/api/v1/openapi.json', '/metrics', '/nothing', '/webhooks/nothing'].map(
    (path) => [path, pickLength({ short: 4, long: 20 })] as const,
  ),
];

test('clients that send a thousand requests each and read no response use little memory', {
  timeout: systemTestTimeoutMs,
}, async () => {
  for (const [path] of floodedPaths) await (await fetch(`${url()}${path}`)).arrayBuffer();
  const before = residentMb();
  for (const [path, count] of floodedPaths) {
    const sockets = await Promise.all(
      Array.from({ length: count }, () => openUnreadConnection(get(path).repeat(1_000))),
    );
    for (let time = 0; time < 10; time += 1) expect((await fetch(`${url()}/livez`)).status).toBe(200);
    expect([path, Math.max(400, residentMb() - before)]).toEqual([path, 400]);
    for (const socket of sockets) socket.destroy();
  }
  expect(output()).not.toContain('"level":"error"');
});

/** Returns a random number generator with a seed. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % sides;
  };
}

const fragments = [
  '--B',
  '--B--',
  '\r\n',
  '\r\n\r\n',
  'X',
  ':',
  'Content-Disposition: form-data; name="file"; filename="a.jar"',
  'Content-Disposition: form-data; name="file"',
  'Content-Disposition: attachment',
  'Content-Type: application/java-archive',
  'Content-Transfer-Encoding: base64',
  'PK\u0003\u0004',
  '\0',
  'x'.repeat(9_000),
  '-',
];

test(`broken forms are refused, and the product continues (seed ${seed})`, {
  timeout: systemTestTimeoutMs,
}, async () => {
  const roll = dice(seed);
  const bodies = Array.from({ length: pickLength({ short: 60, long: 5_000 }) }, () =>
    Array.from({ length: 1 + roll(12) }, () => fragments[roll(fragments.length)]).join(''),
  );
  const forms = ['--B\r\nX\r\n\r\n', '--B\r\nX\r\n\r\n--B--', '--B\r\n\r\n\r\n--B\r\nX\r\n\r\n', ...bodies];
  for (const body of forms) {
    const answer = await fetch(`${url()}/api/v1/plugins`, {
      method: 'POST',
      headers: { ...basicAuth('admin', 'admin'), 'content-type': 'multipart/form-data; boundary=B' },
      body,
    });
    expect([body.slice(0, 200), answer.status, await answer.text()]).toEqual([
      body.slice(0, 200),
      400,
      expect.stringMatching(/^[^\n]+\n$/),
    ]);
  }
  expect(output()).not.toContain('"level":"error"');
});

test('four hundred senders of small incomplete deliveries share a limit of 32 MB', {
  timeout: systemTestTimeoutMs,
}, async () => {
  const endpoint = await createEndpoint(rest, { type: 'events.NoAuthentication' });
  const head = `POST /webhooks/${endpoint.path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 250000\r\n\r\n`;
  const sockets = await Promise.all(
    Array.from({ length: 400 }, () => openUnreadConnection(head + '1'.repeat(249_000))),
  );
  const refused = () => sockets.filter((socket) => String(socket.read() ?? '').startsWith('HTTP/1.1 503')).length;
  let refusedCount = 0;
  await expect.poll(() => (refusedCount += refused())).toBeGreaterThanOrEqual(400 - 135);
  expectAccepted(await deliver(url(), endpoint, { body: '{}' }));
  for (const socket of sockets) socket.destroy();
});
