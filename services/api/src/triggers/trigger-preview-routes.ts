import { flag, list, optional, wholeNumber } from '@slipway/api-schema/format';
import type { activityResponse } from '@slipway/api-schema/history';
import {
  showTriggerActivity,
  showTriggerRun,
  type TriggerPreviewResponse,
  triggerPreviewResponse,
  triggerRunResponse,
} from '@slipway/api-schema/triggers';
import { renderContextFor } from '@slipway/application/model';
import { getTrigger, renderTriggerContext } from '@slipway/application/triggers';
import { textOf } from '@slipway/domain/messages';
import { neededToRead } from '@slipway/domain/people';
import { isEventTrigger, isSchedule } from '@slipway/domain/triggers';
import { createTimetable, describeSchedule, listNextTimes, type Person, timeInZone } from '@slipway/engine';
import { readClock } from '@slipway/persistence/database';
import { listRuns, readAllRuns, type TriggerRow, type TriggerRun } from '@slipway/persistence/triggers';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { type Route, route } from '../http/route.ts';

const viewAccess = (caller: Person) => ({ caller, anyOf: [neededToRead.trigger] }) as const;

const maxCount = 100;
const previewQuery = z.object({
  count: optional(wholeNumber(1, maxCount)).describe(`5 without it, ${maxCount} at most`),
  metadata: optional(flag).describe('whether $metadata contains titles, and whether the caller can change it'),
});
const paging = z.object({
  page: optional(wholeNumber()),
  resultsPerPage: optional(wholeNumber(1)).describe('at most 1000'),
});

async function preview(
  deps: Deps,
  { trigger, author: storedAuthor, anchor }: TriggerRow,
  count: number,
): Promise<TriggerPreviewResponse> {
  const { enabled } = trigger;
  const author = storedAuthor ?? undefined;
  if (isEventTrigger(trigger)) return { timeZone: 'UTC', catchUp: 'none', enabled, author, next: [] };
  const { timeZone } = trigger;
  const catchUp = isSchedule(trigger) ? trigger.catchUp : 'last';
  const now = await readClock(deps.database);
  // The schedule of a disabled trigger starts when it is enabled, so the preview assumes that this happens now.
  const timetable = createTimetable({ ...trigger, anchor: enabled ? anchor : now });
  const next = listNextTimes(timetable, timeZone, now, count).map(({ at, daylightSaving }) => ({
    date: timeInZone(timeZone, at),
    timeZone,
    daylightSaving: daylightSaving === null ? undefined : textOf(daylightSaving),
  }));
  return { timeZone, catchUp, enabled, description: describeSchedule(trigger), author, next };
}

const showForRuns = (deps: Deps, caller: Person, runs: readonly TriggerRun[]) =>
  renderContextFor(
    deps,
    runs.flatMap(({ releaseId }) => releaseId ?? []),
    caller,
  );

/** Returns the run history of a trigger as activity log entries, oldest first. Throws NotFound. */
export async function triggerActivities(
  deps: Deps,
  caller: Person,
  rawId: string,
): Promise<readonly z.output<typeof activityResponse>[]> {
  const row = await getTrigger(deps.database, rawId, viewAccess(caller));
  const runs = await readAllRuns(deps.database, row.trigger.id);
  const show = await showForRuns(deps, caller, runs);
  return runs.map((run) => showTriggerActivity(run, row, show));
}

/** Routes for the next times and the past runs of a trigger. They extend the API of the family. */
export const triggerPreviews: readonly Route[] = [
  route({
    method: 'GET',
    path: '/triggers/{triggerId}/preview',
    name: 'previewTrigger',
    summary: 'When a trigger fires next, and what daylight saving does to that',
    needs: { on: 'triggerId', anyOf: [neededToRead.trigger] },
    query: previewQuery,
    reply: triggerPreviewResponse,
    answer: async (deps, { caller, path, query }) => {
      const row = await getTrigger(deps.database, path.triggerId, viewAccess(caller));
      const answer = await preview(deps, row, query.count ?? 5);
      return query.metadata ? { ...answer, $metadata: await renderTriggerContext(deps, [row], caller) } : answer;
    },
  }),
  route({
    method: 'GET',
    path: '/triggers/{triggerId}/runs',
    name: 'listTriggerRuns',
    summary: 'The run history of a trigger, newest first',
    needs: { on: 'triggerId', anyOf: [neededToRead.trigger] },
    query: paging,
    reply: list(triggerRunResponse),
    answer: async (deps, { caller, path, query }) => {
      const { trigger } = await getTrigger(deps.database, path.triggerId, viewAccess(caller));
      const limit = Math.min(query.resultsPerPage ?? 100, 1000);
      const runs = await listRuns(deps.database, trigger.id, { limit, offset: (query.page ?? 0) * limit });
      const show = await showForRuns(deps, caller, runs);
      return runs.map((run) => showTriggerRun(run, show));
    },
  }),
];
