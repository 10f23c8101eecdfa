import { RunnerAway, RunnerBusy } from '@slipway/scripts';
import { limitConcurrency } from '../http/concurrency-limit.ts';
import { ServiceUnavailable } from '../http/errors/errors.ts';

// each holds a delivery of up to 8 MB, and asks the scripts of all who listen, one after the other
const inTurn = limitConcurrency({ running: 2, waiting: 16, what: 'previews of replays' });

/** Foresees what becomes of a delivery, when there is a turn. Throws Overloaded, ServiceUnavailable. */
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
