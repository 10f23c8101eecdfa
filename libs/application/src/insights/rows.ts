import { joinIds, showDate } from '@slipway/api-schema/format';
import type { InsightReleaseRow, InsightReleasesBody, InsightReleasesResponse } from '@slipway/api-schema/insights';
import type { Measure, ReleaseMetricId } from '@slipway/domain/insights';
import type { Person } from '@slipway/engine';
import {
  countAggregates,
  countFactRows,
  type FactRow,
  type Population,
  readFactRows,
} from '@slipway/persistence/insights';
import { readUsableAggregates } from './aggregate-state.ts';
import { readFreshness } from './freshness.ts';
import { readInsightOptions } from './options.ts';
import {
  parseKey,
  type References,
  readReferences,
  seconds,
  secondsOf,
  showKey,
  titleOf,
  visibleId,
} from './references.ts';
import { type InsightContext, type ResolvedPeriod, resolvePeriod } from './selection.ts';

/** Returns the population of a metric; null: all ended releases. */
function populationOf(metric: ReleaseMetricId): Population | null {
  switch (metric) {
    case 'release.duration':
      return 'duration';
    case 'release.timeToStart':
      return 'timeToStart';
    case 'release.leadTime':
      return 'leadTime';
    case 'release.scheduleVariance':
      return 'variance';
    case 'release.throughput':
    case 'release.frequency':
      return 'completed';
    case 'release.onTimeRate':
      return 'dueDate';
    case 'release.abortRate':
    case 'release.troubleRate':
    case 'release.firstTimeRight':
    case 'release.automationRate':
      return null;
    case 'waiting.machine':
    case 'waiting.people':
    case 'waiting.dependency':
    case 'waiting.capacity':
    case 'waiting.schedule':
    case 'waiting.failed':
    case 'waiting.paused':
    case 'waiting.other':
    case 'union.machine':
    case 'union.people':
    case 'union.dependency':
    case 'union.capacity':
    case 'union.schedule':
    case 'union.failed':
      return 'categories';
  }
}

function showRow(row: FactRow, references: References, showPersons: boolean): InsightReleaseRow {
  const { times } = row;
  const folderId = references.fullIds.get(row.folderId) ?? row.folderId;
  return {
    id: joinIds(folderId, row.id),
    ...{ title: row.title, status: row.status, folderId, folderTitle: titleOf(references, row.folderId) },
    templateId: visibleId(references, row.templateId),
    templateTitle: titleOf(references, row.templateId),
    owner: showPersons ? (row.owner ?? undefined) : undefined,
    tags: row.tags,
    created: showDate(row.createdAt),
    started: showDate(row.startedAt),
    ended: showDate(row.endedAt),
    due: showDate(row.dueAt),
    plannedSeconds: secondsOf(row.planned),
    durationSeconds: secondsOf(row.duration),
    seconds:
      times === null
        ? undefined
        : {
            ...{
              machine: seconds(times.machine),
              people: seconds(times.people),
              dependency: seconds(times.dependency),
            },
            ...{ capacity: seconds(times.capacity), schedule: seconds(times.schedule), failed: seconds(times.failed) },
            ...{ paused: seconds(times.paused), other: seconds(times.other) },
          },
    ...{ tasks: row.tasks, automated: row.automated, failures: row.failures, restarts: row.restarts },
    ...{ maxRisk: row.maxRisk, troubled: row.hasFailed, state: row.state },
  };
}

/** A page of releases, without their number. */
export interface InsightReleasePage {
  readonly rows: readonly InsightReleaseRow[];
  readonly next: string | null;
}

/** Reads one page of the releases behind a point. Throws Invalid, NotFound. */
export async function readInsightReleases(
  context: InsightContext,
  caller: Person,
  { metric, order = 'ended', after, limit = 100, ...body }: InsightReleasesBody,
): Promise<InsightReleasePage> {
  const { selection } = await resolvePeriod(context, caller, body);
  const population = metric === undefined ? null : populationOf(metric);
  const key = after === undefined ? null : parseKey(after);
  const { rows, next } = await readFactRows(context.database, selection, { population, order, after: key, limit });
  const { showPersons } = await readInsightOptions(context);
  const references = await readReferences(
    context,
    caller,
    rows.flatMap(({ folderId, templateId }) => [folderId, templateId]),
  );
  return {
    rows: rows.map((row) => showRow(row, references, showPersons)),
    next: showKey(next),
  };
}

/** The measures that count a population; null: all ended releases. */
const countsOf = (population: Population | null): readonly Measure[] => {
  switch (population) {
    case null:
      return ['completed', 'aborted'];
    case 'completed':
      return ['completed'];
    case 'duration':
      return ['duration_n'];
    case 'timeToStart':
      return ['start_n'];
    case 'leadTime':
      return ['lead_n'];
    case 'variance':
      return ['variance_n'];
    case 'dueDate':
      return ['with_due_date'];
    case 'categories':
      return ['categories_n'];
  }
};

/** Counts the releases of a population, from aggregates if they can answer. */
async function countReleases(context: InsightContext, period: ResolvedPeriod, population: Population | null) {
  const state = await readUsableAggregates(context, period);
  return state === null
    ? await countFactRows(context.database, period.selection, population)
    : await countAggregates(context.database, { ...period, state }, countsOf(population));
}

/** Renders one page of the releases behind a point, whose number is `n` of the point. Throws Invalid, NotFound. */
export async function renderInsightReleases(
  context: InsightContext,
  caller: Person,
  body: InsightReleasesBody,
): Promise<InsightReleasesResponse> {
  const period = await resolvePeriod(context, caller, body);
  const population = body.metric === undefined ? null : populationOf(body.metric);
  const [freshness, count, { rows, next }] = await Promise.all([
    readFreshness(context),
    countReleases(context, period, population),
    readInsightReleases(context, caller, body),
  ]);
  return { ...freshness, count, ...(next !== null && { next }), rows };
}
