import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { serveApart } from '../harness/product/serve.ts';
import { basic } from '../harness/rest/rest.ts';
import { deliver, endpointOf, expectTaken } from '../harness/webhooks/hooks.ts';

const { rest, url, pid, output } = serveApart();

const residentMb = () =>
  Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid()}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;

/** A connection that sends, and reads nothing. */
async function deaf(sent: string): Promise<Socket> {
  const { hostname, port } = new URL(url());
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(sent);
  return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/** Strangers by what they ask for: each asks a thousand times. */
const asked: readonly (readonly [string, number])[] = [
  ['/docs/swagger-ui-bundle.js', 100],
  ['/api/v1/openapi.json', 20],
  ['/metrics', 20],
  ['/nothing', 20],
  ['/webhooks/nothing', 20],
];

test('a hundred strangers who ask a thousand times each and read nothing take little memory', {
  timeout: 120_000,
}, async () => {
  for (const [path] of asked) await (await fetch(`${url()}${path}`)).arrayBuffer();
  const before = residentMb();
  for (const [path, count] of asked) {
    const strangers = await Promise.all(Array.from({ length: count }, () => deaf(get(path).repeat(1_000))));
    for (let time = 0; time < 10; time += 1) expect((await fetch(`${url()}/livez`)).status).toBe(200);
    expect([path, Math.max(400, residentMb() - before)]).toEqual([path, 400]);
    for (const socket of strangers) socket.destroy();
  }
  expect(output()).not.toContain('"level":"error"');
});

/** A chance that is the same in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % sides;
  };
}

const pieces = [
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

test('three hundred broken forms are refused each, and end nothing', { timeout: 120_000 }, async () => {
  const roll = dice(5_516);
  const made = Array.from({ length: 300 }, () =>
    Array.from({ length: 1 + roll(12) }, () => pieces[roll(pieces.length)]).join(''),
  );
  const forms = ['--B\r\nX\r\n\r\n', '--B\r\nX\r\n\r\n--B--', '--B\r\n\r\n\r\n--B\r\nX\r\n\r\n', ...made];
  for (const body of forms) {
    const answer = await fetch(`${url()}/api/v1/plugins`, {
      method: 'POST',
      headers: { ...basic('admin', 'admin'), 'content-type': 'multipart/form-data; boundary=B' },
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

test('four hundred strangers who send small deliveries and do not end them have room for 32 MB together', {
  timeout: 120_000,
}, async () => {
  const endpoint = await endpointOf(rest, { type: 'events.NoAuthentication' });
  const head = `POST /webhooks/${endpoint.path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 250000\r\n\r\n`;
  const strangers = await Promise.all(Array.from({ length: 400 }, () => deaf(head + '1'.repeat(249_000))));
  const refused = () => strangers.filter((socket) => String(socket.read() ?? '').startsWith('HTTP/1.1 503')).length;
  let seen = 0;
  await expect.poll(() => (seen += refused())).toBeGreaterThanOrEqual(400 - 135);
  expectTaken(await deliver(url(), endpoint, { body: '{}' }));
  for (const socket of strangers) socket.destroy();
});
