import { Conflict, NotFound } from '@slipway/domain/model';
import { type Database, readClock } from '@slipway/persistence/database';
import { findStaleReleases, type StaleRelease } from '@slipway/persistence/maintenance';
import type { DispatchInput } from '../commands/dispatch-input.ts';
import { PreconditionFailed, type Preconditions } from '../commands/preconditions.ts';
import { systemCaller } from '../people/caller.ts';

const dayMs = 86_400_000;

/** What aborts on terms: an engine. */
interface Dispatcher {
  withPreconditions(preconditions: Preconditions): {
    dispatch(releaseId: string, input: DispatchInput): Promise<unknown>;
  };
}

/**
 * Aborts active releases in which nothing has happened for `afterDays` days, at most `limit` of them (states.md,
 * Release). Each under the version in which it was found silent, so that one in which something happens at this very
 * moment lives on. Answers how many were aborted.
 */
export async function abortStale(
  engine: Dispatcher,
  database: Database,
  afterDays: number,
  limit: number,
): Promise<number> {
  const silentSince = (await readClock(database)) - afterDays * dayMs;
  let aborted = 0;
  for (const stale of await findStaleReleases(database, silentSince, limit)) {
    if (await abort(engine, stale, afterDays)) aborted += 1;
  }
  return aborted;
}

async function abort(engine: Dispatcher, { id, version, since }: StaleRelease, afterDays: number): Promise<boolean> {
  const abortComment = `Aborted automatically: no activity since ${new Date(since).toISOString()}, for more than ${afterDays} days.`;
  const command = { type: 'abortRelease', abortComment } as const;
  try {
    await engine
      .withPreconditions({ expected: { releaseId: id, version }, key: null })
      .dispatch(id, { kind: 'command', caller: systemCaller, command });
    return true;
  } catch (error) {
    if (error instanceof PreconditionFailed || error instanceof NotFound || error instanceof Conflict) return false;
    throw error;
  }
}
