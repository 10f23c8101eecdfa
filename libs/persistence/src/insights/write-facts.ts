import type { EndedRelease, WaitFacts } from '@slipway/domain/insights';
import { categories, releaseFactsOf, taskFactsOf, waitFactsOf } from '@slipway/domain/insights';
import type { Connection } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';
import { columnDefinitions, columnNames } from '../plans/rows/columns.ts';
import { addSql, aggregateParts, changedMonths, releaseAggregates, subtractSql, taskAggregates } from './aggregates.ts';
import { type AwaitedTarget, readAwaitedTargets } from './read-ended.ts';

const timeColumns = [...categories, ...categories.slice(0, 6).map((name) => `union_${name}`)];

/** The columns of the facts of a release, with their types. */
const releaseRecord = {
  id: 'text',
  ended_at: 'timestamptz',
  folder_id: 'text',
  template_id: 'text',
  title: 'text',
  status: 'text',
  tags: 'text[]',
  owner: 'text',
  created_at: 'timestamptz',
  started_at: 'timestamptz',
  due_at: 'timestamptz',
  planned: 'bigint',
  duration: 'bigint',
  time_to_start: 'bigint',
  lead_time: 'bigint',
  ...Object.fromEntries(timeColumns.map((name) => [name, 'bigint'])),
  tasks: 'integer',
  automated: 'integer',
  failures: 'integer',
  has_failed: 'boolean',
  restarts: 'integer',
  max_risk: 'integer',
};

function toReleaseFacts(ended: EndedRelease): object {
  const { release, createdAt, maxRisk } = ended;
  const { duration, timeToStart, leadTime, times, hasFailed, ...counts } = releaseFactsOf(ended);
  const union = Object.entries(times?.union ?? {}).map(([name, ms]): [string, number] => [`union_${name}`, ms]);
  return {
    id: release.id,
    ended_at: timestamp(release.endDate),
    folder_id: release.folderId,
    template_id: release.originTemplateId,
    title: release.title,
    status: release.status,
    tags: release.tags,
    owner: release.owner,
    created_at: timestamp(createdAt),
    started_at: timestamp(release.startDate),
    due_at: timestamp(release.dueDate),
    planned: release.plannedDuration === null ? null : release.plannedDuration * 1000,
    duration,
    time_to_start: timeToStart,
    lead_time: leadTime,
    ...times?.exclusive,
    ...Object.fromEntries(union),
    ...counts,
    has_failed: hasFailed,
    max_risk: maxRisk,
  };
}

/** The columns of a row that belongs to a release. */
const memberOf = ({ release }: EndedRelease) => ({
  release_id: release.id,
  ended_at: timestamp(release.endDate),
  folder_id: release.folderId,
});
const memberRecord = { release_id: 'text', ended_at: 'timestamptz', folder_id: 'text' } as const;

const taskRecord = {
  ...memberRecord,
  template_id: 'text',
  task_id: 'text',
  phase_title: 'text',
  task_title: 'text',
  task_type: 'text',
  team: 'text',
  duration: 'bigint',
  failures: 'integer',
  failed_time: 'bigint',
} as const;

const toTaskRows = (ended: EndedRelease): readonly object[] =>
  taskFactsOf(ended).map(({ taskId, phaseTitle, taskTitle, taskType, team, duration, failures, failedTime }) => ({
    ...memberOf(ended),
    template_id: ended.release.originTemplateId,
    task_id: taskId,
    phase_title: phaseTitle,
    task_title: taskTitle,
    task_type: taskType,
    ...{ team, duration, failures },
    failed_time: failedTime,
  }));

const waitRecord = {
  ...memberRecord,
  source: 'text',
  waiting_team: 'text',
  awaited_team: 'text',
  awaited_release_id: 'text',
  awaited_folder_id: 'text',
  duration: 'bigint',
} as const;

/** Converts a wait to a row. The wait for a target ends with the target. Returns no row for one that had ended before. */
function toWaitRows(
  ended: EndedRelease,
  { source, waitingTeam, awaitedTeam, targetId, from, to }: WaitFacts,
  targets: ReadonlyMap<string, AwaitedTarget>,
): readonly object[] {
  const target = targetId === null ? undefined : targets.get(targetId);
  const duration = Math.min(to, target?.endedAt ?? to) - from;
  if (duration <= 0 || target?.releaseId === ended.release.id) return [];
  return [
    {
      ...memberOf(ended),
      source,
      waiting_team: waitingTeam,
      awaited_team: awaitedTeam,
      awaited_release_id: target?.releaseId ?? null,
      awaited_folder_id: target?.folderId ?? null,
      duration,
    },
  ];
}

const dayOf = '(x.ended_at at time zone $2)::date';
const insertReleases = {
  name: 'insert-insight-releases',
  text: `with f as (
      insert into insight_releases (${columnNames(releaseRecord)}, day)
      select ${columnNames(releaseRecord, 'x.')}, ${dayOf}
      from json_to_recordset($1) as x(${columnDefinitions(releaseRecord)}) on conflict (id) do nothing returning *
    ), changed as (${changedMonths}), ${aggregateParts(releaseAggregates, addSql)} select id from f`,
};
const insertTasks = {
  name: 'insert-insight-tasks',
  text: `with f as (
      insert into insight_tasks (${columnNames(taskRecord)}, day) select ${columnNames(taskRecord, 'x.')}, ${dayOf}
      from json_to_recordset($1) as x(${columnDefinitions(taskRecord)}) returning *
    ), ${aggregateParts(taskAggregates, addSql)} select`,
};
const insertWaits = {
  name: 'insert-insight-waits',
  text: `insert into insight_waits (${columnNames(waitRecord)}) select ${columnNames(waitRecord, 'x.')}
    from json_to_recordset($1) as x(${columnDefinitions(waitRecord)})`,
};

const deleteStatements = [
  {
    name: 'delete-insight-releases',
    text: `with f as (delete from insight_releases where id = any ($1::text[]) returning *),
      changed as (${changedMonths}), ${aggregateParts(releaseAggregates, subtractSql)} select`,
  },
  {
    name: 'delete-insight-tasks',
    text: `with f as (delete from insight_tasks where release_id = any ($1::text[]) returning *),
      ${aggregateParts(taskAggregates, subtractSql)} select`,
  },
  { name: 'delete-insight-waits', text: 'delete from insight_waits where release_id = any ($1::text[])' },
];

/** Removes the facts of releases, and subtracts them from the aggregates. */
export async function deleteFacts(connection: Connection, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const statement of deleteStatements) await connection.query(statement, [ids]);
}

/**
 * Writes the facts of ended releases, and adds them to the aggregates of the local days in this zone. Releases with
 * facts are skipped. Returns the releases that it has added.
 */
export async function insertFacts(
  connection: Connection,
  ended: readonly EndedRelease[],
  zone: string,
): Promise<readonly EndedRelease[]> {
  if (ended.length === 0) return [];
  const rows = await connection.query<{ readonly id: string }>(insertReleases, [
    JSON.stringify(ended.map(toReleaseFacts)),
    zone,
  ]);
  const ids = new Set(rows.map(({ id }) => id));
  const added = ended.filter(({ release }) => ids.has(release.id));
  const waits = added.map((each) => ({ ended: each, waits: waitFactsOf(each.release) }));
  const targetIds = waits.flatMap((each) => each.waits.flatMap(({ targetId }) => targetId ?? []));
  const targets = await readAwaitedTargets(connection, [...new Set(targetIds)]);
  await connection.query(insertTasks, [JSON.stringify(added.flatMap(toTaskRows)), zone]);
  await connection.query(insertWaits, [
    JSON.stringify(waits.flatMap((each) => each.waits.flatMap((wait) => toWaitRows(each.ended, wait, targets)))),
  ]);
  return added;
}
