import type { DeploymentMeasure, DeploymentValue, LeadTimeVariant, Percentiles, Sums } from '@slipway/domain/insights';
import type { Instant } from '@slipway/domain/model';
import type { Knex } from 'knex';
import type { Connection } from '../../database/database.ts';
import { timestamp } from '../../database/instants.ts';
import { builder, runQuery } from '../../search/search-filter.ts';
import type { Interval } from '../query-sums.ts';
import { whereFolder } from '../selection.ts';
import { type DeploymentSelection, deliversSql, fromDeployments, whereDeployed } from './selection.ts';

export type DeploymentGrouping = 'folder' | 'application' | 'environment';

/** A query for sums of deployments to production. */
export interface DeploymentSumsQuery {
  readonly selection: DeploymentSelection;
  readonly zone: string;
  /** null: one bucket with the whole period */
  readonly interval: Interval | null;
  readonly groupBy: DeploymentGrouping | null;
}

/** The sums of a group in a bucket. */
export interface DeploymentSumsRow extends Omit<Sums<DeploymentMeasure, DeploymentValue>, 'days'> {
  /** `all`: all deployments of the query; `group`: those of the group in the whole period */
  readonly level: 'all' | 'group' | 'bucket';
  readonly group: string | null;
  readonly key: Instant | null;
}

interface ResultRow extends Pick<DeploymentSumsRow, 'level' | 'group' | 'key'> {
  readonly measures: Readonly<Partial<Record<DeploymentMeasure, number>>>;
  readonly percentiles: readonly number[] | null;
}

const count = (condition: string): string => `count(*) filter (where ${condition})`;
const percentilesOf = (value: string): string =>
  `percentile_cont(array[0.5, 0.85, 0.95]) within group (order by ${value})::float8[] as percentiles`;

/** SQL for the sums over rows `s`, and for the percentiles of recoveries. */
const resultsSql = `json_build_object('deployments', count(*), 'succeeded', ${count('s.succeeded')},
    'failed_attempts', ${count('s.failed_attempt')}, 'failed', ${count('s.failed')},
    'rework', ${count(`s.kind <> 'normal'`)}, 'open', ${count('s.failed and s.recovery is null')},
    'recovered', count(s.recovery), 'recovery_sum', coalesce(sum(s.recovery), 0)) as measures,
  ${percentilesOf('s.recovery')}`;
/** SQL for lead times `s.value`. */
const leadSql = `json_build_object('lead_n', count(s.value), 'lead_sum', coalesce(sum(s.value), 0)) as measures,
  ${percentilesOf('s.value')}`;

const groupColumn = { folder: 'r.folder_id', application: 'r.application', environment: 'r.environment' } as const;

/** Selects these columns, the group and the bucket of the selected deployments. */
function selectRows(columns: string, { selection, zone, interval, groupBy }: DeploymentSumsQuery): Knex.QueryBuilder {
  const group = groupBy === null ? 'null::text' : groupColumn[groupBy];
  const bucket = interval === null ? 'null::timestamptz' : `date_trunc('${interval}', r.ended_at, ?)`;
  const query = fromDeployments().select(
    builder.raw(`${columns}, ${group} as "group", ${bucket} as bucket`, interval === null ? [] : [zone]),
  );
  return whereDeployed(query, selection);
}

/** Runs a query for all deployments, for groups, and for buckets. */
async function readLevels(
  connection: Connection,
  rows: Knex.QueryBuilder | Knex.Raw,
  results: string,
): Promise<readonly ResultRow[]> {
  return await runQuery<ResultRow>(
    connection,
    builder.raw(
      `with s as materialized (?)
      select 'all' as level, null::text as "group", null::timestamptz as key, ${results} from s
      union all select case when grouping(s.bucket) = 1 then 'group' else 'bucket' end, s."group", s.bucket, ${results}
        from s group by grouping sets ((s."group", s.bucket), (s."group"))`,
      [rows],
    ),
  );
}

const toPercentiles = (values: readonly number[] | null): Percentiles | null => {
  const [p50, p85, p95] = values ?? [];
  return p50 === undefined || p85 === undefined || p95 === undefined ? null : { p50, p85, p95 };
};

function toSumsRow(of: DeploymentValue, { percentiles, ...row }: ResultRow): DeploymentSumsRow {
  const values = toPercentiles(percentiles);
  return { ...row, percentiles: values === null ? {} : { [of]: values } };
}

/** Computes the sums of deployments, without lead times. */
export async function sumDeployments(
  connection: Connection,
  query: DeploymentSumsQuery,
): Promise<readonly DeploymentSumsRow[]> {
  const columns = 'r.succeeded, r.failed_attempt, r.failed, r.kind, r.recovery';
  return (await readLevels(connection, selectRows(columns, query), resultsSql)).map((row) =>
    toSumsRow('recovery', row),
  );
}

/** Returns `commits` if a selected deployment has commit times. */
async function readVariant(connection: Connection, { selection }: DeploymentSumsQuery): Promise<LeadTimeVariant> {
  const query = whereDeployed(fromDeployments().select(builder.raw('1')), selection)
    .whereRaw(`${deliversSql} and r.commit_times is not null`)
    .limit(1);
  return (await runQuery(connection, query)).length > 0 ? 'commits' : 'releases';
}

/** Computes the lead times of commits, or of deployments if none has commit times. */
export async function sumLeadTimes(
  connection: Connection,
  query: DeploymentSumsQuery,
): Promise<{ readonly rows: readonly DeploymentSumsRow[]; readonly variant: LeadTimeVariant }> {
  const variant = await readVariant(connection, query);
  const delivered = (columns: string) => selectRows(columns, query).whereRaw(deliversSql);
  const values =
    variant === 'releases'
      ? delivered('r.lead_time as value')
      : builder.raw(
          `select d."group", d.bucket, (extract(epoch from d.ended_at - c.at) * 1000)::float8 as value
            from (?) d, unnest(d.commit_times) as c (at)`,
          [delivered('r.ended_at, r.commit_times')],
        );
  const rows = await readLevels(connection, values, leadSql);
  return { rows: rows.map((row) => toSumsRow('lead', row)), variant };
}

/** The local days with a successful deployment in the months before a time. */
export interface DeploymentDays {
  readonly days: readonly string[];
  /** the local day after the last one */
  readonly end: string;
}

const bandMonths = 3;

/** Reads the local days with a successful deployment in the three months before the end of the period, or before now. */
export async function readDeploymentDays(
  connection: Connection,
  { selection, zone }: Pick<DeploymentSumsQuery, 'selection' | 'zone'>,
): Promise<DeploymentDays> {
  const until = Math.min(selection.to, Date.now());
  const monthsMs = bandMonths * 32 * 86_400_000;
  const selected = whereDeployed(
    fromDeployments().select(builder.raw(`(r.ended_at at time zone ?)::date as day`, [zone])),
    { ...selection, from: until - monthsMs, to: until },
  ).whereRaw('r.succeeded');
  const [row] = await runQuery<DeploymentDays>(
    connection,
    builder.raw(
      `select coalesce((select json_agg(distinct to_char(d.day, 'YYYY-MM-DD')) from (?) d), '[]') as days,
        to_char((?::timestamptz - interval '1 microsecond') at time zone ? + interval '1 day', 'YYYY-MM-DD') as end`,
      [selected, timestamp(until), zone],
    ),
  );
  return row ?? { days: [], end: '1970-01-01' };
}

/** Whether a visible folder of the selection has a setting for deployments, or has deployments. */
export async function hasDeploymentSource(connection: Connection, selection: DeploymentSelection): Promise<boolean> {
  const folders = builder.from(builder.raw('(select id as folder_id, id, path from folders) as r'));
  const configured = whereFolder(folders.select(builder.raw('1')), {
    ...selection,
    visibility: { ...selection.visibility, principals: [] },
  }).whereRaw(
    `(select s.deployment is not null from insight_settings s where s.folder_id = any (r.path)
      order by array_position(r.path, s.folder_id) desc limit 1)`,
  );
  const deployed = whereFolder(fromDeployments().select(builder.raw('1')), selection);
  const [row] = await runQuery<{ readonly configured: boolean }>(
    connection,
    builder.raw('select exists (?) or exists (?) as configured', [configured, deployed]),
  );
  return row?.configured === true;
}
