import { type InsightQueryResponse, insightQueryBody } from '@slipway/api-schema/insights';
import { instantOf, localDayOf } from '@slipway/domain/calendar';
import { type DashboardTile, type MetricUnit, metricText } from '@slipway/domain/insights';
import { type Instant, Invalid, NotFound } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { findDashboard } from '@slipway/persistence/dashboards';
import { type InsightContext, listMetrics, queryInsights } from '../insights/index.ts';
import { canViewDashboard } from './dashboards.ts';

interface Value {
  readonly name: string;
  readonly last: string;
  readonly before: string;
}

interface GroupValue {
  readonly name: string;
  readonly value: string;
  readonly n: number;
}

/** The groups of a tile, the highest value first. */
interface Groups {
  readonly groups: readonly GroupValue[];
  /** the number of groups that are not listed */
  readonly moreGroups: number;
}

interface TileReport extends Groups {
  readonly title: string;
  readonly period: string;
  readonly values: readonly Value[];
}

/** The maximum number of groups of a tile. */
const maxGroups = 10;
const noGroups: Groups = { groups: [], moreGroups: 0 };

const dayMs = 86_400_000;
const isoDay = (day: number): string => new Date(day).toISOString().slice(0, 10);

interface Numbers {
  readonly n: number;
  readonly value?: number | undefined;
  readonly p50?: number | undefined;
  readonly p85?: number | undefined;
}

/** Returns the numbers of two periods as texts. The number of values shows how reliable the others are. */
function showValues(unit: MetricUnit, last: Numbers, before: Numbers): readonly Value[] {
  const show = (value: number | undefined): string => (value === undefined ? '–' : metricText(value, unit));
  const row = (name: string, of: (numbers: Numbers) => number | undefined): readonly Value[] =>
    of(last) === undefined && of(before) === undefined
      ? []
      : [{ name, last: show(of(last)), before: show(of(before)) }];
  const hasPercentiles = last.p50 !== undefined || before.p50 !== undefined;
  return [
    ...row(hasPercentiles ? 'Average' : 'Value', ({ value }) => value),
    ...row('Median', ({ p50 }) => p50),
    ...row('85 % are below', ({ p85 }) => p85),
    { name: 'Number of values', last: String(last.n), before: String(before.n) },
  ];
}

/** Returns the groups with values, by their median or value in the whole period. */
function showGroups(
  { kind, unit }: ReturnType<typeof listMetrics>[number],
  { series }: Pick<InsightQueryResponse, 'series'>,
): Groups {
  const rows = series
    .flatMap(({ group, points: [point] }) => {
      if (group === undefined || point === undefined || point.n === 0) return [];
      return [{ name: group.title || group.id, value: kind === 'percentiles' ? point.p50 : point.value, n: point.n }];
    })
    .toSorted((first, second) => (second.value ?? 0) - (first.value ?? 0));
  const show = (value: number | undefined): string => (value === undefined ? '–' : metricText(value, unit));
  return {
    groups: rows.slice(0, maxGroups).map(({ name, value, n }) => ({ name, value: show(value), n })),
    moreGroups: Math.max(0, rows.length - maxGroups),
  };
}

/** Computes the numbers of a tile for the whole local days before `end`. Without permission there are none. */
async function readTile(
  context: InsightContext,
  reader: Person,
  { metric, title, filter, groupBy, days }: DashboardTile,
  end: number,
): Promise<TileReport> {
  const { zone } = context;
  const definition = listMetrics().find(({ id }) => id === metric);
  const period = `${isoDay(end - days * dayMs)} to ${isoDay(end - dayMs)}`;
  const report = { title: title ?? definition?.label ?? metric, period, ...noGroups };
  const [from, to] = [end - days * dayMs, end].map((day) => instantOf(zone, day, '00:00'));
  const body = { metrics: [metric], from, to, tz: zone, filter, groupBy, compare: 'previous' };
  const query = insightQueryBody.safeParse(body);
  if (!query.success || definition === undefined) return { ...report, values: [] };
  try {
    const { total, previous, series } = await queryInsights(context, reader, query.data);
    const [last, before] = [total[0], previous?.[0]];
    if (last === undefined || before === undefined) return { ...report, values: [] };
    const groups = groupBy === undefined ? noGroups : showGroups(definition, { series });
    return { ...report, ...groups, values: showValues(definition.unit, last, before) };
  } catch (error) {
    if (error instanceof NotFound || error instanceof Invalid) return { ...report, values: [] };
    throw error;
  }
}

/**
 * Computes the numbers of a dashboard with the permissions of a reader, for the days before `at`. Returns null if the
 * reader cannot view the dashboard, or it was deleted.
 */
export async function readDashboardReport(
  context: InsightContext,
  reader: Person,
  dashboardId: string,
  at: Instant,
): Promise<{ readonly tiles: readonly TileReport[] } | null> {
  const dashboard = await findDashboard(context.database, dashboardId);
  if (dashboard === null || !reader.hasPermission(neededToRead.insights)) return null;
  if (!(await canViewDashboard(reader, dashboard))) return null;
  const end = localDayOf(context.zone, at);
  const tiles: TileReport[] = [];
  for (const tile of dashboard.tiles) tiles.push(await readTile(context, reader, tile, end));
  return { tiles };
}
