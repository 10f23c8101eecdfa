import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** The pause between two rounds. */
const intervalMs = 60_000;
const batchSize = 5_000;

/** Skips locked rows, which the library is deleting. */
const deleteBatch = `delete from event where (queue, id) in (
  select queue, id from event
  where created_at_ms < extract(epoch from clock_timestamp()) * 1000 - ${intervalMs}
  order by queue, id limit ${batchSize} for update skip locked)`;

/**
 * Deletes events of the library that are older than a minute and have no reader, once a minute until `signal`. The
 * library itself keeps about the newest 100 events of a queue: it deletes others only when an event number, which all
 * queues share, is divisible by 256. So it never deletes events of a queue without new ones.
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
