import type { Connection } from '../database/database.ts';

/** A script run that a release waits for and that can be claimed. */
export interface WaitingScript {
  readonly releaseId: string;
  readonly runId: string;
}

/** The unclaimed script runs, and the time of the next one. */
export interface WaitingScripts {
  readonly scripts: readonly WaitingScript[];
  /** milliseconds until the next pause or lease is over; null: there is none */
  readonly nextInMs: number | null;
}

/** `now()` and not `clock_timestamp()`, which no index can be searched with; ranges of their own, since null is in none. */
const waitingStatement = {
  name: 'waiting-scripts',
  text: `(select release_id as "releaseId", reference as "runId", 0::float8 as "inMs" from awaits
      where kind = 'script' and until is null and release_id <> all ($2) limit $1)
    union all
    (select release_id, reference, 0 from awaits
      where kind = 'script' and until <= now() and release_id <> all ($2) order by until nulls first limit $1)
    union all
    (select release_id, reference, extract(epoch from until - now()) * 1000 from awaits
      where kind = 'script' and until > now() order by until nulls first limit 1)`,
};

/**
 * Script runs that are unclaimed or whose lease has expired, of other releases than these; at most `limit` of each
 * kind.
 */
export async function findWaitingScripts(
  connection: Connection,
  limit: number,
  excludedReleaseIds: readonly string[] = [],
): Promise<WaitingScripts> {
  const rows = await connection.query<WaitingScript & { readonly inMs: number }>(waitingStatement, [
    limit,
    excludedReleaseIds,
  ]);
  return {
    scripts: rows.filter(({ inMs }) => inMs === 0),
    nextInMs: rows.find(({ inMs }) => inMs > 0)?.inMs ?? null,
  };
}

const awaitedStatement = {
  name: 'awaited-among',
  text: `select a.reference as "runId" from awaits a
    join unnest($1::text[], $2::text[]) as given (release_id, run_id)
      on a.release_id = given.release_id and a.reference = given.run_id
    where a.kind = 'script'`,
};

/** The runs that their releases still wait for. */
export async function findAwaitedRuns(
  connection: Connection,
  runs: readonly WaitingScript[],
): Promise<ReadonlySet<string>> {
  const values = [runs.map(({ releaseId }) => releaseId), runs.map(({ runId }) => runId)];
  return new Set((await connection.query<{ runId: string }>(awaitedStatement, values)).map(({ runId }) => runId));
}
