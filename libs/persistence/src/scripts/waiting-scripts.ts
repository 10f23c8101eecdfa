import type { Connection } from '../database/database.ts';

/** A run of a script that a release waits for and that somebody may take up. */
export interface WaitingScript {
  readonly releaseId: string;
  readonly runId: string;
}

/** `now()` and not `clock_timestamp()`, which no index can be searched with; two ranges, since null is in none. */
const waiting = {
  name: 'waiting-scripts',
  text: `(select release_id as "releaseId", reference as "runId" from awaits
      where kind = 'script' and until is null limit $1)
    union all
    (select release_id, reference from awaits where kind = 'script' and until <= now() order by until limit $1)`,
};

/** Scripts that nobody has taken up, or whose lease is over; at most `limit` of each kind. */
export const waitingScripts = (connection: Connection, limit: number): Promise<readonly WaitingScript[]> =>
  connection.query<WaitingScript>(waiting, [limit]);

const awaited = {
  name: 'is-awaited',
  text: `select 1 as is from awaits where release_id = $1 and reference = $2 and kind = 'script'`,
};

/** Whether a release still waits for this run of a script. */
export const isAwaited = async (connection: Connection, releaseId: string, runId: string): Promise<boolean> =>
  (await connection.query(awaited, [releaseId, runId])).length > 0;
