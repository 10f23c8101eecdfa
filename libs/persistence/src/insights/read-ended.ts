import type { EndedRelease } from '@slipway/domain/insights';
import type { Instant, ReleasePassive } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import {
  type PhaseRow,
  phaseColumns,
  type ReleaseRow,
  releaseColumns,
  toPhase,
  toRelease,
} from '../plans/rows/release-row.ts';
import { type TaskRow, taskColumns, toTask, toTree } from '../plans/rows/task-row.ts';

interface EndedRow extends ReleaseRow {
  readonly passive: Partial<Pick<ReleasePassive, 'tutorial' | 'kind' | 'archiveRelease'>>;
  readonly max_risk: number;
  readonly created_at: Instant | null;
  readonly has_categories: boolean;
  readonly was_failing: boolean;
}

/** An awaited object outside a release. */
export interface AwaitedTarget {
  readonly id: string;
  readonly releaseId: string;
  readonly folderId: string;
  readonly endedAt: Instant | null;
}

/**
 * The first version of a release is its creation time in microseconds. Older rows have small versions and an unknown
 * creation time. Releases that started before the recording of categories have the log entry of their failure.
 */
const releasesSql = (table: string): string => `select ${releaseColumns.replace(/\w+/g, 'r.$&')}, r.passive,
      case when r.version > 1000000000000000 then to_timestamp(r.version / 1000000.0) end as created_at,
      greatest(r.risk_score, (select max(h.score) from risk_history h where h.release_id = r.id)) as max_risk,
      coalesce(r.start_date >= s.recording_since, false) as has_categories,
      r.start_date < s.recording_since and exists (select from activities a where a.release_id = r.id
        and a.activity_type in ('RELEASE_FAILING', 'RELEASE_FAILED')) as was_failing
    from ${table} r, insight_state s
    where r.id = any ($1::text[]) and r.status in ('COMPLETED', 'ABORTED') and r.end_date is not null`;
const phasesSql = (table: string): string =>
  `select ${phaseColumns} from ${table} where release_id = any ($1::text[]) order by position`;
const tasksSql = (table: string): string =>
  `select ${taskColumns} from ${table} where release_id = any ($1::text[]) order by position`;

const statementsOf = (name: string, prefix: string) => ({
  releases: { name: `${name}-releases`, text: releasesSql(`${prefix}releases`) },
  phases: { name: `${name}-phases`, text: phasesSql(`${prefix}phases`) },
  tasks: { name: `${name}-tasks`, text: tasksSql(`${prefix}tasks`) },
});
/** Nearly all releases are live when they end. Statements without the partitions of the archive are cheaper. */
const live = statementsOf('ended-live', 'live_');
const all = statementsOf('ended', '');

/** Releases that are in no report: workflows, tutorials, and those that are deleted instead of archived. */
const isReported = ({ passive }: EndedRow): boolean =>
  passive.tutorial !== true && passive.kind !== 'WORKFLOW' && passive.archiveRelease !== false;

/** Reads ended live or archived releases for their facts. Omits those that are in no report. */
export async function readEndedReleases(
  connection: Connection,
  ids: readonly string[],
): Promise<readonly EndedRelease[]> {
  const found = await readFrom(connection, live, ids);
  const liveIds = new Set(found.map(({ release }) => release.id));
  const others = ids.filter((id) => !liveIds.has(id));
  return others.length === 0 ? found : [...found, ...(await readFrom(connection, all, others))];
}

/**
 * Reads the releases after their parts: the parts of a release that is still live are then complete, although it can be
 * archived meanwhile.
 */
async function readFrom(
  connection: Connection,
  statements: typeof live,
  ids: readonly string[],
): Promise<readonly EndedRelease[]> {
  const [tasks, phases, releases] = await Promise.all([
    connection.query<TaskRow>(statements.tasks, [ids]),
    connection.query<PhaseRow>(statements.phases, [ids]),
    connection.query<EndedRow>(statements.releases, [ids]),
  ]);
  const phasesOf = Map.groupBy(phases, ({ release_id }) => release_id);
  const tasksOf = Map.groupBy(tasks, ({ release_id }) => release_id);
  return releases.filter(isReported).map((row) => {
    const tasksIn = toTree(tasksOf.get(row.id) ?? [], toTask);
    const release = toRelease(
      row,
      (phasesOf.get(row.id) ?? []).map((phase) => toPhase(phase, tasksIn(phase.id))),
    );
    return {
      release: { ...release, hasFailed: release.hasFailed || row.was_failing },
      createdAt: row.created_at,
      maxRisk: row.max_risk,
      hasCategories: row.has_categories,
    };
  });
}

const targetsStatement = {
  name: 'awaited-targets',
  text: `with targets as (
      select id, id as release_id, end_date from releases where id = any ($1::text[])
      union all select id, release_id, end_date from phases where id = any ($1::text[])
      union all select id, release_id, end_date from tasks where id = any ($1::text[]))
    select t.id, t.release_id as "releaseId", r.folder_id as "folderId", t.end_date as "endedAt"
    from targets t join releases r on r.id = t.release_id`,
};

/** Reads the existing objects with these ids. */
export async function readAwaitedTargets(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AwaitedTarget>> {
  if (ids.length === 0) return new Map();
  const rows = await connection.query<AwaitedTarget>(targetsStatement, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}
