import { type CategoryTotals, categories } from '@slipway/domain/insights';
import type { Instant } from '@slipway/domain/model';
import type { Knex } from 'knex';
import type { Connection } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';
import { builder, runQuery } from '../search/search-filter.ts';
import { type InsightSelection, whereSelected } from './selection.ts';

/** The facts of a release. Times are in milliseconds. */
export interface FactRow {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly folderId: string;
  readonly templateId: string | null;
  readonly owner: string | null;
  readonly tags: readonly string[];
  readonly createdAt: Instant | null;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant;
  readonly dueAt: Instant | null;
  readonly planned: number | null;
  readonly duration: number | null;
  /** null: unknown */
  readonly times: CategoryTotals | null;
  readonly tasks: number;
  readonly automated: number;
  readonly failures: number;
  readonly hasFailed: boolean;
  readonly restarts: number;
  readonly maxRisk: number;
  /** `purged`: its month of the archive was dropped */
  readonly state: 'live' | 'archived' | 'purged';
}

export type FactOrder = 'ended' | 'duration' | 'people' | 'failures';

/** The populations of metrics, beside all ended releases. */
const populations = {
  completed: `r.status = 'COMPLETED'`,
  duration: `r.status = 'COMPLETED' and r.duration is not null`,
  timeToStart: `r.status = 'COMPLETED' and r.time_to_start is not null`,
  leadTime: `r.status = 'COMPLETED' and r.lead_time is not null`,
  variance: `r.status = 'COMPLETED' and r.planned > 0 and r.duration is not null`,
  dueDate: 'r.due_at is not null',
  categories: `r.status = 'COMPLETED' and r.machine is not null`,
} as const;
export type Population = keyof typeof populations;

/** The position after a row: the value of the order and the id. */
export interface FactKey {
  readonly value: number;
  readonly id: string;
}

/** A page of rows. */
export interface FactPage {
  /** null: all ended releases */
  readonly population: Population | null;
  readonly order: FactOrder;
  readonly after: FactKey | null;
  readonly limit: number;
}

const orderSql: Readonly<Record<FactOrder, string>> = {
  ended: 'extract(epoch from r.ended_at) * 1000',
  duration: 'coalesce(r.duration, -1)',
  people: 'coalesce(r.people, -1)',
  failures: 'r.failures',
};

const stateSql = `case when exists (select from live_releases l where l.id = p.id) then 'live'
  when exists (select from archived_ids a where a.id = p.id) then 'archived' else 'purged' end as state`;

type StoredRow = Omit<FactRow, 'times'> & { readonly times: readonly (number | null)[] } & {
  readonly orderValue: number;
};

const toTotals = (times: readonly (number | null)[]): CategoryTotals | null => {
  const [machine, people, dependency, capacity, schedule, failed, paused, other] = times.map((time) => time ?? 0);
  if (times[0] === null || other === undefined || paused === undefined || failed === undefined) return null;
  if (schedule === undefined || capacity === undefined || dependency === undefined) return null;
  if (people === undefined || machine === undefined) return null;
  return { machine, people, dependency, capacity, schedule, failed, paused, other };
};

const wherePopulation = (query: Knex.QueryBuilder, population: Population | null): Knex.QueryBuilder =>
  population === null ? query : query.whereRaw(populations[population]);

/** Reads one page of the facts of selected releases, largest first, and the key of the next page. */
export async function readFactRows(
  connection: Connection,
  selection: InsightSelection,
  { population, order, after, limit }: FactPage,
): Promise<{ readonly rows: readonly FactRow[]; readonly next: FactKey | null }> {
  const key = orderSql[order];
  const selected = builder('insight_releases as r').select(builder.raw(`r.*, (${key})::float8 as order_value`));
  wherePopulation(whereSelected(selected, selection), population);
  if (after !== null && order === 'ended')
    selected.whereRaw('(r.ended_at, r.id) < (?::timestamptz, ?)', [timestamp(after.value), after.id]);
  else if (after !== null) selected.whereRaw(`((${key})::float8, r.id) < (?::float8, ?)`, [after.value, after.id]);
  selected
    .orderByRaw(order === 'ended' ? 'r.ended_at desc, r.id desc' : 'order_value desc, r.id desc')
    .limit(limit + 1);
  const query = builder.raw(
    `select p.id, p.title, p.status, p.folder_id as "folderId", p.template_id as "templateId", p.owner, p.tags,
      p.created_at as "createdAt", p.started_at as "startedAt", p.ended_at as "endedAt", p.due_at as "dueAt", p.planned,
      p.duration, array[${categories.map((name) => `p.${name}`).join(', ')}]::float8[] as times, p.tasks, p.automated,
      p.failures, p.has_failed as "hasFailed", p.restarts, p.max_risk as "maxRisk", p.order_value as "orderValue",
      ${stateSql}
    from (?) p order by ${order === 'ended' ? 'p.ended_at desc' : 'p.order_value desc'}, p.id desc`,
    [selected],
  );
  const rows = await runQuery<StoredRow>(connection, query);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    rows: page.map(({ times, ...row }) => ({ ...row, times: toTotals(times) })),
    next: last === undefined ? null : { value: last.orderValue, id: last.id },
  };
}

/** Counts the selected releases in a population. */
export async function countFactRows(
  connection: Connection,
  selection: InsightSelection,
  population: Population | null,
): Promise<number> {
  const query = builder('insight_releases as r').count('* as count');
  const [row] = await runQuery<{ readonly count: number }>(
    connection,
    wherePopulation(whereSelected(query, selection), population),
  );
  return row?.count ?? 0;
}
