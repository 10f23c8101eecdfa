import type { Caller } from '../decision/inputs.ts';
import type { Permission } from '../model/catalogs/permissions.ts';
import type { Phase } from '../model/phase.ts';
import { tasksIn } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isAhead, isClosed, isEnded, isInAdvance, isOver, type PhaseStatus } from '../model/status.ts';
import { isParallelGroup, type Task } from '../model/task.ts';
import { isGroupType } from '../model/task-types.ts';
import { isGranted, mayLock, permissionsFor } from '../people/access-attributes.ts';
import { neededToEdit, neededToEditTask, neededToLock } from '../people/needed-permissions.ts';
import { neededByTaskField } from '../people/task-fields.ts';

/**
 * Why the state does not allow an edit of a phase or task (states.md, Phase and Task): its phase has ended, it has
 * ended, it has started, it was completed or skipped in advance, it or a group around it is locked, a task in it is
 * locked, or it is a group, whose type cannot change.
 */
export const editCauses = ['closed', 'ended', 'started', 'inAdvance', 'locked', 'lockedInside', 'group'] as const;
export type EditCause = (typeof editCauses)[number];

/** The edits of a phase or task. `add` adds a task to it, `copy` adds a copy beside it. */
export const partEdits = ['update', 'move', 'copy', 'delete', 'changeType', 'add'] as const;
export type PartEdit = (typeof partEdits)[number];

/** The edits of a phase or task that its state does not allow. */
export interface PartLimits {
  /** The ids of its phase, the groups around it, and itself. */
  readonly path: readonly [string, ...string[]];
  readonly refused: Readonly<Partial<Record<PartEdit, EditCause>>>;
  /** The first position in it at which a task can be added. */
  readonly firstPosition: number;
}

/** The permissions that a caller lacks to edit a plan. */
interface LackingToEdit {
  /** to add, move, copy and delete phases and tasks */
  readonly plan: Permission | null;
  /** to change the fields of tasks that are not in `fields` */
  readonly task: Permission | null;
  /** to lock and unlock tasks */
  readonly lock: Permission | null;
  /** for fields of tasks with a permission of their own, by name. Fields that participants can change are omitted. */
  readonly fields: Readonly<Record<string, Permission>>;
  /** Without the permission to change tasks, the fields that the caller may change nevertheless. */
  readonly allowedFields: readonly string[];
}

/** What a caller cannot edit in a plan. */
export interface EditLimits {
  readonly id: string;
  /** Whether the release has ended, so that nothing can be edited. */
  readonly isOver: boolean;
  /** The first position at which a phase can be added. */
  readonly firstPosition: number;
  /** The phases and tasks with limits, in the order of the plan. */
  readonly parts: readonly PartLimits[];
  readonly lacking: LackingToEdit;
}

/** Returns the edits without null causes. */
const refusedOf = (causes: Readonly<Partial<Record<PartEdit, EditCause | null>>>): PartLimits['refused'] => {
  const refused: Partial<Record<PartEdit, EditCause>> = {};
  for (const edit of partEdits) {
    const cause = causes[edit];
    if (cause) refused[edit] = cause;
  }
  return refused;
};

const isLockedInside = (tasks: readonly Task[]): boolean =>
  [...tasksIn(tasks)].some(({ definition }) => definition.locked);

const startedCause = (status: PhaseStatus): EditCause | null => {
  if (isClosed(status)) return 'closed';
  return status === 'PLANNED' ? null : 'started';
};

/** Returns the first position after the tasks that the flow has reached. A parallel group has no order. */
const firstTaskPosition = (tasks: readonly Task[], isOrdered: boolean): number =>
  isOrdered ? tasks.findLastIndex(({ run }) => !isAhead(run.status)) + 1 : 0;

function phaseLimits({ id, status, tasks }: Phase, mayEditLocked: boolean): PartLimits {
  const closed = isClosed(status) ? 'closed' : null;
  const started = startedCause(status);
  const lockedInside = !mayEditLocked && isLockedInside(tasks) ? 'lockedInside' : null;
  return {
    path: [id],
    refused: refusedOf({
      update: closed,
      move: started,
      copy: status === 'COMPLETED' ? 'closed' : null,
      delete: started ?? lockedInside,
      add: closed,
    }),
    firstPosition: firstTaskPosition(tasks, true),
  };
}

/** The phase or group around a task. */
interface Around {
  readonly path: PartLimits['path'];
  readonly isLocked: boolean;
  /** Why no task can be added to it. */
  readonly add: EditCause | null;
}

/** Returns the cause for an edit that only a planned task allows. */
function notPlannedCause({ run: { status } }: Task): EditCause | null {
  if (status === 'PLANNED') return null;
  return isInAdvance(status) ? 'inAdvance' : 'started';
}

function taskLimits(task: Task, around: Around, mayEditLocked: boolean): PartLimits {
  const { definition, run, tasks } = task;
  const ended = isEnded(run.status) ? 'ended' : null;
  const locked = !mayEditLocked && (around.isLocked || definition.locked) ? 'locked' : null;
  const update = ended ?? locked;
  const isGroup = isGroupType(definition.type);
  const started = isAhead(run.status) ? null : 'started';
  const lockedInside = !mayEditLocked && isLockedInside(tasks) ? 'lockedInside' : null;
  return {
    path: [...around.path, task.id],
    refused: refusedOf({
      update,
      move: update ?? notPlannedCause(task),
      copy: locked ?? around.add,
      delete: update ?? started ?? lockedInside,
      changeType: update ?? notPlannedCause(task) ?? (isGroup ? 'group' : null),
      add: isGroup ? update : null,
    }),
    firstPosition: firstTaskPosition(tasks, !isParallelGroup(task)),
  };
}

/** Returns the limits of tasks, groups before their children. */
function* limitsIn(tasks: readonly Task[], around: Around, mayEditLocked: boolean): Generator<PartLimits> {
  for (const task of tasks) {
    const limits = taskLimits(task, around, mayEditLocked);
    yield limits;
    const inside = {
      path: limits.path,
      isLocked: around.isLocked || task.definition.locked,
      add: around.add ?? limits.refused.add ?? null,
    };
    yield* limitsIn(task.tasks, inside, mayEditLocked);
  }
}

const isLimited = ({ refused, firstPosition }: PartLimits): boolean =>
  firstPosition > 0 || Object.keys(refused).length > 0;

function lackingToEdit(release: Release, caller: Caller): LackingToEdit {
  const lackingOf = (needed: typeof neededToEdit): Permission | null =>
    isGranted(needed, caller, { release }) ? null : permissionsFor(needed, { release })[0];
  const task = lackingOf(neededToEditTask);
  const fields: Record<string, Permission> = {};
  const allowedFields: string[] = [];
  for (const [name, needed] of neededByTaskField) {
    const missing = needed.participant ? null : lackingOf(needed);
    if (missing !== null) fields[name] = missing;
    else if (task !== null) allowedFields.push(name);
  }
  return {
    plan: lackingOf(neededToEdit),
    task,
    lock: lackingOf(neededToLock),
    fields,
    allowedFields,
  };
}

/**
 * Returns what a caller cannot edit in a release or template: by the states of its parts, by locks, and by missing
 * permissions. The commands have the same rules (compatibility.md, Flow).
 */
export function editLimitsOf(release: Release, caller: Caller): EditLimits {
  const { id, status, phases } = release;
  const mayEditLocked = mayLock(caller, release);
  const parts = phases.flatMap((phase) => {
    const limits = phaseLimits(phase, mayEditLocked);
    const around = { path: limits.path, isLocked: false, add: limits.refused.add ?? null };
    return [limits, ...limitsIn(phase.tasks, around, mayEditLocked)];
  });
  return {
    id,
    isOver: isOver(status),
    firstPosition: phases.findLastIndex((phase) => phase.status !== 'PLANNED') + 1,
    parts: isOver(status) ? [] : parts.filter(isLimited),
    lacking: lackingToEdit(release, caller),
  };
}
