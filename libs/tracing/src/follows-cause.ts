import { type Context, isSpanContextValid, type Link, type SpanKind, TraceFlags, trace } from '@opentelemetry/api';
import { type Sampler, SamplingDecision, type SamplingResult } from '@opentelemetry/sdk-trace';

/** The maximum number of requests a second that are traced because of their callers, which may be unknown clients. */
const mostAsked = 100;

const traced: SamplingResult = { decision: SamplingDecision.RECORD_AND_SAMPLED };
const untraced: SamplingResult = { decision: SamplingDecision.NOT_RECORD };

/**
 * Traces are sampled as a whole: a span with a parent follows it, and a root is sampled with `ratio`. The flag of a
 * caller counts for a hundred requests a second, above which `ratio` applies, independent of the id of the caller.
 * @param now monotonic milliseconds
 * @param chance from 0 to less than 1
 */
export function followsCause(
  ratio: number,
  now: () => number = performance.now.bind(performance),
  chance: () => number = Math.random,
): Sampler {
  let second = 0;
  let asked = 0;
  const isBelieved = (): boolean => {
    const current = Math.floor(now() / 1_000);
    if (current !== second) asked = 0;
    second = current;
    asked += 1;
    return asked <= mostAsked;
  };
  const byChance = (): SamplingResult => (chance() < ratio ? traced : untraced);
  return {
    shouldSample: (around: Context, _traceId: string, _name: string, _kind: SpanKind, _fields, links: Link[]) => {
      const parent = trace.getSpanContext(around);
      const cause = parent ?? links[0]?.context;
      if (cause === undefined || !isSpanContextValid(cause)) return byChance();
      if ((cause.traceFlags & TraceFlags.SAMPLED) === 0) return untraced;
      const isAsked = parent?.isRemote === true;
      return !isAsked || isBelieved() ? traced : byChance();
    },
    toString: () => `FollowsCause{${ratio}}`,
  };
}
