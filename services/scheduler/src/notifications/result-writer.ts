import type { Instant } from '@slipway/domain/model';
import { crashPoint, retryUntilDatabaseIsBack } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import { storeDeliveryResults } from '@slipway/persistence/notifications';
import type { MessageResult } from './outcome.ts';

/** The lease of a message lasts longer. After its end, another process would send the message again. */
const maxStoreMs = 30_000;

/** Stores the results of messages. Results that arrive during a write are stored together by the next one. */
export function createResultWriter(database: Database, now: () => Promise<Instant>) {
  let waiting: MessageResult[] = [];
  let next: Promise<void> | null = null;
  let current: Promise<void> = Promise.resolve();
  const write = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    next = null;
    const results = batch.flatMap((item) => item.results);
    const attempts = batch.flatMap(({ attempt }) => (attempt === null ? [] : [attempt]));
    crashPoint('before-delivery-result');
    // Otherwise the receivers would get the messages again after an outage.
    await retryUntilDatabaseIsBack(
      async () => storeDeliveryResults(database, await now(), results, attempts),
      maxStoreMs,
    );
    crashPoint('after-delivery-result');
  };
  return {
    /** Waits until the result is stored. Throws the error of the database. */
    store: (result: MessageResult): Promise<void> => {
      waiting.push(result);
      if (next === null) {
        const started = current.catch(() => {}).then(write);
        next = started;
        current = started;
      }
      return next;
    },
  };
}
