import { Conflict, NotFound } from '@slipway/domain';
import { type Database, readClock, type Stale, staleReleases } from '@slipway/persistence';
import type { Ask } from '../commands/ask.ts';
import { Outdated, type Terms } from '../commands/request-terms.ts';
import { systemCaller } from '../people/caller.ts';

const dayMs = 86_400_000;

/** What aborts on terms: an engine. */
interface Dispatching {
  under(terms: Terms): { dispatch(releaseId: string, input: Ask): Promise<unknown> };
}

/**
 * Aborts active releases in which nothing has happened for `afterDays` days, at most `limit` of them (states.md,
 * Release). Each under the version in which it was found silent, so that one in which something happens at this very
 * moment lives on. Answers how many were aborted.
 */
export async function abortStale(
  engine: Dispatching,
  database: Database,
  afterDays: number,
  limit: number,
): Promise<number> {
  const silentSince = (await readClock(database)) - afterDays * dayMs;
  let aborted = 0;
  for (const stale of await staleReleases(database, silentSince, limit)) {
    if (await abort(engine, stale, afterDays)) aborted += 1;
  }
  return aborted;
}

async function abort(engine: Dispatching, { id, version, since }: Stale, afterDays: number): Promise<boolean> {
  const abortComment = `Aborted automatically: no activity since ${new Date(since).toISOString()}, for more than ${afterDays} days.`;
  const command = { type: 'abortRelease', abortComment } as const;
  try {
    await engine
      .under({ expected: { releaseId: id, version }, key: null })
      .dispatch(id, { kind: 'command', caller: systemCaller, command });
    return true;
  } catch (error) {
    if (error instanceof Outdated || error instanceof NotFound || error instanceof Conflict) return false;
    throw error;
  }
}
