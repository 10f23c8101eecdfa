import type { Connection } from '../database/database.ts';

/** A script run that a release waits for and that can be claimed. */
export interface WaitingScript {
  readonly releaseId: string;
  readonly runId: string;
}

/** The unclaimed script runs, and the time of the next one. */
export interface WaitingScripts {
  readonly scripts: readonly WaitingScript[];
  /** The time in milliseconds until the next pause or lease ends; null if there is none. */
  readonly nextInMs: number | null;
}

/**
 * Uses `now()`, because an index cannot be searched with `clock_timestamp()`. Null values need a separate search,
 * because they are in no range.
 */
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
 * Finds script runs that are unclaimed or have an expired lease, at most `limit` of each kind. Excludes the runs of
 * these releases.
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

/** Returns those of these runs that their releases still wait for. */
export async function findAwaitedRuns(
  connection: Connection,
  runs: readonly WaitingScript[],
): Promise<ReadonlySet<string>> {
  const values = [runs.map(({ releaseId }) => releaseId), runs.map(({ runId }) => runId)];
  return new Set((await connection.query<{ runId: string }>(awaitedStatement, values)).map(({ runId }) => runId));
}
