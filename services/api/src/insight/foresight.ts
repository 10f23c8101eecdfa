import { type PreviewContext, type Release, soleKey, tasksOf } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { blackoutsAhead, type ReleaseView, readClock, readTargetEnds } from '@slipway/persistence';
import { automatedTypes } from '@slipway/plugins';
import { preconditionsIn, seenOf } from '@slipway/resources';
import type { Deps } from '../context/deps.ts';

const lastSegment = (written: string): string => written.slice(written.lastIndexOf('/') + 1);

/** All that the gates of a release may wait for; a variable that names a target has its value long before, as a rule. */
export function targetsIn(release: Release): readonly string[] {
  const values = release.variables.flatMap(({ value }) => (typeof value === 'string' ? [lastSegment(value)] : []));
  const written = [...tasksOf(release)].flatMap(({ definition }) =>
    definition.dependencies.map(({ target }) => target),
  );
  return written.some((target) => soleKey(target) !== null) ? [...written, ...values] : written;
}

/** The statuses of targets; their estimated end is for callers who may view them. */
export async function endsSeen(deps: Deps, caller: Person, ids: readonly string[]): Promise<PreviewContext['targets']> {
  const [ends, seen] = await Promise.all([readTargetEnds(deps.database, ids), seenOf(deps, ids, caller)]);
  return new Map([...ends].map(([id, end]) => [id, seen.has(id) ? end : { ...end, endsAt: null }]));
}

/** What the pure core needs of the world to look ahead; reading it changes nothing and locks nothing. */
export async function foresightFor(
  deps: Deps,
  caller: Person,
  { release, rest }: ReleaseView,
): Promise<PreviewContext> {
  const { database, plugins } = deps;
  const now = await readClock(database);
  return {
    now,
    blackouts: await blackoutsAhead(database, now, release.folderId),
    preconditions: preconditionsIn(rest),
    targets: await endsSeen(deps, caller, [...new Set(targetsIn(release))]),
    automatedTypes: automatedTypes(await plugins.current()),
  };
}
