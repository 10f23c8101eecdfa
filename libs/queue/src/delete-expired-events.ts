import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** Between two rounds. */
const intervalMs = 60_000;
const batchSize = 5_000;

/** Waits for no lock: rows that the library is deleting are skipped. */
const deleteBatch = `delete from event where (queue, id) in (
  select queue, id from event
  where created_at_ms < extract(epoch from clock_timestamp()) * 1000 - ${intervalMs}
  order by queue, id limit ${batchSize} for update skip locked)`;

/**
 * Deletes, once a minute until `signal`, events of the library that are older than a minute and have no reader. The
 * library keeps the newest 100 of a queue only roughly: it checks when the number of an event, which all queues share,
 * is divisible by 256, and never a queue without new events.
 */
export async function deleteExpiredEvents(
  pool: pg.Pool,
  signal: AbortSignal,
  onError: (error: Error) => void,
): Promise<void> {
  while (!signal.aborted) {
    await deleteInBatches(pool, signal).catch(onError);
    await pause(intervalMs, undefined, { signal, ref: false }).catch(() => {});
  }
}

async function deleteInBatches(pool: pg.Pool, signal: AbortSignal): Promise<void> {
  let deletedCount: number | null = batchSize;
  while (deletedCount === batchSize && !signal.aborted) deletedCount = (await pool.query(deleteBatch)).rowCount;
}
