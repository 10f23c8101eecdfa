import { isEventTrigger, isSchedule, neededToRead } from '@slipway/domain';
import { nextTimes, type Person, scheduleWords, timeInZone, timetableOf } from '@slipway/engine';
import { allRuns, listRuns, readClock, type TriggerRow, type TriggerRun } from '@slipway/persistence';
import { aroundTriggers, showFor, triggerNamed } from '@slipway/resources';
import {
  type activityAnswer,
  flag,
  list,
  optional,
  showTriggerActivity,
  showTriggerRun,
  type TriggerPreviewAnswer,
  triggerPreviewAnswer,
  triggerRunAnswer,
  wholeNumber,
} from '@slipway/wire';
import { z } from 'zod';
import type { Deps } from '../context/deps.ts';
import { type Route, route } from '../http/route.ts';

const seeing = (caller: Person) => ({ caller, anyOf: [neededToRead.trigger] }) as const;

const most = 100;
const counted = z.object({
  count: optional(wholeNumber(1, most)).describe(`5 without it, ${most} at most`),
  metadata: optional(flag).describe('whether $metadata contains titles, and whether the caller can change it'),
});
const paging = z.object({
  page: optional(wholeNumber()),
  resultsPerPage: optional(wholeNumber(1)).describe('at most 1000 are answered'),
});

async function preview(
  deps: Deps,
  { trigger, author: known, anchor }: TriggerRow,
  count: number,
): Promise<TriggerPreviewAnswer> {
  const { enabled } = trigger;
  const author = known ?? undefined;
  if (isEventTrigger(trigger)) return { timeZone: 'UTC', catchUp: 'none', enabled, author, next: [] };
  const { timeZone } = trigger;
  const catchUp = isSchedule(trigger) ? trigger.catchUp : 'last';
  const now = await readClock(deps.database);
  // a disabled trigger counts from the moment in which it is enabled
  const timetable = timetableOf({ ...trigger, anchor: enabled ? anchor : now });
  const next = nextTimes(timetable, timeZone, now, count).map(({ at, daylightSaving }) => ({
    date: timeInZone(timeZone, at),
    timeZone,
    daylightSaving: daylightSaving ?? undefined,
  }));
  return { timeZone, catchUp, enabled, description: scheduleWords(trigger), author, next };
}

const showForRuns = (deps: Deps, caller: Person, runs: readonly TriggerRun[]) =>
  showFor(
    deps,
    runs.flatMap(({ releaseId }) => releaseId ?? []),
    caller,
  );

/** The run history of a trigger as activity log entries, oldest first. Throws NotFound. */
export async function triggerActivities(
  deps: Deps,
  caller: Person,
  written: string,
): Promise<readonly z.output<typeof activityAnswer>[]> {
  const row = await triggerNamed(deps.database, written, seeing(caller));
  const runs = await allRuns(deps.database, row.trigger.id);
  const show = await showForRuns(deps, caller, runs);
  return runs.map((run) => showTriggerActivity(run, row, show));
}

/** What a trigger will do and what it has done (this service's own). */
export const triggerPreviews: readonly Route[] = [
  route({
    method: 'GET',
    path: '/triggers/{triggerId}/preview',
    name: 'previewTrigger',
    summary: 'When a trigger fires next, and what daylight saving does to that',
    needs: { on: 'triggerId', anyOf: [neededToRead.trigger] },
    query: counted,
    reply: triggerPreviewAnswer,
    answer: async (deps, { caller, path, query }) => {
      const row = await triggerNamed(deps.database, path.triggerId, seeing(caller));
      const told = await preview(deps, row, query.count ?? 5);
      return query.metadata ? { ...told, $metadata: await aroundTriggers(deps, [row], caller) } : told;
    },
  }),
  route({
    method: 'GET',
    path: '/triggers/{triggerId}/runs',
    name: 'listTriggerRuns',
    summary: 'The run history of a trigger, newest first',
    needs: { on: 'triggerId', anyOf: [neededToRead.trigger] },
    query: paging,
    reply: list(triggerRunAnswer),
    answer: async (deps, { caller, path, query }) => {
      const { trigger } = await triggerNamed(deps.database, path.triggerId, seeing(caller));
      const limit = Math.min(query.resultsPerPage ?? 100, 1000);
      const runs = await listRuns(deps.database, trigger.id, { limit, offset: (query.page ?? 0) * limit });
      const show = await showForRuns(deps, caller, runs);
      return runs.map((run) => showTriggerRun(run, show));
    },
  }),
];
