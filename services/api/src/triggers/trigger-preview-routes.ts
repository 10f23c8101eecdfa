import { flag, list, oneOf, optional, wholeNumber } from '@slipway/api-schema/format';
import type { activityResponse } from '@slipway/api-schema/history';
import {
  nextTimesResponse,
  showTriggerActivity,
  showTriggerRun,
  type TriggerPreviewResponse,
  triggerPreviewResponse,
  triggerRunResponse,
} from '@slipway/api-schema/triggers';
import { renderContextFor } from '@slipway/application/model';
import { getTrigger, renderTriggerContext } from '@slipway/application/triggers';
import { textOf } from '@slipway/domain/messages';
import type { Instant } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import { isEventTrigger, isSchedule, pollTypes } from '@slipway/domain/triggers';
import { createTimetable, describeSchedule, listNextTimes, type Person, timeInZone } from '@slipway/engine';
import { readClock } from '@slipway/persistence/database';
import { listRuns, readAllRuns, type TriggerRow, type TriggerRun } from '@slipway/persistence/triggers';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { type Route, route } from '../http/route.ts';

const viewAccess = (caller: Person) => ({ caller, anyOf: [neededToRead.trigger] }) as const;

const maxCount = 100;
const defaultCount = 5;
const count = optional(wholeNumber(1, maxCount)).describe(`${defaultCount} without it, ${maxCount} at most`);
const nextTimesQuery = z.object({
  pollType: optional(oneOf(pollTypes)).describe('CRON without it'),
  periodicity: z.string().describe('a cron expression, or seconds'),
  timeZone: optional(z.string()).describe('UTC without it'),
  count,
});
const previewQuery = z.object({
  count,
  metadata: optional(flag).describe('whether $metadata contains titles, and whether the caller can change it'),
});
const paging = z.object({
  page: optional(wholeNumber()),
  resultsPerPage: optional(wholeNumber(1)).describe('at most 1000'),
});

/** A schedule with the start of its intervals. */
type Times = Parameters<typeof createTimetable>[0];

function showNextTimes(times: Times, now: Instant, length: number): TriggerPreviewResponse['next'] {
  const { timeZone } = times;
  return listNextTimes(createTimetable(times), timeZone, now, length).map(({ at, daylightSaving }) => ({
    date: timeInZone(timeZone, at),
    timeZone,
    daylightSaving: daylightSaving === null ? undefined : textOf(daylightSaving),
  }));
}

async function preview(
  deps: Deps,
  { trigger, author: storedAuthor, anchor }: TriggerRow,
  length: number,
): Promise<TriggerPreviewResponse> {
  const { enabled } = trigger;
  const author = storedAuthor ?? undefined;
  if (isEventTrigger(trigger)) return { timeZone: 'UTC', catchUp: 'none', enabled, author, next: [] };
  const { timeZone } = trigger;
  const catchUp = isSchedule(trigger) ? trigger.catchUp : 'last';
  const now = await readClock(deps.database);
  // The schedule of a disabled trigger starts when it is enabled, so the preview assumes that this happens now.
  const next = showNextTimes({ ...trigger, anchor: enabled ? anchor : now }, now, length);
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
    path: '/triggers/next-times',
    name: 'previewSchedule',
    summary: 'The next times of a schedule that no trigger has yet, as the scheduler computes them',
    needs: 'anyone',
    query: nextTimesQuery,
    reply: nextTimesResponse,
    answer: async (deps, { query }) => {
      const { pollType = 'CRON', periodicity, timeZone = 'UTC', count: length = defaultCount } = query;
      const now = await readClock(deps.database);
      const next = showNextTimes({ pollType, periodicity, timeZone, anchor: now }, now, length);
      return { timeZone, description: describeSchedule({ pollType, periodicity }), next };
    },
  }),
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
      const answer = await preview(deps, row, query.count ?? defaultCount);
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
