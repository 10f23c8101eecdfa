import { joinIds, showDate } from '@slipway/api-schema/format';
import type {
  InsightCalendarBody,
  InsightCalendarResponse,
  InsightReleaseRow,
  InsightReleasesBody,
  InsightReleasesResponse,
  InsightTasksBody,
  InsightTasksResponse,
  InsightWaitsBody,
  InsightWaitsResponse,
} from '@slipway/api-schema/insights';
import type { ReleaseMetricId } from '@slipway/domain/insights';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import {
  countFactRows,
  type FactRow,
  type Population,
  readBuckets,
  readDayRows,
  readFactRows,
  readTaskRows,
  readWaitRows,
} from '@slipway/persistence/insights';
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
import { type InsightContext, resolvePeriod } from './selection.ts';

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

/** Renders one page of the releases behind a point, whose number is `n` of the point. Throws Invalid, NotFound. */
export async function renderInsightReleases(
  context: InsightContext,
  caller: Person,
  body: InsightReleasesBody,
): Promise<InsightReleasesResponse> {
  const { selection } = await resolvePeriod(context, caller, body);
  const population = body.metric === undefined ? null : populationOf(body.metric);
  const [freshness, count, { rows, next }] = await Promise.all([
    readFreshness(context),
    countFactRows(context.database, selection, population),
    readInsightReleases(context, caller, body),
  ]);
  return { ...freshness, count, ...(next !== null && { next }), rows };
}

/** Renders the slowest or most failed tasks. Throws Invalid, NotFound. */
export async function renderInsightTasks(
  context: InsightContext,
  caller: Person,
  { order = 'slowest', limit = 50, ...body }: InsightTasksBody,
): Promise<InsightTasksResponse> {
  const { selection } = await resolvePeriod(context, caller, body);
  const rows = await readTaskRows(context.database, selection, { order, limit });
  const templateIds = rows.map(({ templateId }) => templateId);
  const [freshness, references] = await Promise.all([
    readFreshness(context),
    readReferences(context, caller, templateIds),
  ]);
  return {
    ...freshness,
    rows: rows.map(({ templateId, percentiles, sum, total, failedTime, ...row }) => ({
      templateId: visibleId(references, templateId),
      templateTitle: titleOf(references, templateId),
      ...row,
      p50: percentiles === null ? undefined : seconds(percentiles[0]),
      p85: percentiles === null || row.n < 7 ? undefined : seconds(percentiles[1]),
      sum: seconds(sum),
      share: total === 0 ? undefined : sum / total,
      failureRate: row.failedRuns / row.runs,
      failedSeconds: seconds(failedTime),
    })),
  };
}

/** Renders which objects wait for which others. Throws Invalid, NotFound. */
export async function renderInsightWaits(
  context: InsightContext,
  caller: Person,
  { rows: waitingKind = 'folder', columns: awaitedKind = 'team', limit = 50, ...body }: InsightWaitsBody,
): Promise<InsightWaitsResponse> {
  const { selection } = await resolvePeriod(context, caller, body);
  const cells = await readWaitRows(context.database, selection, { rows: waitingKind, columns: awaitedKind, limit });
  const [freshness, references] = await Promise.all([
    readFreshness(context),
    readReferences(
      context,
      caller,
      cells.flatMap(({ waiting, awaited }) => [waiting, awaited]),
    ),
  ]);
  const show = (kind: 'folder' | 'team' | 'release', id: string | null) => {
    if (kind === 'team') return { kind, ...(id !== null && { id, title: id }) };
    return { kind, id: visibleId(references, id), title: titleOf(references, id) };
  };
  return {
    ...freshness,
    cells: cells.map(({ waiting, awaited, source, sum, n, p50 }) => ({
      waiting: show(waitingKind, waiting),
      awaited: show(awaitedKind, awaited),
      ...{ source, seconds: seconds(sum), n, p50: seconds(p50) },
    })),
  };
}

/** The maximum number of days of a heat map: three years. */
const maxDays = 1_100;

/** Renders the numbers of each day. Throws Invalid, NotFound. */
export async function renderInsightCalendar(
  context: InsightContext,
  caller: Person,
  body: InsightCalendarBody,
): Promise<InsightCalendarResponse> {
  const { selection, zone } = await resolvePeriod(context, caller, body);
  const buckets = await readBuckets(context.database, selection, zone, 'month');
  if (buckets.reduce((sum, { days }) => sum + days, 0) > maxDays)
    throw new Invalid(message('insights.tooManyParts', { max: maxDays }));
  const [freshness, days] = await Promise.all([readFreshness(context), readDayRows(context.database, selection, zone)]);
  return { ...freshness, tz: zone, days };
}
