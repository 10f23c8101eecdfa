import { type DecisionContext, requireAll } from '../decision/context.ts';
import type { CommandOf } from '../decision/handlers.ts';
import type { Caller, Command } from '../decision/inputs.ts';
import { rootFolderId } from '../ids/id-kinds.ts';
import { findTaskPosition, type TaskPosition, tasksIn, tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isTemplate } from '../model/status.ts';
import type { Task } from '../model/task.ts';
import { gateType } from '../model/task-types.ts';
import { inputTaskFor, isGranted, isInTeamOf, isSameUser, mayView, permissionsFor } from './access-attributes.ts';
import {
  neededForCommand,
  neededToChange,
  neededToEditTask,
  neededToReassign,
  neededToReassignLocked,
  neededToTransition,
  neededToViewTask,
  needPermissions,
  type PermissionRequirement,
} from './needed-permissions.ts';
import { refusal } from './refusal.ts';
import { neededForFields, neededForNewTasks } from './task-fields.ts';

/** A command with its caller. */
interface CommandCheck {
  readonly release: Release;
  readonly context: DecisionContext;
  readonly caller: Caller;
  /** the task that it is about, where that is there */
  readonly taskPosition: TaskPosition | undefined;
  /** the running task that lists the variable that it changes, where the caller may complete that task */
  readonly inputTask: Task | undefined;
}

/**
 * Checks each permission that a command requires on this release or template (permissions.md, section 2). Nothing is done
 * if one is missing. A command without a caller is from the product. Throws Forbidden, and NotVisible if the caller may
 * not view the release. Each edit of a plan is checked against the plan before the first one, so that no edit enables
 * the next.
 */
export function requireCommand(release: Release, command: Command, context: DecisionContext): void {
  const { caller } = context;
  if (caller === null) return;
  if (command.type === 'changePlan') {
    requireAll(command.edits.map((edit) => () => requireCommand(release, edit, context)));
    return;
  }
  const taskPosition = taskPositionIn(release, command);
  const inputTask = inputTaskOf(release, command, caller);
  const task = taskPosition?.task ?? inputTask;
  const isPart = 'taskId' in command || 'conditionId' in command || 'dependencyId' in command;
  const isMissing = isPart && task === undefined;
  // A part that does not exist requires only the permission to view the release; the command itself then reports it as
  // missing.
  const allNeeded = isMissing
    ? [neededToViewTask]
    : neededFor(command, { release, context, caller, taskPosition, inputTask });
  const missing = allNeeded.find((needed) => !isGranted(needed, caller, { release, task }));
  if (missing === undefined) {
    if (command.type === 'moveTemplate') requireAtTarget(command, context);
    return;
  }
  const [permission] = permissionsFor(missing, { release });
  const kind = taskPosition ? 'task' : isTemplate(release.status) ? 'template' : 'release';
  throw refusal({
    permission,
    what: kind,
    id: taskPosition?.task.id ?? release.id,
    mayView: mayView(caller, { release, task }),
  });
}

/**
 * Requires the permission to skip each task before the one from which a release restarts. If there are gates among them, the
 * stored author of a script needs it, too. Throws Forbidden, NotVisible.
 */
export function requireSkipping(
  release: Release,
  tasks: readonly Task[],
  { caller, scriptAuthor }: Pick<DecisionContext, 'caller' | 'scriptAuthor'>,
): void {
  const needed = neededForCommand.skipTask;
  const hasGates = [...tasksIn(tasks)].some(({ definition }) => definition.type === gateType);
  if (scriptAuthor && hasGates) requireSkipping(release, tasks, { caller: scriptAuthor, scriptAuthor: undefined });
  const missing = caller && tasks.find((task) => !isGranted(needed, caller, { release, task }));
  if (!missing) return;
  const [permission] = permissionsFor(needed, { release });
  throw refusal({ permission, what: 'release', id: release.id, mayView: mayView(caller, { release }) });
}

/**
 * A template goes only where its mover may edit templates, too, or at the top make them; and its teams are added only to those
 * that they may change. Throws Forbidden, and NotVisible of the folder.
 */
function requireAtTarget(
  { folderId, mergePermissions }: CommandOf['moveTemplate'],
  { callerAtTarget }: DecisionContext,
): void {
  const edit = folderId === rootFolderId ? neededToChange.newTemplate : neededToChange.template;
  const permission = [edit, ...(mergePermissions ? [neededToChange.folderTeams] : [])].find(
    (candidate) => !callerAtTarget?.may(candidate),
  );
  if (permission === undefined) return;
  throw refusal({ permission, what: 'folder', id: folderId, mayView: callerAtTarget?.may('folder#view') ?? false });
}

/** Whether a command changes only the value of a variable. */
const setsValueOnly = ({ patch }: CommandOf['updateVariable']): boolean =>
  Object.keys(patch).every((name) => name === 'value');

const inputTaskOf = (release: Release, command: Command, caller: Caller): Task | undefined =>
  command.type === 'updateVariable' ? inputTaskFor(release, command.variableId, caller) : undefined;

/** The task that a command names, by its id or by that of a condition or dependency. */
function taskPositionIn(release: Release, command: Command): TaskPosition | undefined {
  if ('taskId' in command) return findTaskPosition(release, command.taskId);
  if ('conditionId' in command) return taskPositionWithPart(release, 'conditions', command.conditionId);
  if ('dependencyId' in command) return taskPositionWithPart(release, 'dependencies', command.dependencyId);
  return undefined;
}

function taskPositionWithPart(
  release: Release,
  parts: 'conditions' | 'dependencies',
  id: string,
): TaskPosition | undefined {
  for (const task of tasksOf(release)) {
    if (task.definition[parts].some((part) => part.id === id)) return findTaskPosition(release, task.id);
  }
  return undefined;
}

/** All that a command takes. */
function neededFor(command: Command, check: CommandCheck): readonly PermissionRequirement[] {
  const { taskPosition } = check;
  if (taskPosition !== undefined) {
    const { task } = taskPosition;
    if (command.type === 'completeTask' || command.type === 'skipTask') {
      return [task.run.status === 'PLANNED' ? neededForCommand[command.type] : neededToTransition];
    }
    if (command.type === 'updateCondition') return neededForCondition(command, task);
    if (command.type === 'assignTask') return [neededForAssignment(command, check, taskPosition)];
    if (command.type === 'updateTask') return neededForUpdate(command, check, taskPosition);
  }
  if (command.type === 'updateVariable' && check.inputTask !== undefined && setsValueOnly(command)) return [];
  const needed = neededForCommand[command.type];
  if (command.type === 'addTask') return [needed, ...neededForNewTasks([command.task])];
  return command.type === 'addPhase' ? [needed, ...neededForNewTasks(command.phase.tasks ?? [])] : [needed];
}

function neededForCondition(command: CommandOf['updateCondition'], task: Task): readonly PermissionRequirement[] {
  const { conditionId, title, checked, position } = command;
  const index = task.definition.conditions.findIndex(({ id }) => id === conditionId);
  const renames = title !== undefined && title !== task.definition.conditions[index]?.title;
  const moves = position !== undefined && position !== index;
  const changesCheck = checked !== undefined && checked !== task.run.checked.includes(conditionId);
  const all = [...(renames || moves ? [neededToEditTask] : []), ...(changesCheck ? [neededToTransition] : [])];
  return all.length > 0 ? all : [neededToViewTask];
}

const neededForSelfAssignment = needPermissions('release#task_transition', 'release#reassign_task');

const neededForReassignment = ({ task, groups }: TaskPosition): PermissionRequirement =>
  [...groups, task].some(({ definition }) => definition.locked) ? neededToReassignLocked : neededToReassign;

function neededForAssignment(
  { owner }: CommandOf['assignTask'],
  { caller, release }: CommandCheck,
  taskPosition: TaskPosition,
): PermissionRequirement {
  const { definition } = taskPosition.task;
  if (owner === definition.owner) return neededToViewTask;
  const needed = neededForReassignment(taskPosition);
  if (needed === neededToReassignLocked || !isSameUser(owner, caller.username)) return needed;
  return !isTemplate(release.status) && isInTeamOf(caller, definition) ? neededToViewTask : neededForSelfAssignment;
}

function neededForUpdate(
  { patch }: CommandOf['updateTask'],
  { caller, context }: CommandCheck,
  taskPosition: TaskPosition,
): readonly PermissionRequirement[] {
  const update = { caller, data: context.env.data, reassign: neededForReassignment(taskPosition) };
  const needed = neededForFields(taskPosition.task, patch, update);
  return needed.length > 0 ? needed : [neededToViewTask];
}
