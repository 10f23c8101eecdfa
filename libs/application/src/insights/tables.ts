import type {
  InsightCalendarBody,
  InsightCalendarResponse,
  InsightTasksBody,
  InsightTasksResponse,
  InsightWaitsBody,
  InsightWaitsResponse,
} from '@slipway/api-schema/insights';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import {
  countTaskRuns,
  countWaits,
  readBuckets,
  readDayRows,
  readTaskAggregates,
  readTaskRows,
  readWaitAggregates,
  readWaitRows,
  type TaskPage,
  type WaitQuery,
} from '@slipway/persistence/insights';
import { maxExactValues, readUsableAggregates } from './aggregate-state.ts';
import { readFreshness } from './freshness.ts';
import { readReferences, titleOf, visibleId } from './references.ts';
import { type InsightContext, type ResolvedPeriod, resolvePeriod } from './selection.ts';

const seconds = (ms: number): number => ms / 1_000;

/** Reads tasks: exactly up to a number of runs, otherwise from aggregates with estimates of percentiles. */
async function readTasks(context: InsightContext, period: ResolvedPeriod, page: TaskPage) {
  const { database } = context;
  const state = await readUsableAggregates(context, period);
  const isLarge = state !== null && (await countTaskRuns(database, { ...period, state })) > maxExactValues;
  return isLarge
    ? { rows: await readTaskAggregates(database, { ...period, state }, page), exact: false }
    : { rows: await readTaskRows(database, period.selection, page), exact: true };
}

/** Renders the slowest or most failed tasks. Throws Invalid, NotFound. */
export async function renderInsightTasks(
  context: InsightContext,
  caller: Person,
  { order = 'slowest', limit = 50, ...body }: InsightTasksBody,
): Promise<InsightTasksResponse> {
  const period = await resolvePeriod(context, caller, body);
  const { rows, exact } = await readTasks(context, period, { order, limit });
  const templateIds = rows.map(({ templateId }) => templateId);
  const [freshness, references] = await Promise.all([
    readFreshness(context),
    readReferences(context, caller, templateIds),
  ]);
  return {
    ...freshness,
    exact,
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

/** Reads waits: exactly up to a number of waits, otherwise from aggregates. Those do not know single releases. */
async function readWaits(context: InsightContext, period: ResolvedPeriod, { columns, ...page }: WaitQuery) {
  const { database } = context;
  const state =
    columns === 'release' ? null : await readUsableAggregates(context, period, ['templateIds', 'tags', 'owners']);
  if (state !== null && columns !== 'release' && (await countWaits(database, { ...period, state })) > maxExactValues)
    return { cells: await readWaitAggregates(database, { ...period, state }, { ...page, columns }), exact: false };
  return { cells: await readWaitRows(database, period.selection, { ...page, columns }), exact: true };
}

/** Renders which objects wait for which others. Throws Invalid, NotFound. */
export async function renderInsightWaits(
  context: InsightContext,
  caller: Person,
  { rows: waitingKind = 'folder', columns: awaitedKind = 'team', limit = 50, ...body }: InsightWaitsBody,
): Promise<InsightWaitsResponse> {
  const period = await resolvePeriod(context, caller, body);
  const { cells, exact } = await readWaits(context, period, { rows: waitingKind, columns: awaitedKind, limit });
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
    exact,
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
  const period = await resolvePeriod(context, caller, body);
  const { selection, zone } = period;
  const buckets = await readBuckets(context.database, selection, zone, 'month');
  if (buckets.reduce((sum, { days }) => sum + days, 0) > maxDays)
    throw new Invalid(message('insights.tooManyParts', { max: maxDays }));
  const state = await readUsableAggregates(context, period, ['templateIds', 'tags', 'owners']);
  const [freshness, days] = await Promise.all([
    readFreshness(context),
    readDayRows(context.database, selection, { zone, state }),
  ]);
  return { ...freshness, tz: zone, days };
}
