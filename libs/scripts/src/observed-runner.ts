import { inPart } from '@slipway/tracing';
import type { Purpose, ScriptAnswer } from './protocol.ts';
import { RunnerAway, RunnerBusy, type RunnerClient } from './runner-client.ts';

/** The ends of a requested run; `asking`: it is repeated; `busy` and `away`: it has not begun, as far as known. */
type RunEnd = 'well' | 'asking' | 'failed' | 'timeout' | 'outOfMemory' | 'crashed' | 'busy' | 'away' | 'givenUp';

const ofOurs: ReadonlyMap<string | undefined, RunEnd> = new Map([
  [undefined, 'well'],
  ['Timeout', 'timeout'],
  ['OutOfMemory', 'outOfMemory'],
  ['Crashed', 'crashed'],
]);
const endOf = ({ error, asks, effect }: ScriptAnswer): RunEnd =>
  asks === undefined && effect === undefined ? (ofOurs.get(error?.type) ?? 'failed') : 'asking';

function whyNone(error: unknown): RunEnd {
  if (error instanceof RunnerBusy) return 'busy';
  return error instanceof RunnerAway ? 'away' : 'givenUp';
}

/** Who counts runs. */
interface Observer {
  /** A run ended in this way, after its caller has waited this number of milliseconds. */
  scriptRan(purpose: Purpose, end: RunEnd, ms: number): void;
  /** A script used a name that is not available. */
  scriptLacked(name: string): void;
}

/** The same client, which reports each run. */
export const observedRunner = (client: RunnerClient, observer: Observer): RunnerClient => ({
  ...client,
  run: async (request, signal) => {
    const began = performance.now();
    let end: RunEnd = 'givenUp';
    try {
      const { lacks = [], ...answer } = await inPart('script', { 'slipway.script.purpose': request.purpose }, () =>
        client.run(request, signal),
      );
      for (const name of lacks) observer.scriptLacked(name);
      end = endOf(answer);
      return answer;
    } catch (error) {
      end = whyNone(error);
      throw error;
    } finally {
      observer.scriptRan(request.purpose, end, performance.now() - began);
    }
  },
});
