import { inTrace, startTracing } from '@slipway/tracing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testRequest } from '../testing/requests.ts';
import { send, startTestServer, textOf } from '../testing/test-servers.ts';

const observer = { sent: () => {}, lost: () => {} };
let traces: Awaited<ReturnType<typeof startTracing>>;
beforeAll(async () => {
  // No collector listens at this address, so the spans are lost.
  traces = await startTracing({ endpoint: 'http://127.0.0.1:1', headers: {}, ratio: 1, service: 'test', observer });
});
afterAll(() => traces.stop());

const echoing = () => startTestServer(({ headers }, response) => response.end(headers.traceparent ?? 'none'));
const localRule = { of: { kind: 'network', address: '127.0.0.1', bits: 32 }, port: null } as const;
const script = { name: 'script', fields: {} };

test('a server that is not listed receives no trace headers', async () => {
  const url = await echoing();
  expect(await inTrace(script, async () => textOf(await send(testRequest(url))))).toBe('none');
});

test('a listed server receives the trace of the request', async () => {
  const url = await echoing();
  const expected = await inTrace(script, async ({ traceparent }) => [
    textOf(await send(testRequest(url), { allowed: { trace: [localRule] } })),
    traceparent,
  ]);
  expect(expected[0]).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(expected[0]).toBe(expected[1]);
});

test('a script with its own trace header keeps it, and without a trace no header is sent', async () => {
  const url = await echoing();
  const own = testRequest(url, { headers: [['Traceparent', 'its own']] });
  expect(await inTrace(script, async () => textOf(await send(own, { allowed: { trace: [localRule] } })))).toBe(
    'its own',
  );
  expect(textOf(await send(testRequest(url), { allowed: { trace: [localRule] } }))).toBe('none');
});

test('the target of a redirect of a listed server is checked again', async () => {
  const [to, port] = [await echoing(), (url: string) => Number(new URL(url).port)];
  const from = await startTestServer((_, response) => response.writeHead(302, { location: to }).end());
  const trace = [{ ...localRule, port: port(from) }];
  expect(await inTrace(script, async () => textOf(await send(testRequest(from), { allowed: { trace } })))).toBe('none');
});
