import { afterEach, expect, test } from 'vitest';
import { startTraceCollector, type TraceCollector } from '../../../test/harness/servers/trace-collector.ts';
import {
  addCause,
  beginRequest,
  currentIds,
  currentTraceparent,
  inChildSpan,
  inTrace,
  withCause,
  withoutParent,
} from './index.ts';
import { startTracing } from './start-tracing.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';
const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const story = (name: string) => ({ name, fields: {} });

async function tracing(ratio = 1) {
  const collector: TraceCollector = await startTraceCollector();
  const counted = { sent: 0, lost: 0 };
  const observer = {
    sent: (count: number) => {
      counted.sent += count;
    },
    lost: (count: number) => {
      counted.lost += count;
    },
  };
  const settings = {
    endpoint: `${collector.url}/`,
    headers: { authorization: 'Bearer secret' },
    ratio,
    service: 'test',
  };
  const traces = await startTracing({ ...settings, observer });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= traces.stop();
    return stopped;
  };
  ends.push(collector.stop, stop);
  return { collector, counted, stop };
}

test('without a collector, no span is created, and the functions take no time', async () => {
  expect(await inTrace(story('one'), async (span) => [span.traceparent, currentTraceparent(), currentIds()])).toEqual([
    null,
    null,
    null,
  ]);
});

test('a child span belongs to the current trace, and a consequence is a new trace with a link to it', async () => {
  const { collector, stop } = await tracing();
  const other = inTrace(story('cause'), async (span) => {
    await inChildSpan('statement', { 'db.system.name': 'postgresql' }, async () => {});
    await inTrace(story('effect'), async () => {});
    return span.traceparent;
  });
  const traceparent = await other;
  await withCause(traceparent, () => inTrace(story('later'), async () => {}));
  await withoutParent(() => inTrace(story('else'), async () => {}));
  await stop();
  const named = (name: string) => collector.spans().find((span) => span.name === name)!;
  const cause = named('cause');
  const link = [expect.objectContaining({ traceId: cause.traceId, spanId: cause.spanId })];
  expect(named('statement')).toMatchObject({ traceId: cause.traceId, parentSpanId: cause.spanId });
  expect([named('effect').links, named('later').links, named('else').links]).toEqual([link, link, []]);
  expect(new Set(['cause', 'effect', 'later', 'else'].map((name) => named(name).traceId)).size).toBe(4);
  expect(collector.headers().authorization).toBe('Bearer secret');
});

test('children begin and end within their parent, at any fraction of a millisecond', async () => {
  const { collector, stop } = await tracing();
  for (let n = 0; n < 200; n++)
    await inTrace(story('whole'), async () => {
      await inChildSpan('part', {}, async () => {});
    });
  await stop();
  const times = collector.spans().map((span) => [BigInt(span.startTimeUnixNano), BigInt(span.endTimeUnixNano)]);
  const outside = times.flatMap(([begun, ended], at) => {
    const [first, last] = at % 2 === 0 ? times[at + 1]! : [begun!, ended!];
    return first! <= begun! && begun! <= ended! && ended! <= last! ? [] : [at];
  });
  expect([times.length, outside]).toEqual([400, []]);
});

test('a later link is added once, long ids are truncated, and an ended span does not change', async () => {
  const { collector, stop } = await tracing();
  const cause = `00-${traceId}-${spanId}-01`;
  await inTrace(story('later'), async () => {
    for (const found of [cause, cause, 'nonsense']) addCause(found);
  });
  const request = beginRequest('POST', cause, { id: 'x'.repeat(300) });
  request.rename('POST /things');
  request.setFields({ status: 200, ok: true });
  request.end();
  request.end();
  await stop();
  expect(collector.spans()).toMatchObject([
    { name: 'later', links: [{ traceId, spanId }] },
    {
      name: 'POST /things',
      ...{ traceId, parentSpanId: spanId, kind: 2 },
      attributes: [
        { key: 'id', value: { stringValue: 'x'.repeat(256) } },
        { key: 'status', value: { intValue: 200 } },
        { key: 'ok', value: { boolValue: true } },
      ],
    },
  ]);
});

test('a failed span has the kind of its error, and never its message', async () => {
  const { collector, stop } = await tracing();
  const error = new TypeError('the password is zebra');
  await expect(inTrace(story('one'), () => Promise.reject(error))).rejects.toBe(error);
  await stop();
  const [span] = collector.spans();
  expect(span).toMatchObject({
    status: { code: 2 },
    attributes: [{ key: 'error.type', value: { stringValue: 'TypeError' } }],
  });
  expect(JSON.stringify(collector.spans())).not.toContain('zebra');
});

test('a trace and its consequences are sampled completely or not at all', async () => {
  const { collector, stop } = await tracing(0);
  const seen = (flags: string) => `00-${traceId}-${spanId}-${flags}`;
  await withCause(seen('01'), () => inTrace(story('seen'), () => inTrace(story('seen too'), async () => {})));
  await withCause(seen('00'), () => inTrace(story('unseen'), () => inTrace(story('unseen too'), async () => {})));
  await inTrace(story('by chance'), async () => {});
  await withCause('nonsense', () => inTrace(story('of nonsense'), async () => {}));
  await stop();
  expect(
    collector
      .spans()
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(['seen', 'seen too']);
});

test('a collector that does not respond blocks no work, and at most a few thousand spans are stored for it', async () => {
  const { collector, counted, stop } = await tracing();
  collector.hang();
  for (let count = 0; count < 20_000; count += 1) await inTrace(story('one'), async () => {});
  collector.answer();
  await stop();
  expect(counted.sent + counted.lost).toBeLessThanOrEqual(4_096 + 2 * 512);
  expect(collector.spans().length).toBeLessThanOrEqual(4_096 + 2 * 512);
});

test('spans for an unavailable collector are dropped and counted', async () => {
  const { collector, counted, stop } = await tracing();
  await collector.stop();
  ends.shift();
  await inTrace(story('one'), async () => {});
  await stop();
  expect(counted.sent).toBe(0);
});
