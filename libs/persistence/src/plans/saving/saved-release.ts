import type { Outcome } from '@slipway/domain/decision';
import { rootFolderId } from '@slipway/domain/ids';
import {
  blankPhasePassive,
  blankReleasePassive,
  blankTaskPassive,
  findTaskPosition,
  isGroupType,
  type Passive,
  type PhasePassive,
  type Release,
  type ReleasePassive,
  requestsValues,
  storedPassive,
  type TaskPassive,
  type TaskPosition,
  tasksOf,
} from '@slipway/domain/model';
import { referencesOfRelease, toStoredRelease } from '@slipway/domain/plans';
import { type SnapshotRow, snapshotColumns, toSnapshot } from '../../calendar/read-calendar.ts';
import { areReleases, type Location, releaseIdsSql, toLocations } from '../../folders/paths.ts';
import { createdTeamsSql, noTeams, type ScopeTeams, scopeTeamsSql } from '../../people/teams.ts';
import { newestCommentsSql } from '../reading/newest-comments.ts';
import type { JsonComment } from '../reading/read-task.ts';
import type { Comment, PlanDetails, ReleaseView, TaskView } from '../reading/views.ts';

/** Passive parts by the ids of their rows, without those that are blank. */
type Passives<T> = Readonly<Record<string, Partial<T>>> | null;

/** The data that a save returns to render a complete release, beside its plan. */
export interface SavedReleaseRow extends Partial<SnapshotRow> {
  readonly ownPassive?: Partial<ReleasePassive> | null;
  readonly phasePassives?: Passives<PhasePassive>;
  readonly taskPassives?: Passives<TaskPassive>;
  readonly allComments?: readonly (JsonComment & Pick<Comment, 'taskId'>)[] | null;
  readonly wholePath?: readonly string[] | null;
  readonly places?: readonly Location[] | null;
  readonly teams?: ScopeTeams | null;
}

/** A release that the statement of a save returns. */
export interface RequestedRelease {
  readonly id: string;
  readonly folderId: string;
  /** last segments of the releases it refers to; null where it refers to anything else, which takes a walk of its own */
  readonly referencedIds: readonly string[] | null;
}

/** The data to request from a save to render a release; null if new parts are among stored ones, which needs a read. */
export function requestRelease(release: Release, isNew: boolean): RequestedRelease | null {
  if (!isNew && !isFullyStored(release)) return null;
  const referencedIds = referencesOfRelease(release);
  return {
    id: release.id,
    folderId: release.folderId,
    referencedIds: areReleases(referencedIds) ? [...new Set(referencedIds)] : null,
  };
}

function isFullyStored(release: Release): boolean {
  if (release.passive.kind !== 'stored') return false;
  if (release.phases.some(({ passive }) => passive.kind !== 'stored')) return false;
  for (const { passive } of tasksOf(release)) if (passive.kind !== 'stored') return false;
  return true;
}

const passivesSql = (from: string): string =>
  `(select json_object_agg(p.id, p.passive) from ${from} p where p.passive <> '{}')`;

/**
 * SQL for the columns of a `SavedReleaseRow`: rows that this statement makes by what it returns of them (the parts with these
 * keys), stored ones as they were before it. The release's own part is as it is afterwards.
 */
export function releaseViewSql(
  parts: ReadonlySet<string>,
  [id, folderId, referencedIds]: readonly [string, string, string],
): string {
  const isNew = parts.has('ri') || parts.has('rif');
  const passivesOf = (part: string, table: string): string => {
    if (!isNew) return passivesSql(`(select id, passive from ${table} where release_id = ${id})`);
    return parts.has(part) ? passivesSql(part) : 'null::json';
  };
  const commentsJson = `(select json_agg(json_build_object('id', c.id, 'taskId', c.task_id, 'text', c.text, 'author', c.author,
      'date', (extract(epoch from c.date) * 1000)::bigint) order by c.date, c.seq)
    from ${newestCommentsSql('live_comments', `s.release_id = ${id}`)})`;
  return `r.passive as "ownPassive", ${passivesOf('pi', 'live_phases')} as "phasePassives",
    ${passivesOf('ti', 'live_tasks')} as "taskPassives", ${commentsJson} as "allComments",
    (select path from folders where id = ${folderId}) as "wholePath", ${snapshotColumns},
    (select json_agg(e) from (${releaseIdsSql(referencedIds)}) e) as places,
    ${teamsSql(parts, id, folderId)} as teams`;
}

/** Teams that are new with a release at the top are those of these parts: copied ones, or given ones. */
function teamsSql(parts: ReadonlySet<string>, id: string, folderId: string): string {
  if (parts.has('gt')) return createdTeamsSql(id, 'gt', 'gm');
  return parts.has('nt') ? createdTeamsSql(id, 'nt', 'nm') : scopeTeamsSql(scopeIdSql(id, folderId));
}

/** SQL for the scope of a release that has this id and is in this folder. */
const scopeIdSql = (id: string, folderId: string): string =>
  `(select case when id = '${rootFolderId}' then ${id} else scope_id end from folders where id = ${folderId})`;

/** A release as it is after a save: its new plan, and what the statement has answered. */
export function toReleaseView(
  { release, comments }: Outcome,
  { referencedIds }: RequestedRelease,
  row: SavedReleaseRow & { readonly version: number },
): ReleaseView | null {
  const { ownPassive, wholePath, calendarVersion = null, readAt = null } = row;
  if (!ownPassive || !wholePath) return null;
  return {
    release: toStoredRelease(release),
    version: row.version,
    folderPath: wholePath,
    calendar: toSnapshot({ calendarVersion, readAt }),
    passive: { ...blankReleasePassive, ...ownPassive },
    details: detailsAfterSave(release, row, [...(row.allComments ?? []), ...comments]),
    locations: referencedIds === null ? null : toLocations(row.places ?? []),
    teams: row.teams ?? noTeams,
  };
}

function detailsAfterSave(
  release: Release,
  { phasePassives, taskPassives }: SavedReleaseRow,
  comments: readonly Comment[],
): PlanDetails {
  const phases = new Map<string, PhasePassive>();
  for (const { id, passive } of release.phases) {
    const ownPassive = withChanges(phasePassives?.[id], passive);
    if (ownPassive !== null) phases.set(id, { ...blankPhasePassive, ...ownPassive });
  }
  const tasks = new Map<string, TaskPassive>();
  for (const { id, passive } of tasksOf(release)) {
    const ownPassive = withChanges(taskPassives?.[id], passive);
    if (ownPassive !== null) tasks.set(id, { ...blankTaskPassive, ...ownPassive });
  }
  const byTask = Map.groupBy(sortByDate(comments), ({ taskId }) => taskId);
  return { phases, tasks, comments: byTask, planRevision: release.authorship.revision };
}

/** A row with the changes of this save merged in; a new row already contains them. Null if all is blank. */
function withChanges<T>(row: Partial<T> | undefined, passive: Passive<T>): Partial<T> | null {
  const changes = passive.kind === 'stored' ? passive.changes : null;
  return changes === null ? (row ?? null) : { ...row, ...changes };
}

/** By their dates, as they are read; of one moment the one that was stored first comes first. */
const sortByDate = (comments: readonly Comment[]): readonly Comment[] =>
  comments.length < 2 ? comments : comments.toSorted((a, b) => a.date - b.date);

/** The data that a save returns to render a task, as it was before the save. */
export interface SavedTaskRow {
  readonly version: number;
  readonly passive?: Partial<TaskPassive> | null;
  readonly comments?: readonly JsonComment[] | null;
  readonly path?: readonly string[] | null;
}

/** Where a task is that a save can show: no group, and stored before. Others take a read of their own. */
export function findViewablePosition(release: Release, id: string): TaskPosition | null {
  const position = findTaskPosition(release, id);
  if (position === undefined || isGroupType(position.task.definition.type)) return null;
  return position.task.passive.kind === 'stored' ? position : null;
}

/** A task after a save: its stored state, and the additions of the outcome. Null if it was not stored. */
export function toTaskView(
  { release, comments: added }: Outcome,
  position: TaskPosition,
  row: SavedTaskRow,
): TaskView | null {
  const { task, phase, groups } = position;
  if (!row.passive || !row.path || task.passive.kind !== 'stored') return null;
  const comments = [...(row.comments ?? []).map((comment) => ({ ...comment, taskId: task.id })), ...added];
  const ownComments = comments.filter(({ taskId }) => taskId === task.id);
  return {
    task: { ...task, passive: storedPassive },
    version: row.version,
    folderPath: row.path,
    releaseId: release.id,
    releaseStatus: release.status,
    releaseOwner: release.owner,
    variables: requestsValues(task.definition.type) ? release.variables : [],
    phaseId: phase.id,
    groupIds: groups.map(({ id }) => id),
    details: {
      phases: new Map(),
      tasks: new Map([[task.id, { ...blankTaskPassive, ...row.passive, ...task.passive.changes }]]),
      comments: ownComments.length === 0 ? new Map() : new Map([[task.id, ownComments]]),
      planRevision: release.authorship.revision,
    },
  };
}
