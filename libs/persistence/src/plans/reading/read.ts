import type { LineTimes } from '@slipway/domain/decision';
import {
  blankAuthorship,
  blankPhasePassive,
  blankReleasePassive,
  blankTaskPassive,
  type Instant,
  type PhasePassive,
  type Release,
  type ReleasePassive,
  type Task,
  type TaskPassive,
} from '@slipway/domain/model';
import { noSnapshotColumns, type SnapshotRow, snapshotColumns, toSnapshot } from '../../calendar/read-calendar.ts';
import type { Connection, Database } from '../../database/database.ts';
import { noTeams, type ScopeTeams, scopeSql, scopeTeamsSql } from '../../people/teams.ts';
import {
  type PhaseRow,
  phaseColumns,
  type ReleaseRow,
  releaseColumns,
  toPhase,
  toRelease,
} from '../rows/release-row.ts';
import { type TaskRow, taskColumns, toTask, toTree } from '../rows/task-row.ts';
import { newestCommentsSql } from './newest-comments.ts';
import type { Comment, PlanDetails, ReleaseView } from './views.ts';

/** The teams of one scope, and the requested releases in it. */
export interface TeamsRow {
  readonly ids: readonly string[];
  readonly teams: ScopeTeams;
}

/** SQL for the teams of releases by their ids. The teams of a folder are read once for all its releases. */
const teamsSql = (prefix: 'live' | 'archived'): string =>
  `select s.ids, ${scopeTeamsSql('s.scope_id')} as teams from (
    select ${scopeSql('r', 'f')} as scope_id, array_agg(r.id) as ids
    from ${prefix}_releases r join folders f on f.id = r.folder_id where r.id = any ($1::text[]) group by 1) s`;

const teamsById = (rows: readonly TeamsRow[]): ReadonlyMap<string, ScopeTeams> =>
  new Map(rows.flatMap(({ ids, teams }) => ids.map((id): [string, ScopeTeams] => [id, teams])));

/** The tables to read, and the parts to include. */
interface ReadOptions {
  /** Whether to read the archive instead of the live tables. */
  readonly archived?: boolean;
  /** Whether to read phases. Default: true. */
  readonly phases?: boolean;
  /** Whether to read comments. By default, comments are read if phases are. */
  readonly comments?: boolean;
}

export interface ReleaseViewRow extends ReleaseRow, SnapshotRow {
  readonly passive: Partial<ReleasePassive>;
  readonly traceparent: string | null;
  readonly path: readonly string[];
}
export interface PhaseViewRow extends PhaseRow {
  readonly passive: Partial<PhasePassive>;
}

export interface TaskViewRow extends TaskRow {
  readonly passive: Partial<TaskPassive>;
}

export interface CommentRow {
  readonly release_id: string;
  readonly id: string;
  readonly task_id: string;
  readonly text: string;
  readonly author: string;
  readonly date: Instant;
  readonly edited_date?: Instant | null;
  readonly mentions?: readonly string[] | null;
  readonly line_times?: LineTimes | null;
}

export const commentColumns = 'release_id, id, task_id, text, author, date, edited_date, mentions, line_times';

const statementsFor = (prefix: 'live' | 'archived') => ({
  releases: {
    name: `read-releases ${prefix}`,
    text: `select ${releaseColumns.replace(/\w+/g, 'r.$&')}, r.passive, r.traceparent, f.path,
        ${prefix === 'live' ? snapshotColumns : noSnapshotColumns}
      from ${prefix}_releases r join folders f on f.id = r.folder_id where r.id = any ($1::text[])`,
  },
  phases: {
    name: `read-phases ${prefix}`,
    text: `select ${phaseColumns}, passive from ${prefix}_phases where release_id = any ($1::text[]) order by position`,
  },
  tasks: {
    name: `read-tasks ${prefix}`,
    text: `select ${taskColumns}, passive from ${prefix}_tasks where release_id = any ($1::text[]) order by position`,
  },
  comments: {
    name: `read-comments ${prefix}`,
    text: `select ${commentColumns}
      from ${newestCommentsSql(`${prefix}_comments`, 's.release_id = any ($1::text[])')} order by date, seq`,
  },
  teams: { name: `read-teams ${prefix}`, text: teamsSql(prefix) },
});
export const statements = { live: statementsFor('live'), archived: statementsFor('archived') };

/** Reads a release or template for rendering, or null if the live tables or the archive do not contain it. */
export async function readRelease(
  database: Database,
  id: string,
  options: ReadOptions = {},
): Promise<ReleaseView | null> {
  const [view] = await readReleases(database, [id], options);
  return view ?? null;
}

/** Reads releases and templates for rendering, in the order of the ids. Omits unknown ids. */
export async function readReleases(
  database: Database,
  ids: readonly string[],
  options: ReadOptions = {},
): Promise<readonly ReleaseView[]> {
  if (ids.length === 0) return [];
  return await database.transaction((connection) => readReleasesIn(connection, ids, options), 'read');
}

/** The same in a transaction, which should see the state of one moment. */
export async function readReleasesIn(
  connection: Connection,
  ids: readonly string[],
  { archived = false, phases = true, comments = phases }: ReadOptions = {},
): Promise<readonly ReleaseView[]> {
  const queries = statements[archived ? 'archived' : 'live'];
  const rows = await Promise.all([
    connection.query<ReleaseViewRow>(queries.releases, [ids]),
    phases ? connection.query<PhaseViewRow>(queries.phases, [ids]) : noRows,
    phases ? connection.query<TaskViewRow>(queries.tasks, [ids]) : noRows,
    comments ? connection.query<CommentRow>(queries.comments, [ids]) : noRows,
    connection.query<TeamsRow>(queries.teams, [ids]),
  ]);
  const views = new Map(toReleaseViews(...rows).map((view) => [view.release.id, view]));
  return ids.flatMap((id) => views.get(id) ?? []);
}

const noRows: readonly never[] = [];

export function toReleaseViews(
  releases: readonly ReleaseViewRow[],
  phases: readonly PhaseViewRow[],
  tasks: readonly TaskViewRow[],
  comments: readonly CommentRow[],
  teams: readonly TeamsRow[] = noRows,
): ReleaseView[] {
  const phasesOf = Map.groupBy(phases, ({ release_id }) => release_id);
  const tasksOf = Map.groupBy(tasks, ({ release_id }) => release_id);
  const commentsOf = Map.groupBy(comments, ({ release_id }) => release_id);
  const teamsOf = teamsById(teams);
  return releases.map((row) => {
    const ownPhases = phasesOf.get(row.id) ?? noRows;
    const ownTasks = tasksOf.get(row.id) ?? noRows;
    return {
      release: toReleaseWithPlan(row, ownPhases, ownTasks),
      version: row.version,
      folderPath: row.path,
      calendar: toSnapshot(row),
      passive: { ...blankReleasePassive, ...row.passive },
      details: toPlanDetails(ownPhases, ownTasks, commentsOf.get(row.id) ?? noRows, row.rest.authorship?.revision),
      locations: null,
      teams: teamsOf.get(row.id) ?? noTeams,
      ...(row.traceparent !== null && { traceparent: row.traceparent }),
    };
  });
}

function toReleaseWithPlan(row: ReleaseRow, phases: readonly PhaseRow[], tasks: readonly TaskRow[]): Release {
  const tasksIn: (containerId: string) => readonly Task[] = toTree(tasks, toTask);
  return toRelease(
    row,
    phases.map((phase) => toPhase(phase, tasksIn(phase.id))),
  );
}

/** Builds the details of responses from rows. The oldest comments are first. */
export const toPlanDetails = (
  phases: readonly PhaseViewRow[],
  tasks: readonly TaskViewRow[],
  comments: readonly CommentRow[],
  planRevision: number = blankAuthorship.revision,
): PlanDetails => ({
  phases: new Map(phases.map(({ id, passive }) => [id, { ...blankPhasePassive, ...passive }])),
  tasks: new Map(tasks.map(({ id, passive }) => [id, { ...blankTaskPassive, ...passive }])),
  comments: Map.groupBy(comments.map(toComment), ({ taskId }) => taskId),
  planRevision,
});

const toComment = ({ id, task_id, text, author, date, edited_date, mentions, line_times }: CommentRow): Comment => ({
  ...{ id, text, author, date },
  taskId: task_id,
  ...(typeof edited_date === 'number' && { editedDate: edited_date }),
  ...(Array.isArray(mentions) && { mentions }),
  ...(line_times && { lineTimes: line_times }),
});

/** Reads a release with only this phase, or null if there is no such live phase. */
export async function readPhase(database: Database, phaseId: string): Promise<ReleaseView | null> {
  const rows = await database.transaction(
    (connection) =>
      Promise.all([
        connection.query<ReleaseViewRow>(phaseStatements.release, [phaseId]),
        connection.query<PhaseViewRow>(phaseStatements.phase, [phaseId]),
        connection.query<TaskViewRow>(phaseStatements.tasks, [phaseId]),
        connection.query<CommentRow>(phaseStatements.comments, [phaseId]),
      ]),
    'read',
  );
  return toReleaseViews(...rows)[0] ?? null;
}

const phaseStatements = {
  release: {
    name: 'read-phase-release',
    text: `${statements.live.releases.text.replace('any ($1::text[])', '')} (select release_id from live_phases where id = $1)`,
  },
  phase: { name: 'read-phase', text: `select ${phaseColumns}, passive from live_phases where id = $1` },
  tasks: {
    name: 'read-phase-tasks',
    text: `select ${taskColumns}, passive from live_tasks
      where release_id = (select release_id from live_phases where id = $1) and phase_id = $1 order by position`,
  },
  comments: {
    name: 'read-phase-comments',
    text: `select ${commentColumns} from ${newestCommentsSql(
      'live_comments',
      `s.task_id in (select t.id from live_tasks t
        where t.release_id = (select release_id from live_phases where id = $1) and t.phase_id = $1)`,
    )} order by date, seq`,
  },
} satisfies Record<string, Parameters<Connection['query']>[0]>;

const passivesSql = {
  name: 'read-passives',
  text: 'select id, passive from live_tasks where id = any ($1::text[])',
};

/** Reads the passive parts of live tasks, by id, for the few decisions that read texts. */
export async function readPassives(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TaskPassive>> {
  const rows = await connection.query<{ readonly id: string; readonly passive: Partial<TaskPassive> }>(passivesSql, [
    ids,
  ]);
  return new Map(rows.map(({ id, passive }) => [id, { ...blankTaskPassive, ...passive }]));
}

const selectPhases = {
  name: 'read-phase-passives',
  text: 'select id, passive from live_phases where id = any ($1::text[])',
};

/** Reads the passive parts of live phases, by id. */
export async function readPhasePassives(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PhasePassive>> {
  const rows = await connection.query<{ readonly id: string; readonly passive: Partial<PhasePassive> }>(selectPhases, [
    ids,
  ]);
  return new Map(rows.map(({ id, passive }) => [id, { ...blankPhasePassive, ...passive }]));
}

const selectRelease = {
  name: 'read-release-passive',
  text: 'select passive from live_releases where id = $1',
};

/** Reads the passive part of a live release; blank if there is no such release. */
export async function readReleasePassive(connection: Connection, id: string): Promise<ReleasePassive> {
  const [row] = await connection.query<{ readonly passive: Partial<ReleasePassive> }>(selectRelease, [id]);
  return { ...blankReleasePassive, ...row?.passive };
}
