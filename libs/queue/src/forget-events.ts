import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** Between two rounds. */
const everyMs = 60_000;
const atOnce = 5_000;

/** Waits for nobody: rows that the library is taking away itself are left to it. */
const forgetSome = `delete from event where (queue, id) in (
  select queue, id from event
  where created_at_ms < extract(epoch from clock_timestamp()) * 1000 - ${everyMs}
  order by queue, id limit ${atOnce} for update skip locked)`;

/**
 * Takes away, once a minute until `signal`, what the library has written of each job and nobody reads, when it is older
 * than a minute. The library keeps the newest 100 of a queue only roughly: it looks when an event's number, which all
 * queues share, can be divided by 256, and never at a queue that has become silent.
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
