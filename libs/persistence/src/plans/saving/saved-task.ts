import type { Outcome } from '@slipway/domain/decision';
import {
  blankTaskPassive,
  findTaskPosition,
  isGroupType,
  type Release,
  requestsValues,
  storedPassive,
  type TaskPassive,
  type TaskPosition,
} from '@slipway/domain/model';
import type { JsonComment } from '../reading/read-task.ts';
import type { TaskView } from '../reading/views.ts';

/** What a save answers of a task that is to be shown, as it was before the save. */
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
