import { list } from '@slipway/api-schema/format';
import {
  type InsightReleasesBody,
  insightCalendarBody,
  insightCalendarCsv,
  insightCalendarResponse,
  insightMetricResponse,
  insightOptionsBody,
  insightOptionsResponse,
  insightProgressResponse,
  insightQueryBody,
  insightQueryCsv,
  insightQueryResponse,
  insightReleaseCsvLine,
  insightReleasesBody,
  insightReleasesCsvHead,
  insightReleasesResponse,
  insightTasksBody,
  insightTasksCsv,
  insightTasksResponse,
  insightWaitsBody,
  insightWaitsCsv,
  insightWaitsResponse,
} from '@slipway/api-schema/insights';
import {
  changeInsightOptions,
  type InsightContext,
  listMetrics,
  queryInsights,
  readInsightOptions,
  readInsightProgress,
  readInsightReleases,
  renderInsightCalendar,
  renderInsightReleases,
  renderInsightTasks,
  renderInsightWaits,
} from '@slipway/application/insights';
import { neededToChange, neededToRead } from '@slipway/domain/people';
import { type Person, readCurrentPerson } from '@slipway/engine';
import { requestRebuild } from '@slipway/persistence/insights';
import type { Deps } from '../dependencies/deps.ts';
import { jsonBody, type Route, route } from '../http/route.ts';
import { downloadSlots } from '../http/slots.ts';
import { acceptsCsv, csvAnswer, csvPageSize, csvPages, csvText } from './csv-answer.ts';

const contextOf = ({ database, config }: Deps): InsightContext => ({ database, zone: config.reportTimezone });

/** Creates the lines while they are sent. Each page has the current permissions of the caller. */
const csvOf = (deps: Deps, caller: Person, body: InsightReleasesBody): AsyncGenerator<Buffer> =>
  csvPages(insightReleasesCsvHead(), insightReleaseCsvLine, async (after) => {
    const person = await readCurrentPerson(deps.database, caller);
    return await readInsightReleases(contextOf(deps), person, { ...body, after, limit: csvPageSize });
  });

const common = { needs: { global: [neededToRead.insights] }, effect: 'replicaRead' } as const;

/** Routes for numbers of ended releases. With `Accept: text/csv` they return tables. They extend the API of the family. */
export const insights: readonly Route[] = [
  route({
    method: 'GET',
    path: '/insights/metrics',
    name: 'getInsightMetrics',
    summary: 'The metrics with their units, formulas and populations',
    needs: { global: [neededToRead.insights] },
    reply: list(insightMetricResponse),
    answer: async () => listMetrics(),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/insights/query',
    name: 'queryInsights',
    summary: 'Metrics of ended releases and deployments by day, week or month, and by group',
    body: jsonBody(insightQueryBody),
    reply: insightQueryResponse,
    answer: async (deps, { caller, body, headers }) => {
      const result = await queryInsights(contextOf(deps), caller, body);
      return acceptsCsv(headers) ? csvText('insights.csv', insightQueryCsv(result)) : result;
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/insights/releases',
    name: 'getInsightReleases',
    summary: 'The releases behind a point, one page of them; as CSV all of them',
    body: jsonBody(insightReleasesBody),
    reply: insightReleasesResponse,
    answer: async (deps, { caller, body, headers }) => {
      if (!acceptsCsv(headers)) return await renderInsightReleases(contextOf(deps), caller, body);
      const end = await downloadSlots.acquire(caller.username);
      // Finds out whether the request is valid, before the response starts.
      await readInsightReleases(contextOf(deps), caller, { ...body, limit: 1 }).catch((error: unknown) => {
        end();
        throw error;
      });
      return csvAnswer('releases.csv', () => csvOf(deps, caller, body), end);
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/insights/tasks',
    name: 'getInsightTasks',
    summary: 'The tasks of templates whose runs take longest, or that fail most',
    body: jsonBody(insightTasksBody),
    reply: insightTasksResponse,
    answer: async (deps, { caller, body, headers }) => {
      const result = await renderInsightTasks(contextOf(deps), caller, body);
      return acceptsCsv(headers) ? csvText('tasks.csv', insightTasksCsv(result)) : result;
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/insights/waits',
    name: 'getInsightWaits',
    summary: 'Which folders or teams wait for which teams, releases or folders, longest first',
    body: jsonBody(insightWaitsBody),
    reply: insightWaitsResponse,
    answer: async (deps, { caller, body, headers }) => {
      const result = await renderInsightWaits(contextOf(deps), caller, body);
      return acceptsCsv(headers) ? csvText('waits.csv', insightWaitsCsv(result)) : result;
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/insights/calendar',
    name: 'getInsightCalendar',
    summary: 'The releases that started, ended and failed on each day, and those that were running at noon',
    body: jsonBody(insightCalendarBody),
    reply: insightCalendarResponse,
    answer: async (deps, { caller, body, headers }) => {
      const result = await renderInsightCalendar(contextOf(deps), caller, body);
      return acceptsCsv(headers) ? csvText('calendar.csv', insightCalendarCsv(result)) : result;
    },
  }),
  route({
    method: 'GET',
    path: '/insights/progress',
    name: 'getInsightProgress',
    summary: 'How current insights are, and the progress of releases that ended before the upgrade',
    needs: { global: [neededToRead.insights] },
    reply: insightProgressResponse,
    answer: (deps) => readInsightProgress(contextOf(deps)),
  }),
  route({
    method: 'GET',
    path: '/insights/settings',
    name: 'getInsightOptions',
    summary: 'The settings of insights',
    needs: { global: [neededToRead.insights] },
    reply: insightOptionsResponse,
    etag: 'content',
    answer: readInsightOptions,
  }),
  route({
    method: 'PUT',
    path: '/insights/settings',
    name: 'updateInsightOptions',
    summary: 'Replaces the settings of insights',
    needs: { global: [neededToChange.insightSettings] },
    body: jsonBody(insightOptionsBody),
    reply: insightOptionsResponse,
    etag: 'content',
    answer: (deps, { caller, actor, stillAs, body }) => changeInsightOptions(deps, { caller, actor, stillAs }, body),
  }),
  route({
    method: 'POST',
    path: '/insights/rebuild',
    name: 'rebuildInsights',
    summary: 'Has a scheduler compute all aggregates again',
    needs: { global: [neededToChange.insightAggregates] },
    reply: null,
    answer: ({ database }) => requestRebuild(database),
  }),
];
