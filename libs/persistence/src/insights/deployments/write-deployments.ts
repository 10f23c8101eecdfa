import { type DeploymentFacts, deploymentFactsOf, deploymentIdOf, type EndedRelease } from '@slipway/domain/insights';
import type { Connection } from '../../database/database.ts';
import { timestamp } from '../../database/instants.ts';
import { columnDefinitions, columnNames } from '../../plans/rows/columns.ts';
import type { MovedFolder } from '../moved-folders.ts';
import { lockDeployments, type TouchedPlace } from './places.ts';
import { refreshDeployments, storeLeadTimes } from './refresh.ts';
import { readInsightSettings } from './settings.ts';

/** A deployment that a release is. */
export interface ReleaseDeployment extends DeploymentFacts {
  readonly id: string;
  readonly scopeId: string | null;
  readonly ended: EndedRelease;
}

const record = {
  id: 'text',
  release_id: 'text',
  folder_id: 'text',
  template_id: 'text',
  scope_id: 'text',
  application: 'text',
  environment: 'text',
  stage: 'text',
  is_production: 'boolean',
  created_at: 'timestamptz',
  started_at: 'timestamptz',
  ended_at: 'timestamptz',
  failed_attempt: 'boolean',
  kind: 'text',
  commit_times: 'timestamptz[]',
  artifact_id: 'text',
} as const;

const toRow = ({ id, scopeId, ended: { release, createdAt }, ...facts }: ReleaseDeployment): object => ({
  id,
  release_id: release.id,
  folder_id: release.folderId,
  template_id: release.originTemplateId,
  scope_id: scopeId,
  ...{ application: facts.application, environment: facts.environment, stage: facts.stage, kind: facts.kind },
  is_production: facts.isProduction,
  created_at: timestamp(createdAt),
  started_at: timestamp(release.startDate),
  ended_at: timestamp(release.endDate),
  failed_attempt: facts.failedAttempt,
  commit_times: facts.commitTimes?.map(timestamp) ?? null,
  artifact_id: facts.artifactId,
});

const factColumns = Object.keys(record).filter((name) => name !== 'id');
const insertStatement = {
  name: 'insert-insight-deployments',
  text: `insert into insight_deployments (${columnNames(record)}, source, succeeded)
    select ${columnNames(record, 'x.')}, 'release', not x.failed_attempt
    from json_to_recordset($1) as x(${columnDefinitions(record)})
    on conflict (id) do update set ${factColumns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
};
const placesStatement = {
  name: 'read-insight-deployment-places',
  text: `select scope_id as "scopeId", application, environment, ended_at as "endedAt"
    from insight_deployments where release_id = any ($1::text[])`,
};
const deleteStatement = {
  name: 'delete-insight-deployments',
  text: `with d as (delete from insight_deployments where release_id = any ($1::text[]) and id <> all ($2::text[]) returning id)
    update insight_incidents i set deployment_id = null from d where i.deployment_id = d.id`,
};

const placeOf = ({ scopeId, application, environment, ended }: ReleaseDeployment): readonly TouchedPlace[] =>
  ended.release.endDate === null ? [] : [{ scopeId, application, environment, endedAt: ended.release.endDate }];

/** Returns the deployments among ended releases, by the settings of their folders. */
async function deploymentsOf(
  connection: Connection,
  ended: readonly EndedRelease[],
): Promise<readonly ReleaseDeployment[]> {
  const folderIds = ended.map(({ release }) => release.folderId);
  const settingsOf = await readInsightSettings(connection, [...new Set(folderIds)]);
  return ended.flatMap((each) => {
    const { scopeId, ...settings } = settingsOf(each.release.folderId);
    const facts = deploymentFactsOf(each.release, settings);
    return facts === null ? [] : [{ ...facts, scopeId, id: deploymentIdOf(each.release.id), ended: each }];
  });
}

const readPlaces = (connection: Connection, releaseIds: readonly string[]): Promise<readonly TouchedPlace[]> =>
  connection.query<TouchedPlace>(placesStatement, [releaseIds]);

/** Writes deployments, and the results that depend on them. */
async function writeDeployments(
  connection: Connection,
  deployments: readonly ReleaseDeployment[],
  earlier: readonly TouchedPlace[],
): Promise<void> {
  if (deployments.length > 0) await connection.query(insertStatement, [JSON.stringify(deployments.map(toRow))]);
  await refreshDeployments(connection, [...earlier, ...deployments.flatMap(placeOf)]);
  await storeLeadTimes(
    connection,
    deployments.map(({ id }) => id),
  );
}

/** Adds the deployments of ended releases that had no facts. Returns the deployments. */
export async function insertDeployments(
  connection: Connection,
  ended: readonly EndedRelease[],
): Promise<readonly ReleaseDeployment[]> {
  const deployments = await deploymentsOf(connection, ended);
  if (deployments.length > 0) {
    await lockDeployments(connection);
    await writeDeployments(connection, deployments, []);
  }
  return deployments;
}

/** Computes the deployments of releases with facts again, by the current settings. Marks and incidents remain. */
export async function replaceDeployments(connection: Connection, ended: readonly EndedRelease[]): Promise<void> {
  const deployments = await deploymentsOf(connection, ended);
  const releaseIds = ended.map(({ release }) => release.id);
  await lockDeployments(connection);
  const earlier = await readPlaces(connection, releaseIds);
  if (earlier.length > 0) await connection.query(deleteStatement, [releaseIds, deployments.map(({ id }) => id)]);
  await writeDeployments(connection, deployments, earlier);
}

/** Removes the deployments of releases. Incidents that named no deployment belong to the one before. */
export async function deleteDeployments(connection: Connection, releaseIds: readonly string[]): Promise<void> {
  if ((await readPlaces(connection, releaseIds)).length === 0) return;
  await lockDeployments(connection);
  const earlier = await readPlaces(connection, releaseIds);
  await connection.query(deleteStatement, [releaseIds, []]);
  await refreshDeployments(connection, earlier);
}

const moveStatements = [
  {
    name: 'move-insight-deployments',
    text: 'update insight_deployments set folder_id = $2 where folder_id = $1',
  },
  {
    name: 'move-insight-incidents',
    text: `update insight_incidents i set folder_id = $2 where folder_id = $1
      and not exists (select from insight_incidents o where o.folder_id = $2 and o.id = i.id)`,
  },
];

/** Moves the deployments and incidents of a deleted folder. They stay at their place, so that their results remain. */
export async function moveDeployments(connection: Connection, { id, targetId }: MovedFolder): Promise<void> {
  await lockDeployments(connection);
  for (const statement of moveStatements) await connection.query(statement, [id, targetId]);
}
