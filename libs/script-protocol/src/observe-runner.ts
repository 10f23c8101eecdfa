import { inChildSpan } from '@slipway/tracing';
import type { Purpose, ScriptRunResult } from './protocol.ts';
import { RunnerBusy, type RunnerClient, RunnerUnavailable } from './runner-client.ts';

/**
 * The outcomes of a requested run. `suspended`: it is replayed with a reply. `busy` and `unavailable`: as far as known,
 * it has not started.
 */
type Outcome =
  | 'succeeded'
  | 'suspended'
  | 'failed'
  | 'timeout'
  | 'out_of_memory'
  | 'crashed'
  | 'busy'
  | 'unavailable'
  | 'canceled';

const outcomes: ReadonlyMap<string | undefined, Outcome> = new Map([
  [undefined, 'succeeded'],
  ['Timeout', 'timeout'],
  ['OutOfMemory', 'out_of_memory'],
  ['Crashed', 'crashed'],
]);
const outcomeOf = ({ error, asks, effect }: ScriptRunResult): Outcome =>
  asks === undefined && effect === undefined ? (outcomes.get(error?.type) ?? 'failed') : 'suspended';

function outcomeOfError(error: unknown): Outcome {
  if (error instanceof RunnerBusy) return 'busy';
  return error instanceof RunnerUnavailable ? 'unavailable' : 'canceled';
}

/** Counts runs. */
interface Observer {
  /** Reports the outcome of a run, and the milliseconds since its request. */
  scriptRan(purpose: Purpose, outcome: Outcome, ms: number): void;
  /** A script used a name that is not available. */
  scriptLacked(name: string): void;
}

/** Returns the same client, which reports each run. */
export const observeRunner = (client: RunnerClient, observer: Observer): RunnerClient => ({
  ...client,
  run: async (request, signal) => {
    const startedAt = performance.now();
    let outcome: Outcome = 'canceled';
    try {
      const { lacks = [], ...answer } = await inChildSpan('script', { 'slipway.script.purpose': request.purpose }, () =>
        client.run(request, signal),
      );
      for (const name of lacks) observer.scriptLacked(name);
      outcome = outcomeOf(answer);
      return answer;
    } catch (error) {
      outcome = outcomeOfError(error);
      throw error;
    } finally {
      observer.scriptRan(request.purpose, outcome, performance.now() - startedAt);
    }
  },
});
