import type { CommentChange, Outcome } from '@slipway/domain/decision';
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
import { commentMembersSql, type JsonComment } from '../reading/read-task.ts';
import type { Comment, PlanDetails, ReleaseView, TaskView } from '../reading/views.ts';

/** Passive parts by the ids of their rows. Blank parts are omitted. */
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
  /**
   * The last segments of referenced releases. Null if it refers to other objects, whose locations need another
   * statement.
   */
  readonly referencedIds: readonly string[] | null;
}

/**
 * Returns the data to request from a save to render a release. Returns null if the release has both new and stored
 * parts, which requires a read.
 */
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
 * SQL for the columns of a `SavedReleaseRow`. New rows come from the results of the parts with these keys, stored rows
 * are as they were before the statement. The passive part of the release itself is as it is after the save.
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
  const commentsJson = `(select json_agg(
      json_strip_nulls(json_build_object('taskId', c.task_id, ${commentMembersSql})) order by c.date, c.seq)
    from ${newestCommentsSql('live_comments', `s.release_id = ${id}`)})`;
  return `r.passive as "ownPassive", ${passivesOf('pi', 'live_phases')} as "phasePassives",
    ${passivesOf('ti', 'live_tasks')} as "taskPassives", ${commentsJson} as "allComments",
    (select path from folders where id = ${folderId}) as "wholePath", ${snapshotColumns},
    (select json_agg(e) from (${releaseIdsSql(referencedIds)}) e) as places,
    ${teamsSql(parts, id, folderId)} as teams`;
}

/**
 * SQL for the teams of a release. For a new top-level release, these are the ones that the statement creates: copied or
 * given teams.
 */
function teamsSql(parts: ReadonlySet<string>, id: string, folderId: string): string {
  if (parts.has('gt')) return createdTeamsSql(id, 'gt', 'gm');
  return parts.has('nt') ? createdTeamsSql(id, 'nt', 'nm') : scopeTeamsSql(scopeIdSql(id, folderId));
}

/** SQL for the scope of a release with this id in this folder. */
const scopeIdSql = (id: string, folderId: string): string =>
  `(select case when id = '${rootFolderId}' then ${id} else scope_id end from folders where id = ${folderId})`;

/** Builds the view of a release after a save from its new plan and the results of the statement. */
export function toReleaseView(
  { release, comments, commentChange }: Outcome,
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
    details: detailsAfterSave(release, row, [...withCommentChange(row.allComments ?? [], commentChange), ...comments]),
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

/**
 * Merges the changes of this save into a stored row. A new row already contains them. Returns null for a blank part.
 */
function withChanges<T>(row: Partial<T> | undefined, passive: Passive<T>): Partial<T> | null {
  const changes = passive.kind === 'stored' ? passive.changes : null;
  return changes === null ? (row ?? null) : { ...row, ...changes };
}

/** Sorts by date, as reads do. Comments of the same date keep their order, with stored ones first. */
const sortByDate = (comments: readonly Comment[]): readonly Comment[] =>
  comments.length < 2 ? comments : comments.toSorted((a, b) => a.date - b.date);

/** Applies the change of a comment to the stored comments. */
const withCommentChange = (comments: readonly Comment[], change: CommentChange | undefined): readonly Comment[] =>
  change === undefined
    ? comments
    : comments.flatMap((comment) => {
        if (comment.id !== change.id) return [comment];
        const { text, mentions, date } = change;
        const { mentions: _, ...rest } = comment;
        return text === null ? [] : [{ ...rest, text, editedDate: date, ...(mentions.length > 0 && { mentions }) }];
      });

/** The data that a save returns to render a task, as it was before the save. */
export interface SavedTaskRow {
  readonly version: number;
  readonly passive?: Partial<TaskPassive> | null;
  readonly comments?: readonly JsonComment[] | null;
  readonly path?: readonly string[] | null;
}

/**
 * Finds the position of a task that a save can return: a stored task that is not a group. Returns null for other tasks,
 * which require a read.
 */
export function findViewablePosition(release: Release, id: string): TaskPosition | null {
  const position = findTaskPosition(release, id);
  if (position === undefined || isGroupType(position.task.definition.type)) return null;
  return position.task.passive.kind === 'stored' ? position : null;
}

/**
 * Builds the view of a task after a save from its stored state and the changes of the outcome. Returns null if the task
 * was not stored.
 */
export function toTaskView(
  { release, comments: added, commentChange }: Outcome,
  position: TaskPosition,
  row: SavedTaskRow,
): TaskView | null {
  const { task, phase, groups } = position;
  if (!row.passive || !row.path || task.passive.kind !== 'stored') return null;
  const stored = (row.comments ?? []).map((comment) => ({ ...comment, taskId: task.id }));
  // The version of a comment is not part of a task.
  const addedComments = added.map(({ version: _, ...comment }) => comment);
  const comments = [...withCommentChange(stored, commentChange), ...addedComments];
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
