import { RunnerAway, RunnerBusy } from '@slipway/scripts';
import { limitConcurrency } from '../http/concurrency-limit.ts';
import { ServiceUnavailable } from '../http/errors/errors.ts';

// Each holds a delivery of up to 8 MB, and runs the scripts of all listeners, one after the other.
const inTurn = limitConcurrency({ running: 2, waiting: 16, what: 'previews of replays' });

/** Previews a replay of a delivery, in turn. Throws Overloaded, ServiceUnavailable. */
export const foreseeInTurn = <T>(foresee: () => Promise<T>): Promise<T> =>
  inTurn(async () => {
    try {
      return await foresee();
    } catch (error) {
      if (error instanceof RunnerBusy || error instanceof RunnerAway)
        throw new ServiceUnavailable('the script runner does not answer now: try again');
      throw error;
    }
  });
