import { deploymentEventOf } from '@slipway/domain/insights';
import type { Connection } from '../../database/database.ts';
import { insertEventsOfReleasesSql, queueEventsSql, toEventRecord } from '../../events/events.ts';
import { isSamePlaceSql } from './places.ts';
import type { ReleaseDeployment } from './write-deployments.ts';

const firstStatement = {
  name: 'read-first-deployments',
  text: `select d.id from insight_deployments d where d.id = any ($1::text[]) and not exists (
      select from insight_deployments p
      where ${isSamePlaceSql('p', 'd')} and p.succeeded and (p.ended_at, p.id) < (d.ended_at, d.id))`,
};

const insertStatement = {
  name: 'insert-deployment-events',
  text: `with r as (select id, folder_id, version from releases where id = any ($2::text[])),
      ev as (${insertEventsOfReleasesSql('$1')})
    ${queueEventsSql}`,
};

/** Writes the events of new deployments, one for each. */
export async function writeDeploymentEvents(
  connection: Connection,
  deployments: readonly ReleaseDeployment[],
): Promise<void> {
  if (deployments.length === 0) return;
  const rows = await connection.query<{ readonly id: string }>(firstStatement, [deployments.map(({ id }) => id)]);
  const firstIds = new Set(rows.map(({ id }) => id));
  const records = deployments.flatMap(({ id, ended: { release }, ...facts }) => {
    if (release.endDate === null) return [];
    const event = deploymentEventOf(release, facts, { first: firstIds.has(id), at: release.endDate });
    return [{ ...toEventRecord(event), release_id: release.id, traceparent: null }];
  });
  const releaseIds = deployments.map(({ ended }) => ended.release.id);
  await connection.query(insertStatement, [JSON.stringify(records), releaseIds]);
}
