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
      where kind = 'script' and until is null and release_id <> all ($2) limit $1)
    union all
    (select release_id, reference from awaits
      where kind = 'script' and until <= now() and release_id <> all ($2) order by until limit $1)`,
};

/** Scripts that nobody has taken up, or whose lease is over, of other releases than these; at most `limit` of each kind. */
export const waitingScripts = (
  connection: Connection,
  limit: number,
  without: readonly string[] = [],
): Promise<readonly WaitingScript[]> => connection.query<WaitingScript>(waiting, [limit, without]);

const awaited = {
  name: 'awaited-among',
  text: `select a.reference as "runId" from awaits a
    join unnest($1::text[], $2::text[]) as given (release_id, run_id)
      on a.release_id = given.release_id and a.reference = given.run_id
    where a.kind = 'script'`,
};

/** Those of these runs that their releases still wait for. */
export async function awaitedAmong(
  connection: Connection,
  runs: readonly WaitingScript[],
): Promise<ReadonlySet<string>> {
  const values = [runs.map(({ releaseId }) => releaseId), runs.map(({ runId }) => runId)];
  return new Set((await connection.query<{ runId: string }>(awaited, values)).map(({ runId }) => runId));
}
