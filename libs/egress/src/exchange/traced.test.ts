import { inTrace, startTracing } from '@slipway/tracing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { order } from '../testing/orders.ts';
import { send, served, textOf } from '../testing/sending.ts';

const told = { sent: () => {}, lost: () => {} };
let traces: Awaited<ReturnType<typeof startTracing>>;
beforeAll(async () => {
  // No collector listens there: the spans are lost.
  traces = await startTracing({ endpoint: 'http://127.0.0.1:1', headers: {}, ratio: 1, service: 'test', told });
});
afterAll(() => traces.stop());

const echoing = () => served(({ headers }, response) => response.end(headers.traceparent ?? 'none'));
const here = { of: { kind: 'network', address: '127.0.0.1', bits: 32 }, port: null } as const;
const script = { name: 'script', fields: {} };

test('a server that is not listed receives no trace headers', async () => {
  const url = await echoing();
  expect(await inTrace(script, async () => textOf(await send(order(url))))).toBe('none');
});

test('a listed server receives the trace of the request', async () => {
  const url = await echoing();
  const asked = await inTrace(script, async ({ traceparent }) => [
    textOf(await send(order(url), { allowed: { trace: [here] } })),
    traceparent,
  ]);
  expect(asked[0]).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(asked[0]).toBe(asked[1]);
});

test('a script that has a trace of its own keeps it, and without a trace none is named', async () => {
  const url = await echoing();
  const own = order(url, { headers: [['Traceparent', 'its own']] });
  expect(await inTrace(script, async () => textOf(await send(own, { allowed: { trace: [here] } })))).toBe('its own');
  expect(textOf(await send(order(url), { allowed: { trace: [here] } }))).toBe('none');
});

test('the target of a redirect of a listed server is checked again', async () => {
  const [to, port] = [await echoing(), (url: string) => Number(new URL(url).port)];
  const from = await served((_, response) => response.writeHead(302, { location: to }).end());
  const trace = [{ ...here, port: port(from) }];
  expect(await inTrace(script, async () => textOf(await send(order(from), { allowed: { trace } })))).toBe('none');
});
