import { setImmediate } from 'node:timers/promises';
import { type ForecastResponse, showForecast } from '@slipway/api-schema/forecast';
import { joinIds } from '@slipway/api-schema/format';
import { blackoutContextOf } from '@slipway/application/calendar';
import { preconditionsIn, visibleReleases } from '@slipway/application/plans';
import {
  currentWorkOf,
  type PreviewContext,
  preview,
  progressOf,
  type TypicalDurations,
} from '@slipway/domain/forecast';
import type { AutomatedTypes } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import { readTypicalDurations } from '@slipway/persistence/insights';
import type { ReleaseView } from '@slipway/persistence/plans';
import { automatedTypes } from '@slipway/plugins';
import type { Deps } from '../dependencies/deps.ts';
import { findTargets, readVisibleEnds, templateIdOf } from './forecast-context.ts';

interface ForecastData {
  readonly targets: PreviewContext['targets'];
  readonly automated: AutomatedTypes;
  /** by the id of the template */
  readonly durations: ReadonlyMap<string, TypicalDurations>;
}

async function forecastOf(
  deps: Deps,
  view: ReleaseView,
  { targets, automated, durations }: ForecastData,
): Promise<ForecastResponse> {
  const { release, details: rest, folderPath, version } = view;
  const { blackouts, now } = await blackoutContextOf(deps, view);
  const preconditions = preconditionsIn(rest);
  const estimate = preview(release, {
    ...{ now, blackouts, preconditions, targets, automatedTypes: automated },
    typicalDurations: durations.get(templateIdOf(release) ?? '') ?? new Map(),
  });
  const id = joinIds(folderPath.join('/'), release.id);
  const { endDate: endsAt, defaultDurations } = estimate;
  return showForecast({
    id,
    version,
    progress: progressOf(release),
    work: currentWorkOf(release),
    endsAt,
    defaultDurations,
  });
}

/**
 * Returns the forecasts of the visible live releases among these ids. Two statements find and count the releases. Each
 * batch takes five more, and the targets of its gates two.
 */
export async function readForecasts(
  deps: Deps,
  caller: Person,
  ids: readonly string[],
): Promise<readonly ForecastResponse[]> {
  const automated = automatedTypes(await deps.plugins.current(), deps.config);
  const answers: ForecastResponse[] = [];
  for await (const views of visibleReleases(deps, caller, ids)) {
    const targetIds = [...new Set(views.flatMap(({ release }) => findTargets(release)))];
    const targets = targetIds.length === 0 ? new Map() : await readVisibleEnds(deps, caller, targetIds);
    const templateIds = new Set(views.flatMap(({ release }) => templateIdOf(release) ?? []));
    const durations = await readTypicalDurations(deps.database, [...templateIds]);
    for (const view of views) {
      answers.push(await forecastOf(deps, view, { targets, automated, durations }));
      // Yields: plans of thousands of tasks would block other requests.
      await setImmediate();
    }
  }
  return answers;
}
