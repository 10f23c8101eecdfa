import { findVisibleIds } from '@slipway/application/model';
import { preconditionsIn } from '@slipway/application/plans';
import type { PreviewContext } from '@slipway/domain/forecast';
import { isTemplate, type Release, soleKey, tasksOf } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import { readUpcomingBlackouts } from '@slipway/persistence/calendar';
import { readClock } from '@slipway/persistence/database';
import { readTargetEnds } from '@slipway/persistence/gates';
import { readTypicalDurations } from '@slipway/persistence/insights';
import type { ReleaseView } from '@slipway/persistence/plans';
import { automatedTypes } from '@slipway/plugins';
import type { Deps } from '../dependencies/deps.ts';

const lastSegment = (written: string): string => written.slice(written.lastIndexOf('/') + 1);

/** The possible targets of the gates of a release. A variable that names a target usually has its value long before. */
export function findTargets(release: Release): readonly string[] {
  const values = release.variables.flatMap(({ value }) => (typeof value === 'string' ? [lastSegment(value)] : []));
  const written = [...tasksOf(release)].flatMap(({ definition }) =>
    definition.dependencies.map(({ target }) => target),
  );
  return written.some((target) => soleKey(target) !== null) ? [...written, ...values] : written;
}

/** The statuses of targets, and their estimated end if the caller may view them. */
export async function readVisibleEnds(
  deps: Deps,
  caller: Person,
  ids: readonly string[],
): Promise<PreviewContext['targets']> {
  const [ends, visibleIds] = await Promise.all([readTargetEnds(deps.database, ids), findVisibleIds(deps, ids, caller)]);
  return new Map([...ends].map(([id, end]) => [id, visibleIds.has(id) ? end : { ...end, endsAt: null }]));
}

/** Returns the template whose earlier releases show how long the tasks of a plan take; null: there is none. */
export const templateIdOf = ({ id, status, originTemplateId }: Release): string | null =>
  isTemplate(status) ? id : originTemplateId;

/** The data from outside the release that a forecast needs. It is read without locks. */
export async function readForecastContext(
  deps: Deps,
  caller: Person,
  { release, details: rest }: ReleaseView,
): Promise<PreviewContext> {
  const { database, plugins } = deps;
  const now = await readClock(database);
  const templateId = templateIdOf(release);
  const durations = await readTypicalDurations(database, templateId === null ? [] : [templateId]);
  return {
    now,
    blackouts: await readUpcomingBlackouts(database, now, release.folderId),
    preconditions: preconditionsIn(rest),
    targets: await readVisibleEnds(deps, caller, [...new Set(findTargets(release))]),
    automatedTypes: automatedTypes(await plugins.current(), deps.config),
    typicalDurations: durations.get(templateId ?? '') ?? new Map(),
  };
}
