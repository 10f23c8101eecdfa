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
const endOf = ({ error, asks }: ScriptAnswer): RunEnd =>
  asks === undefined ? (ofOurs.get(error?.type) ?? 'failed') : 'asking';

function whyNone(error: unknown): RunEnd {
  if (error instanceof RunnerBusy) return 'busy';
  return error instanceof RunnerAway ? 'away' : 'givenUp';
}

/** The same client, which tells for each run how it ended and how many milliseconds its asker has waited. */
export const observedRunner = (
  client: RunnerClient,
  ran: (purpose: Purpose, end: RunEnd, ms: number) => void,
): RunnerClient => ({
  ...client,
  run: async (request, signal) => {
    const began = performance.now();
    let end: RunEnd = 'givenUp';
    try {
      const answer = await client.run(request, signal);
      end = endOf(answer);
      return answer;
    } catch (error) {
      end = whyNone(error);
      throw error;
    } finally {
      ran(request.purpose, end, performance.now() - began);
    }
  },
});
