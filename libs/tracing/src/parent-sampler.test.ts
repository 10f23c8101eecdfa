import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { type Sampler, SamplingDecision } from '@opentelemetry/sdk-trace';
import { expect, test } from 'vitest';
import { createParentSampler } from './parent-sampler.ts';

const traceId = 'f'.repeat(32);
const caller = (traceFlags: number) =>
  trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId: '1'.repeat(16), traceFlags, isRemote: true });
const isTraced = (sampler: Sampler, around = ROOT_CONTEXT): boolean =>
  sampler.shouldSample(around, traceId, 'one', SpanKind.SERVER, {}, []).decision ===
  SamplingDecision.RECORD_AND_SAMPLED;

test('at most a hundred requests a second are traced because of their callers, independent of their ids', () => {
  let now = 0;
  const sampler = createParentSampler(
    0.01,
    () => now,
    () => 0.01,
  );
  const traced = () => Array.from({ length: 150 }, () => isTraced(sampler, caller(1))).filter(Boolean).length;
  expect(traced()).toBe(100);
  expect(traced()).toBe(0);
  now = 1_000;
  expect(traced()).toBe(100);
});

test('a new trace is sampled by chance, and a child or linked trace like its cause', () => {
  const throws = [0.009, 0.01];
  const sampler = createParentSampler(
    0.01,
    () => 0,
    () => throws.shift() ?? Number.NaN,
  );
  expect([isTraced(sampler), isTraced(sampler)]).toEqual([true, false]);
  expect([1, 0].map((flags) => isTraced(sampler, caller(flags)))).toEqual([true, false]);
});
