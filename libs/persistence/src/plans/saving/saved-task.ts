import {
  asksForValues,
  blankTaskPassive,
  findPlace,
  isGroupType,
  type Outcome,
  type Place,
  type Release,
  stored,
  type TaskPassive,
} from '@slipway/domain';
import type { JsonComment } from '../reading/read-task.ts';
import type { TaskView } from '../reading/views.ts';

/** What a save answers of a task that is to be shown, as it was before the save. */
export interface ShownRow {
  readonly version: number;
  readonly passive?: Partial<TaskPassive> | null;
  readonly comments?: readonly JsonComment[] | null;
  readonly path?: readonly string[] | null;
}

/** Where a task is that a save can show: no group, and stored before. Others take a read of their own. */
export function showable(release: Release, id: string): Place | null {
  const place = findPlace(release, id);
  if (place === undefined || isGroupType(place.task.definition.type)) return null;
  return place.task.passive.kind === 'stored' ? place : null;
}

/** A task after a save: its stored state, and the additions of the outcome. Null if it was not stored. */
export function viewOf({ release, comments: added }: Outcome, place: Place, row: ShownRow): TaskView | null {
  const { task, phase, groups } = place;
  if (!row.passive || !row.path || task.passive.kind !== 'stored') return null;
  const comments = [...(row.comments ?? []).map((comment) => ({ ...comment, taskId: task.id })), ...added];
  const own = comments.filter(({ taskId }) => taskId === task.id);
  return {
    task: { ...task, passive: stored },
    version: row.version,
    folderPath: row.path,
    releaseId: release.id,
    releaseStatus: release.status,
    releaseOwner: release.owner,
    variables: asksForValues(task.definition.type) ? release.variables : [],
    phaseId: phase.id,
    groupIds: groups.map(({ id }) => id),
    rest: {
      phases: new Map(),
      tasks: new Map([[task.id, { ...blankTaskPassive, ...row.passive, ...task.passive.changes }]]),
      comments: own.length === 0 ? new Map() : new Map([[task.id, own]]),
      planRevision: release.authorship.revision,
    },
  };
}
