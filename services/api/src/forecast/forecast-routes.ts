import { setImmediate } from 'node:timers/promises';
import { type ForecastResponse, forecastResponse, showForecast } from '@slipway/api-schema/forecast';
import { expects, joinIds, list } from '@slipway/api-schema/format';
import { blackoutContextOf } from '@slipway/application/calendar';
import { idCandidatesOrNone } from '@slipway/application/model';
import { preconditionsIn, visibleReleases } from '@slipway/application/plans';
import { currentWorkOf, type PreviewContext, preview, progressOf } from '@slipway/domain/forecast';
import { message } from '@slipway/domain/messages';
import type { AutomatedTypes } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import type { ReleaseView } from '@slipway/persistence/plans';
import { automatedTypes } from '@slipway/plugins';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { jsonBody, type Route, route } from '../http/route.ts';
import { findTargets, readVisibleEnds } from './forecast-context.ts';

const maxIds = 100;

const idsBody = z
  .array(z.string(expects(message('expected.releaseId'))), expects(message('expected.ids')))
  .max(maxIds, expects(message('expected.maxIds', { max: maxIds })))
  .readonly()
  .describe('ids of releases in any form');

interface ForecastData {
  readonly targets: PreviewContext['targets'];
  readonly automated: AutomatedTypes;
}

async function forecastOf(
  deps: Deps,
  view: ReleaseView,
  { targets, automated }: ForecastData,
): Promise<ForecastResponse> {
  const { release, details: rest, folderPath, version } = view;
  const { blackouts, now } = await blackoutContextOf(deps, view);
  const preconditions = preconditionsIn(rest);
  const estimate = preview(release, { now, blackouts, preconditions, targets, automatedTypes: automated });
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

/** Two statements find and count the releases. Each batch takes four more, and the targets of its gates two. */
async function readForecasts(
  deps: Deps,
  caller: Person,
  rawIds: readonly string[],
): Promise<readonly ForecastResponse[]> {
  const ids = [...new Set(rawIds.flatMap((id) => idCandidatesOrNone('Release', id)))];
  const automated = automatedTypes(await deps.plugins.current());
  const answers: ForecastResponse[] = [];
  for await (const views of visibleReleases(deps, caller, ids)) {
    const targetIds = [...new Set(views.flatMap(({ release }) => findTargets(release)))];
    const targets = targetIds.length === 0 ? new Map() : await readVisibleEnds(deps, caller, targetIds);
    for (const view of views) {
      answers.push(await forecastOf(deps, view, { targets, automated }));
      // Yields: plans of thousands of tasks would block other requests.
      await setImmediate();
    }
  }
  return answers;
}

/** The progress of releases, for lists (an extension). */
export const forecastRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/releases/outlook',
    name: 'getReleaseOutlooks',
    summary: 'The progress, the current phase and task, and the estimated end of live releases that the caller may see',
    needs: { lists: neededToRead.release },
    effect: 'read',
    body: jsonBody(idsBody),
    reply: list(forecastResponse),
    answer: (deps, { caller, body }) => readForecasts(deps, caller, body),
  }),
];
