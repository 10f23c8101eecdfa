import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** Between two rounds. */
const everyMs = 60_000;
const atOnce = 5_000;

/** Waits for no lock: rows that the library is deleting are skipped. */
const forgetSome = `delete from event where (queue, id) in (
  select queue, id from event
  where created_at_ms < extract(epoch from clock_timestamp()) * 1000 - ${everyMs}
  order by queue, id limit ${atOnce} for update skip locked)`;

/**
 * Deletes, once a minute until `signal`, events of the library that are older than a minute and have no reader. The
 * library keeps the newest 100 of a queue only roughly: it checks when the number of an event, which all queues share,
 * is divisible by 256, and never a queue without new events.
 */
export async function forgetEvents(pool: pg.Pool, signal: AbortSignal, onError: (error: Error) => void): Promise<void> {
  while (!signal.aborted) {
    await forgetOld(pool, signal).catch(onError);
    await pause(everyMs, undefined, { signal, ref: false }).catch(() => {});
  }
}

async function forgetOld(pool: pg.Pool, signal: AbortSignal): Promise<void> {
  let gone: number | null = atOnce;
  while (gone === atOnce && !signal.aborted) gone = (await pool.query(forgetSome)).rowCount;
}
