import { changeDescription } from '../decision/describe-changes.ts';
import type { CommandHandlers, CommandOf } from '../decision/handlers.ts';
import { logTask } from '../decision/log.ts';
import { type OutcomeDraft, withRelease } from '../decision/outcome-draft.ts';
import type { TaskPlanCommand } from '../decision/plan-commands.ts';
import type { TaskPatch } from '../model/draft.ts';
import { Conflict, clip, Invalid, NotFound } from '../model/errors.ts';
import type { Link } from '../model/own-fields.ts';
import {
  findTaskPosition,
  type TaskPosition,
  taskOf,
  taskPositionOf,
  tasksIn,
  titleOf,
  withTask,
  withTasksIn,
} from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isAhead, isClosed, isEnded } from '../model/status.ts';
import { blankTask, blankTaskPassive, isParallelGroup, type Task } from '../model/task.ts';
import { isGroupType } from '../model/task-types.ts';
import { changedFields } from '../people/task-fields.ts';
import { requireExistingTeams } from '../people/teams.ts';
import { resolveUsername, withResolvedOwners } from '../people/user-names.ts';
import { buildLinks, buildTask, buildTaskCopy, chosenIds, deriveFields, pick, requireTitle } from './build.ts';
import { changeTaskType } from './change-type.ts';
import { withEdits } from './edit.ts';
import {
  editableTaskPosition,
  isLocked,
  mayEditLocked,
  mayReassignLocked,
  openTaskPosition,
  requireOpen,
  requireUnlocked,
  requireUnlockedInside,
  taskStateConflict,
} from './guards.ts';
import { previousTaskTexts } from './previous-texts.ts';
import { authorsAfter, textAuthorOf } from './script-authors.ts';
import { validateUnlessPlanEdit } from './validate.ts';

export const taskPlanHandlers: CommandHandlers<TaskPlanCommand['type']> = {
  addTask,
  updateTask,
  copyTask,
  moveTask,
  changeTaskType,
  deleteTask,
};

type Position = number | null | undefined;

interface Container {
  readonly id: string;
  readonly tasks: readonly Task[];
  readonly isOrdered: boolean;
}

/** The phase or group that may take another task. Throws Conflict, Invalid, NotFound. */
function containerOf(before: OutcomeDraft, id: string, release = before.release): Container {
  const phase = release.phases.find((candidate) => candidate.id === id);
  if (phase) {
    if (isClosed(phase.status))
      throw new Conflict(`cannot add a task to phase '${clip(phase.title)}' while it is ${phase.status}`);
    return { id, tasks: phase.tasks, isOrdered: true };
  }
  const taskPosition = findTaskPosition(release, id);
  if (!taskPosition) throw new NotFound(`there is no phase or group '${clip(id)}' in release '${release.id}'`);
  const { task } = taskPosition;
  if (!isGroupType(task.definition.type))
    throw new Invalid(`task '${clip(titleOf(task))}' (${id}) is no group: it cannot contain tasks`);
  if (isEnded(task.run.status)) throw taskStateConflict('add a task to', task);
  if (isLocked(taskPosition) && !mayEditLocked(before))
    throw new Conflict(`cannot add a task to '${clip(titleOf(task))}' (${id}) while it is locked`);
  return { id, tasks: task.tasks, isOrdered: !isParallelGroup(task) };
}

/** Where a task goes: not before one that the flow has reached already. Throws Invalid, Conflict. */
function slotFor({ tasks, isOrdered }: Container, position: Position): number {
  const slot = position ?? tasks.length;
  if (!Number.isInteger(slot) || slot < 0 || slot > tasks.length)
    throw new Invalid(`position: expected a whole number from 0 to ${tasks.length}, got ${slot}`);
  const reached = isOrdered ? tasks.findLastIndex(({ run }) => !isAhead(run.status)) + 1 : 0;
  if (slot < reached)
    throw new Conflict(
      `cannot put a task at position ${slot}: the flow has passed it; the first free position is ${reached}`,
    );
  return slot;
}

/** Where a task is put. */
interface InsertTarget {
  readonly release: Release;
  readonly container: Container;
  readonly slot: number;
}

const insert = ({ context }: OutcomeDraft, { release, container, slot }: InsertTarget, task: Task): Release =>
  validateUnlessPlanEdit(withTasksIn(release, container.id, container.tasks.toSpliced(slot, 0, task)), context);

/** Adds a task to a phase or group. Throws Invalid, Conflict, NotFound. */
function addTask(before: OutcomeDraft, { containerId, task: draft, position }: CommandOf['addTask']): OutcomeDraft {
  const { release, context } = before;
  requireOpen(release, 'add a task');
  const container = containerOf(before, containerId);
  const slot = slotFor(container, position);
  requireExistingTeams([draft], release, context);
  const [resolvedDraft = draft] = withResolvedOwners([draft], context);
  const task = buildTask(resolvedDraft, context.env, textAuthorOf(context));
  return withRelease(
    logTask(before, 'TASK_CREATED', task, 'Created'),
    insert(before, { release, container, slot }, task),
  );
}

/**
 * Changes what a task is planned to do; quiet when nothing differs. A lock, a gate's conditions and
 * its dependencies have commands of their own. Throws Invalid, Conflict, NotFound.
 */
function updateTask(before: OutcomeDraft, { taskId, patch }: CommandOf['updateTask']): OutcomeDraft {
  const { release, context } = before;
  const old = taskOf(release, taskId);
  if (patch.title !== undefined) requireTitle('task', patch.title);
  const { conditions, dependencies, locked, ...allowed } = patch;
  const links = allowed.links === undefined ? {} : { links: buildLinks(allowed.links, old.tasks, context.env) };
  const owner =
    allowed.owner === undefined ? {} : { owner: resolveUsername(allowed.owner, old.definition.owner, context) };
  if (allowed.team !== old.definition.team) requireExistingTeams([{ team: allowed.team ?? null }], release, context);
  const changes = { ...allowed, ...owner, ...links };
  const fields = {
    ...pick(blankTask, changes),
    ...deriveFields(changes, old.definition.uses),
    scriptAuthors: authorsAfter(old.definition, withoutEqualMapping(old, changes), textAuthorOf(context)),
  };
  const passive = pick(blankTaskPassive, allowed);
  const task = updateSchedule(old, withEdits(old, fields, passive), patch);
  if (task === old) return before;
  requireEditable(before, taskId, patch);
  if (!mayEditLocked(before)) requireLinkable(old, task);
  const after = withTask(release, task);
  const detail = changeDescription(
    context,
    { ...old.definition, ...previousTaskTexts(old, passive, context) },
    { ...fields, ...passive },
  );
  const logged = logTask(before, 'TASK_UPDATED', task, 'Updated', detail);
  return withRelease(logged, patch.links === undefined ? after : validateUnlessPlanEdit(after, context));
}

/** A patch without a variable mapping that is the same as before: only a change has an author. */
const withoutEqualMapping = ({ definition: { variableMapping: before } }: Task, patch: TaskPatch): TaskPatch => {
  const { variableMapping, ...others } = patch;
  const isSame = JSON.stringify(variableMapping) === JSON.stringify(before);
  return variableMapping === undefined || isSame ? others : patch;
};

/** Whose a task is may change while it is locked, where its editor may do that. Throws Conflict, NotFound. */
function requireEditable(before: OutcomeDraft, taskId: string, patch: TaskPatch): void {
  const taskPosition = openTaskPosition(before.release, taskId, 'update');
  if (mayEditLocked(before)) return;
  const changes = changedFields(taskPosition.task, patch);
  const reassigns = changes.length > 0 && changes.every((field) => field === 'owner' || field === 'team');
  if (!(reassigns && mayReassignLocked(before))) requireUnlocked(taskPosition, 'update');
}

/** Refuses to make or cut a link of a task that is locked. Throws Conflict. */
function requireLinkable(before: Task, after: Task): void {
  const linkedIds = [...linksMissingIn(before, after), ...linksMissingIn(after, before)].flatMap((link) => [
    link.source,
    link.target,
  ]);
  const locked = before.tasks.find(({ id, definition }) => definition.locked && linkedIds.includes(id));
  if (locked) throw new Conflict(`cannot link task '${clip(titleOf(locked))}' (${locked.id}) while it is locked`);
}

const linksMissingIn = ({ definition }: Task, otherGroup: Task): readonly Link[] =>
  definition.links.filter(
    ({ source, target }) =>
      !otherGroup.definition.links.some((link) => link.source === source && link.target === target),
  );

/**
 * The effect of an edit of the definition on the run: a new start date, also an equal or empty one, ends a
 * postponement, so that the task is checked again. A flag sets `hasBeenFlagged`, and belongs to the editor from now
 * on.
 */
function updateSchedule(before: Task, task: Task, { scheduledStartDate, flagComment }: TaskPatch): Task {
  const { postponedUntil } = before.run;
  const isMoved = postponedUntil !== null && scheduledStartDate !== undefined && scheduledStartDate !== postponedUntil;
  const hasBeenFlagged = before.run.hasBeenFlagged || task.definition.flagStatus !== 'OK';
  const isUnchangedFlag = flagComment === undefined && task.definition.flagStatus === before.definition.flagStatus;
  const flaggedByHand = before.run.flaggedByHand && isUnchangedFlag;
  const isSame = hasBeenFlagged === before.run.hasBeenFlagged && flaggedByHand === before.run.flaggedByHand;
  if (!isMoved && isSame) return task;
  const until = isMoved ? null : postponedUntil;
  return { ...task, run: { ...task.run, hasBeenFlagged, flaggedByHand, postponedUntil: until } };
}

/** Puts a copy of a task, as it was before it ran, into a phase or group. Throws Invalid, Conflict, NotFound. */
function copyTask(
  before: OutcomeDraft,
  { taskId, containerId, position, ids = {} }: CommandOf['copyTask'],
): OutcomeDraft {
  const { release, context } = before;
  requireOpen(release, 'copy a task');
  const taskPosition = taskPositionOf(release, taskId);
  if (!mayEditLocked(before)) requireUnlocked(taskPosition, 'copy');
  const container = containerOf(before, containerId);
  const slot = slotFor(container, position);
  const copy = buildTaskCopy(taskPosition.task, context.env, chosenIds(ids, [...tasksIn([taskPosition.task])]), false);
  const task = { ...copy, definition: { ...copy.definition, title: `${copy.definition.title} (copy)` } };
  return withRelease(
    logTask(before, 'TASK_COPIED', task, 'Created by copying'),
    insert(before, { release, container, slot }, task),
  );
}

/** Moves a planned task within its container or to another one. Throws Invalid, Conflict, NotFound. */
function moveTask(before: OutcomeDraft, { taskId, containerId, position }: CommandOf['moveTask']): OutcomeDraft {
  const { release } = before;
  const taskPosition = editableTaskPosition(before, taskId, 'move');
  const { task } = taskPosition;
  if (task.run.status !== 'PLANNED') throw taskStateConflict('move', task);
  if (
    containerId === taskId ||
    findTaskPosition({ ...release, phases: [{ ...taskPosition.phase, tasks: task.tasks }] }, containerId)
  ) {
    throw new Invalid(`group '${clip(titleOf(task))}' (${taskId}) cannot be moved into itself`);
  }
  const rest = withoutTask(release, taskPosition);
  const container = containerOf(before, containerId, rest);
  const slot = slotFor(container, position);
  return withRelease(
    logTask(before, 'TASK_MOVED', task, 'Moved'),
    insert(before, { release: rest, container, slot }, task),
  );
}

/** Deletes a task that the flow has not reached, with everything in it. Throws Conflict, NotFound. */
function deleteTask(before: OutcomeDraft, { taskId }: CommandOf['deleteTask']): OutcomeDraft {
  const taskPosition = editableTaskPosition(before, taskId, 'delete');
  const { task } = taskPosition;
  if (!isAhead(task.run.status)) throw taskStateConflict('delete', task);
  if (!mayEditLocked(before)) requireUnlockedInside(task, 'delete');
  return withRelease(logTask(before, 'TASK_DELETED', task, 'Deleted'), withoutTask(before.release, taskPosition));
}

/** The plan without this task, and without the links that held on to it. */
function withoutTask(release: Release, taskPosition: TaskPosition): Release {
  const { phase, groups, siblings, index } = taskPosition;
  const taskId = taskPosition.task.id;
  const tasks = siblings.toSpliced(index, 1);
  const group = groups.at(-1);
  if (!group) return withTasksIn(release, phase.id, tasks);
  const links = group.definition.links.filter(({ source, target }) => source !== taskId && target !== taskId);
  const definition = links.length === group.definition.links.length ? group.definition : { ...group.definition, links };
  return withTask(release, { ...group, definition, tasks });
}
