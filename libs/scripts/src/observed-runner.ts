import { inPart } from '@slipway/tracing';
import type { Purpose, ScriptAnswer } from './protocol.ts';
import { RunnerAway, RunnerBusy, type RunnerClient } from './runner-client.ts';

/** In which ways a run ends that was asked for; `asking`: it is run again; `busy` and `away`: it has not begun, as far as is known. */
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
  /** a run ended like this, after its asker has waited so many milliseconds */
  scriptRan(purpose: Purpose, end: RunEnd, ms: number): void;
  /** a script asked for a name that it cannot have */
  scriptLacked(name: string): void;
}

/** The same client, which tells of each run. */
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
