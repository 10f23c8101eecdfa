import type { Json } from '@slipway/domain';
import { type Connection, type Database, deliveryProcessed, lockUnprocessedDeliveries } from '@slipway/persistence';

/** What listens to one accepted delivery: what each listener has made of it is kept beside it. */
export type Listener = (connection: Connection, deliveryId: string) => Promise<readonly Json[]>;

/**
 * Tells a listener of accepted deliveries that nobody was told of, the oldest first and at most `limit`; each in a
 * transaction of its own, so that it is told with what comes of it or not at all, and by one process only. Answers
 * how many there were. Throws what the listener throws.
 */
export async function processAccepted(database: Database, listener: Listener, limit: number): Promise<number> {
  const processOne = () =>
    database.transaction(async (connection) => {
      const [id] = await lockUnprocessedDeliveries(connection, 1);
      if (id === undefined) return false;
      await deliveryProcessed(connection, id, await listener(connection, id));
      return true;
    });
  let processed = 0;
  while (processed < limit && (await processOne())) processed += 1;
  return processed;
}
