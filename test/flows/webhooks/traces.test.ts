import { afterAll, describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate } from '../../harness/rest/plans.ts';
import { type ReceivedSpan, startTraceCollector } from '../../harness/servers/trace-collector.ts';
import { createEndpoint, deliver, expectAccepted } from '../../harness/webhooks/endpoints.ts';
import { createWebhookEvents, noAuthentication } from '../../harness/webhooks/webhook-events.ts';

const collector = await startTraceCollector();
const { rest, url, output } = serve({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=of%20the%20collector',
});
const { createTrigger } = createWebhookEvents(rest, url);
afterAll(collector.stop);

/** Part of every text that users and senders write in these tests. */
const marker = 'Zebra';
let callers = 0;

/** A caller with a trace of its own. */
function caller(flags = '01') {
  callers += 1;
  const traceId = String(callers).padStart(32, 'a');
  return { traceId, spanId: 'b'.repeat(16), traceparent: `00-${traceId}-${'b'.repeat(16)}-${flags}` };
}

const attributeOf = ({ attributes }: ReceivedSpan, key: string): unknown => {
  const { value = {} } = attributes.find((entry) => entry.key === key) ?? {};
  return Object.values(value)[0];
};

/** Returns all spans of a trace, and of traces that link to it directly or indirectly. */
function followingFrom(traceId: string): readonly ReceivedSpan[] {
  const traces = new Set([traceId]);
  for (let before = 0; before < traces.size; ) {
    before = traces.size;
    for (const { traceId: own, links = [] } of collector.spans()) {
      if (links.some((link) => traces.has(link.traceId))) traces.add(own);
    }
  }
  return collector.spans().filter((span) => traces.has(span.traceId));
}

/** Waits for a span with this name that follows from the trace. */
async function waitForSpan(traceId: string, name: string | RegExp): Promise<ReceivedSpan> {
  const findSpan = () =>
    followingFrom(traceId).find((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)));
  await expect.poll(findSpan, { interval: 50 }).toBeDefined();
  return findSpan()!;
}

const linksTo = ({ links = [] }: ReceivedSpan): readonly string[] => links.map(({ spanId }) => spanId);

describe('a webhook request with a trace', () => {
  test('is linked to its delivery, the trigger, the dispatches and the failed script', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication, { title: `Hook of ${marker}` });
    const script = `raise Exception("${marker}")`;
    const template = await createTemplate(rest, { [marker]: [{ title: marker, type: 'rel.ScriptTask', script }] });
    await createTrigger(endpoint, template, { title: marker, releaseTitle: `${marker} $\{event.name}` });
    const from = caller();
    const body = JSON.stringify({ name: marker });
    expectAccepted(await deliver(url(), endpoint, { body, headers: { traceparent: from.traceparent } }));

    const request = await waitForSpan(from.traceId, 'POST /webhooks/*path');
    expect(request).toMatchObject({ traceId: from.traceId, parentSpanId: from.spanId, kind: 2 });
    expect(attributeOf(request, 'http.response.status_code')).toBe(200);
    const delivery = await waitForSpan(from.traceId, 'delivery');
    expect(linksTo(delivery)).toEqual([request.spanId]);
    const trigger = await waitForSpan(from.traceId, 'trigger');
    expect(linksTo(trigger)).toEqual([delivery.spanId]);
    const started = await waitForSpan(from.traceId, 'dispatch scriptStarted');
    expect(linksTo(started)).toEqual([trigger.spanId]);
    const run = await waitForSpan(from.traceId, /^script run /);
    expect(linksTo(run)).toEqual([trigger.spanId]);
    expect(run.status.code).toBe(2);
    const finished = await waitForSpan(from.traceId, 'dispatch scriptFinished');
    expect(linksTo(finished)).toEqual(expect.arrayContaining([run.spanId, started.spanId]));
    const release = attributeOf(trigger, 'slipway.release.id');
    expect([started, run, finished].map((span) => attributeOf(span, 'slipway.release.id'))).toEqual(
      Array(3).fill(release),
    );
    const roots = [request, delivery, trigger, started, run, finished];
    expect(new Set(roots.map(({ traceId }) => traceId)).size).toBe(roots.length);

    const statements = followingFrom(from.traceId).filter(
      (span) => attributeOf(span, 'db.system.name') === 'postgresql',
    );
    expect(statements.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['store-received-event', 'record-trigger-runs', 'insert-plans']),
    );
    const spans = new Map(followingFrom(from.traceId).map((span) => [span.spanId, span]));
    expect(statements.every(({ parentSpanId = '' }) => spans.has(parentSpanId))).toBe(true);
    expect(JSON.stringify(collector.spans())).not.toContain(marker);
    expect(collector.headers()['x-api-key']).toBe('of the collector');
  });

  test('has its trace id in the log', async () => {
    const endpoint = await createEndpoint(rest, {
      type: 'events.TokenAuthentication',
      header: 'X-Own',
      token: 'right',
    });
    const from = caller();
    await deliver(url(), endpoint, { body: '{}', headers: { traceparent: from.traceparent, 'X-Own': 'wrong' } });
    const line =
      output()
        .split('\n')
        .find((entry) => entry.includes('a webhook delivery was refused')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ traceId: from.traceId, spanId: expect.stringMatching(/^[0-9a-f]{16}$/) });
  });
});

describe('a request', () => {
  test('starts a trace of its own if its traceparent is invalid', async () => {
    const headers = { traceparent: `00-${'0'.repeat(32)}-${marker}-01` };
    await fetch(`${url()}/api/v1/releases/Release${marker}`, { headers });
    const spans = () => collector.spans().filter(({ name }) => name === 'GET');
    await expect.poll(() => spans().length, { interval: 50 }).toBeGreaterThan(0);
    expect(spans().map(({ parentSpanId }) => parentSpanId ?? '')).toEqual(spans().map(() => ''));
    expect(JSON.stringify(collector.spans())).not.toContain(marker);
  });

  test('without sampling is not traced, and requests of monitoring are never traced', async () => {
    const [unsampledCaller, sampledCaller] = [caller('00'), caller()];
    await fetch(`${url()}/metrics`, { headers: { traceparent: caller().traceparent } });
    await fetch(`${url()}/api/v1/users/me`, { headers: { traceparent: unsampledCaller.traceparent } });
    await fetch(`${url()}/api/v1/users/me`, { headers: { traceparent: sampledCaller.traceparent } });
    await waitForSpan(sampledCaller.traceId, /^GET/);
    expect(followingFrom(unsampledCaller.traceId)).toEqual([]);
    expect(collector.spans().filter(({ name }) => name.includes('metrics'))).toEqual([]);
  });

  test('does not wait for the collector', async () => {
    collector.hang();
    for (let count = 0; count < 50; count += 1) await rest.get('/folders/list');
    collector.answer();
  });
});
