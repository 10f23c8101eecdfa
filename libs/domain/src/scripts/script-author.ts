import { type DecisionContext, requireAll } from '../decision/context.ts';
import type { CommandOf } from '../decision/handlers.ts';
import type { Command } from '../decision/inputs.ts';
import { clip, Forbidden, NotFound } from '../model/errors.ts';
import { findTaskPosition, tasksIn, tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { gateType } from '../model/task-types.ts';
import { requireCommand } from '../people/require-command.ts';
import { changedFields } from '../people/task-fields.ts';

/**
 * Requires the permissions of a guarded command for the stored author of a script. Guarded commands change, complete or skip
 * gates, or change teams or the run-as user. An author cannot use permissions of the run-as user for them. A script
 * without a stored author keeps its rights here; only `requireMayBypassGate` refuses it. Throws Forbidden, MissingData.
 */
export function requireScriptAuthor(release: Release, command: Command, context: DecisionContext): void {
  const { scriptAuthor } = context;
  if (!scriptAuthor) return;
  if (command.type === 'changePlan') {
    requireAll(command.edits.map((edit) => () => requireScriptAuthor(release, edit, context)));
    return;
  }
  if (!isGuarded(release, command.type, command)) return;
  const callerAtTarget = context.callerAtTarget?.scriptAuthor ?? null;
  try {
    requireCommand(release, command, { ...context, caller: scriptAuthor, callerAtTarget });
  } catch (error) {
    if (!(error instanceof Forbidden || error instanceof NotFound)) throw error;
    const { username } = scriptAuthor;
    throw new Forbidden(
      `${command.type} by a script takes the permission of its author '${clip(username)}', too: ${error.message}`,
    );
  }
}

const isGate = ({ definition }: Task): boolean => definition.type === gateType;

const containsGate = (tasks: readonly Task[]): boolean => [...tasksIn(tasks)].some(isGate);

const isGateTask = (release: Release, taskId: string): boolean => {
  const taskPosition = findTaskPosition(release, taskId);
  return taskPosition !== undefined && isGate(taskPosition.task);
};

const containsGateTask = (release: Release, taskId: string): boolean => {
  const taskPosition = findTaskPosition(release, taskId);
  return taskPosition !== undefined && containsGate([taskPosition.task]);
};

const gateInPhase = (release: Release, phaseId: string): boolean =>
  release.phases.some(({ id, tasks }) => id === phaseId && containsGate(tasks));

/** Fields for the assignment and flags of a gate, which do not affect its requirements. */
const unguarded: ReadonlySet<string> = new Set(['owner', 'team', 'flagStatus', 'flagComment', 'watchers']);

function isGuardedUpdate(release: Release, { taskId, patch }: CommandOf['updateTask']): boolean {
  const task = findTaskPosition(release, taskId)?.task;
  if (task === undefined) return false;
  const fields = changedFields(task, patch);
  if (isGate(task)) return fields.some((field) => !unguarded.has(field));
  // the precondition of a group decides whether the gates in it are needed
  return fields.includes('precondition') && containsGate([task]);
}

const onGate = (release: Release, { taskId }: { readonly taskId: string }): boolean => isGateTask(release, taskId);
const onGateOrGroup = (release: Release, { taskId }: { readonly taskId: string }): boolean =>
  containsGateTask(release, taskId);
const onPhase = (release: Release, { phaseId }: { readonly phaseId: string }): boolean => gateInPhase(release, phaseId);
/** Only gates have conditions and dependencies. */
const onPart = (release: Release): boolean => [...tasksOf(release)].some(isGate);
const never = (): boolean => false;

/** A change of a plan is checked edit by edit. */
type SingleCommand = Exclude<Command['type'], 'changePlan'>;
type Guards = { readonly [T in SingleCommand]: (release: Release, command: CommandOf[T]) => boolean };

/** Whether a command of a script also requires the permission of the script's author. */
const guards: Guards = {
  updateTask: isGuardedUpdate,
  changeTaskType: onGate,
  completeTask: onGate,
  lockTask: onGate,
  unlockTask: onGate,
  addCondition: onGate,
  addDependency: onGate,
  skipTask: onGateOrGroup,
  moveTask: onGateOrGroup,
  deleteTask: onGateOrGroup,
  updateCondition: onPart,
  deleteCondition: onPart,
  deleteDependency: onPart,
  movePhase: onPhase,
  deletePhase: onPhase,
  updateRelease: (_, { patch }) => patch.scriptUsername !== undefined || patch.scriptUserPassword !== undefined,
  moveTemplate: (_, { mergePermissions }) => mergePermissions === true,
  /** `requireSkipping` and `requireMayBypassGate` look at the gates that it passes over */
  restartRelease: never,
  addTask: never,
  copyTask: never,
  assignTask: never,
  failTask: never,
  retryTask: never,
  reopenTask: never,
  abortTask: never,
  startTask: never,
  startTaskNow: never,
  commentTask: never,
  approveTask: never,
  rejectTask: never,
  withdrawApproval: never,
  attachToTask: never,
  detachFromTask: never,
  attachToRelease: never,
  detachFromRelease: never,
  addPhase: never,
  updatePhase: never,
  copyPhase: never,
  startRelease: never,
  abortRelease: never,
  resumeRelease: never,
  deleteRelease: never,
  addVariable: never,
  updateVariable: never,
  replaceVariables: never,
  replaceVariable: never,
  deleteVariable: never,
};

function isGuarded<T extends SingleCommand>(release: Release, type: T, command: CommandOf[T]): boolean {
  return guards[type](release, command);
}
