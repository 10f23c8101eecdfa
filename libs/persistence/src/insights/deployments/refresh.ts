import {
  assessDeployments,
  type DeploymentKind,
  type DeploymentState,
  type Incident,
  leadTimeOf,
} from '@slipway/domain/insights';
import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../../database/database.ts';
import { timestamp } from '../../database/instants.ts';
import { isSamePlaceSql, placesJson, placesSql, type TouchedPlace } from './places.ts';

const linkStatement = {
  name: 'link-insight-incidents',
  text: `update insight_incidents i set deployment_id = d.id
    from ${placesSql}, insight_incidents o left join lateral (
        select p.id from insight_deployments p
        where ${isSamePlaceSql('p', 'o')} and p.ended_at <= coalesce(o.started_at, o.ended_at)
        order by p.ended_at desc, p.id desc limit 1) d on true
    where ${isSamePlaceSql('o', 't')} and coalesce(o.started_at, o.ended_at) >= t.first
      and i.folder_id = o.folder_id and i.id = o.id and i.deployment_id is distinct from d.id`,
};

/**
 * The deployments whose results can depend on touched ones: from the last success before them, because its failure can
 * follow from the next deployment, until the first success after them, because it is their recovery.
 */
const windowStatement = {
  name: 'read-insight-deployment-window',
  text: `with w as (select row_number() over () as place, t.*,
      coalesce((select p.ended_at from insight_deployments p
        where ${isSamePlaceSql('p', 't')} and p.ended_at < t.first and p.succeeded
        order by p.ended_at desc limit 1), '-infinity') as lower,
      coalesce((select n.ended_at from insight_deployments n
        where ${isSamePlaceSql('n', 't')} and n.ended_at > t.last and n.succeeded
        order by n.ended_at limit 1), 'infinity') as upper
    from ${placesSql})
    select w.place::int, d.id, d.ended_at as "endedAt", d.failed_attempt as "failedAttempt", d.kind, d.mark,
      d.ended_at <= w.last as "isAffected",
      (select coalesce(json_agg(json_build_object(
          'startedAt', (extract(epoch from i.started_at) * 1000)::bigint,
          'endedAt', (extract(epoch from i.ended_at) * 1000)::bigint)), '[]')
        from insight_incidents i where i.deployment_id = d.id) as incidents
    from w join insight_deployments d on ${isSamePlaceSql('d', 'w')} and d.ended_at >= w.lower and d.ended_at <= w.upper
    order by w.place, d.ended_at, d.id`,
};

interface WindowRow extends DeploymentState {
  readonly place: number;
  readonly id: string;
  readonly incidents: readonly Incident[];
  /** Whether its result can have changed. */
  readonly isAffected: boolean;
}

const storeStatement = {
  name: 'store-insight-assessments',
  text: `update insight_deployments d
    set succeeded = v.succeeded, failed = v.failed, recovered_at = v.recovered_at, recovery = v.recovery
    from json_to_recordset($1) as v(id text, succeeded boolean, failed boolean, recovered_at timestamptz, recovery bigint)
    where d.id = v.id and (d.succeeded, d.failed, d.recovered_at, d.recovery)
      is distinct from (v.succeeded, v.failed, v.recovered_at, v.recovery)`,
};

const assessAll = (rows: readonly WindowRow[]): readonly object[] =>
  [...Map.groupBy(rows, ({ place }) => place).values()].flatMap((deployments) => {
    const results = assessDeployments(deployments);
    return deployments.flatMap(({ id, isAffected }, index) => {
      const result = results[index];
      if (!isAffected || result === undefined) return [];
      const { succeeded, failed, recoveredAt, recovery } = result;
      return [{ id, succeeded, failed, recovered_at: timestamp(recoveredAt), recovery }];
    });
  });

/**
 * Links the incidents of touched places to the latest deployment that ended before, and stores the results of the
 * deployments there. The caller has locked the deployments.
 */
export async function refreshDeployments(connection: Connection, touched: readonly TouchedPlace[]): Promise<void> {
  if (touched.length === 0) return;
  const places = placesJson(touched);
  await connection.query(linkStatement, [places]);
  const rows = await connection.query<WindowRow>(windowStatement, [places]);
  await connection.query(storeStatement, [JSON.stringify(assessAll(rows))]);
}

interface LeadRow {
  readonly id: string;
  readonly kind: DeploymentKind;
  readonly endedAt: Instant;
  readonly createdAt: Instant | null;
  readonly earliestUndeployed: Instant | null;
}

/** Releases of the application that were created after the one of the last success there, rollbacks apart. */
const leadStatement = {
  name: 'read-insight-lead-times',
  text: `select d.id, d.kind, d.ended_at as "endedAt", d.created_at as "createdAt",
      (select r.created_at from insight_deployments r
        where r.scope_id = d.scope_id and r.application = d.application
          and r.created_at > coalesce(p.created_at, '-infinity') and r.ended_at <= d.ended_at
        order by r.created_at limit 1) as "earliestUndeployed"
    from insight_deployments d left join lateral (
      select p.created_at from insight_deployments p
      where ${isSamePlaceSql('p', 'd')} and p.ended_at < d.ended_at and p.succeeded and p.kind <> 'rollback'
      order by p.ended_at desc limit 1) p on true
    where d.id = any ($1::text[])`,
};
const storeLeadStatement = {
  name: 'store-insight-lead-times',
  text: `update insight_deployments d set lead_time = v.lead_time
    from json_to_recordset($1) as v(id text, lead_time bigint) where d.id = v.id`,
};

/** Stores the change lead times of deployments without commit times. */
export async function storeLeadTimes(connection: Connection, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await connection.query<LeadRow>(leadStatement, [ids]);
  const stored = rows.map((row) => ({ id: row.id, lead_time: leadTimeOf(row) }));
  await connection.query(storeLeadStatement, [JSON.stringify(stored)]);
}
