import { type Context, isSpanContextValid, type Link, type SpanKind, TraceFlags, trace } from '@opentelemetry/api';
import { type Sampler, SamplingDecision, type SamplingResult } from '@opentelemetry/sdk-trace';

/**
 * The maximum number of requests a second that are traced because their caller requests it. Such callers can be unknown
 * clients.
 */
const maxRemoteSampled = 100;

const traced: SamplingResult = { decision: SamplingDecision.RECORD_AND_SAMPLED };
const untraced: SamplingResult = { decision: SamplingDecision.NOT_RECORD };

/**
 * Traces are sampled as a whole: a span with a parent follows it, and a root is sampled with `ratio`. The flag of a
 * caller counts for a hundred requests a second, above which `ratio` applies, independent of the id of the caller.
 * @param now monotonic milliseconds
 * @param chance from 0 to less than 1
 */
export function createParentSampler(
  ratio: number,
  now: () => number = performance.now.bind(performance),
  chance: () => number = Math.random,
): Sampler {
  let second = 0;
  let sampledThisSecond = 0;
  const acceptsRemote = (): boolean => {
    const current = Math.floor(now() / 1_000);
    if (current !== second) sampledThisSecond = 0;
    second = current;
    sampledThisSecond += 1;
    return sampledThisSecond <= maxRemoteSampled;
  };
  const byChance = (): SamplingResult => (chance() < ratio ? traced : untraced);
  return {
    shouldSample: (
      parentContext: Context,
      _traceId: string,
      _name: string,
      _kind: SpanKind,
      _fields,
      links: Link[],
    ) => {
      const parent = trace.getSpanContext(parentContext);
      const cause = parent ?? links[0]?.context;
      if (cause === undefined || !isSpanContextValid(cause)) return byChance();
      if ((cause.traceFlags & TraceFlags.SAMPLED) === 0) return untraced;
      const isRemoteParent = parent?.isRemote === true;
      return !isRemoteParent || acceptsRemote() ? traced : byChance();
    },
    toString: () => `FollowsCause{${ratio}}`,
  };
}
