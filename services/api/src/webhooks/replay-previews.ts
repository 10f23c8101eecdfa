import { RunnerBusy, RunnerUnavailable } from '@slipway/script-protocol';
import { limitConcurrency } from '../http/concurrency-limit.ts';
import { ServiceUnavailable } from '../http/errors/errors.ts';

// Each holds a delivery of up to 8 MB, and runs the scripts of all listeners, one after the other.
const runLimited = limitConcurrency({ maxRunning: 2, maxWaiting: 16, label: 'previews of replays' });

/** Previews a replay of a delivery, in turn. Throws Overloaded, ServiceUnavailable. */
export const limitReplayPreview = <T>(preview: () => Promise<T>): Promise<T> =>
  runLimited(async () => {
    try {
      return await preview();
    } catch (error) {
      if (error instanceof RunnerBusy || error instanceof RunnerUnavailable)
        throw new ServiceUnavailable('the script runner does not answer now: try again');
      throw error;
    }
  });
