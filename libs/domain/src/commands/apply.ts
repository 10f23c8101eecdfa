import type {
  Command,
  Fact,
  GateCommand,
  PhaseCommand,
  ReleaseCommand,
  TaskCommand,
  TaskPlanCommand,
} from '../decision/inputs.ts';
import { comment, type Turn } from '../decision/turn.ts';
import { abortRelease, resumeRelease, startRelease } from '../flow/release-transitions.ts';
import { abortTask, complete, fail, reopen, retry, skip, startNow } from '../flow/transitions.ts';
import {
  addCondition,
  addDependency,
  deleteCondition,
  deleteDependency,
  follow,
  updateCondition,
} from '../gates/edit-gate.ts';
import { Conflict } from '../model/errors.ts';
import { placeOf, taskOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { changeTaskType } from '../plans/change-type.ts';
import { assign, setLock } from '../plans/edit.ts';
import { cannot, requireOpen, requireRelease } from '../plans/guards.ts';
import { addPhase, copyPhase, deletePhase, movePhase, updatePhase } from '../plans/phases.ts';
import { deleteRelease, moveTemplate, updateRelease } from '../plans/releases.ts';
import { addTask, copyTask, deleteTask, moveTask, updateTask } from '../plans/tasks.ts';
import { restartRelease } from '../restart/restart.ts';
import { scriptFinished, scriptReleased, scriptStarted } from '../scripts/script-facts.ts';
import {
  addVariable,
  deleteVariable,
  replaceVariables,
  setValues,
  updateVariable,
} from '../variables/edit-variables.ts';
import { replaceVariable } from '../variables/replace-variable.ts';
import { missingKeys } from '../variables/variables.ts';

const taskCommands = [
  'completeTask',
  'failTask',
  'skipTask',
  'retryTask',
  'reopenTask',
  'abortTask',
  'startTaskNow',
  'commentTask',
  'startTask',
  'assignTask',
  'lockTask',
  'unlockTask',
] as const;
const taskPlanCommands = ['addTask', 'updateTask', 'copyTask', 'moveTask', 'changeTaskType', 'deleteTask'] as const;
const gateCommands = [
  'addCondition',
  'updateCondition',
  'deleteCondition',
  'addDependency',
  'deleteDependency',
] as const;
const phaseCommands = ['addPhase', 'updatePhase', 'copyPhase', 'movePhase', 'deletePhase'] as const;

const isOneOf = <T extends Command['type']>(
  types: readonly T[],
  command: Command,
): command is Extract<Command, { type: T }> => types.some((type) => type === command.type);

/** The direct answer to a command; what follows from it is left to settle(). Throws what the command may be refused with. */
export function obey(release: Release, command: Command, turn: Turn): Release {
  if (release.archived) throw new Conflict(`release '${release.id}' is archived and cannot be changed`);
  if (isOneOf(taskCommands, command)) return obeyTask(release, command, turn);
  if (isOneOf(taskPlanCommands, command)) return obeyTaskPlan(release, command, turn);
  if (isOneOf(gateCommands, command)) return obeyGate(release, command, turn);
  if (isOneOf(phaseCommands, command)) return obeyPhase(release, command, turn);
  return obeyRelease(release, command, turn);
}

function obeyTask(release: Release, command: TaskCommand, turn: Turn): Release {
  const { taskId } = command;
  switch (command.type) {
    case 'completeTask':
      return complete(release, taskId, command.comment, turn);
    case 'failTask':
      return fail(release, taskId, command.comment, turn);
    case 'skipTask':
      return skip(release, taskId, command.comment, turn);
    case 'retryTask':
      return retry(release, taskId, command.comment, turn);
    case 'reopenTask':
      return reopen(release, taskId, command.comment, turn);
    case 'abortTask':
      return abortTask(release, taskId, command.comment, turn);
    case 'startTaskNow':
      return startNow(release, taskId, command.comment, turn);
    case 'commentTask':
      comment(turn, taskOf(release, taskId), command.comment);
      return release;
    case 'startTask':
      return startTask(release, taskId, command.values, turn);
    case 'assignTask':
      requireOpen(release, 'assign a task');
      return assign(release, placeOf(release, taskId), command.owner, turn);
    case 'lockTask':
    case 'unlockTask':
      requireOpen(release, 'lock a task');
      return setLock(release, taskOf(release, taskId), command.type === 'lockTask', turn);
  }
}

/** Gives a task that waits for input its values; it starts when the plan settles. Throws Conflict, Invalid, NotFound. */
function startTask(release: Release, taskId: string, values: Parameters<typeof setValues>[1], turn: Turn): Release {
  requireRelease(release, 'start a task');
  const task = taskOf(release, taskId);
  if (task.run.status !== 'WAITING_FOR_INPUT') throw cannot('start', task);
  const filled = setValues(release, values, turn);
  const missing = missingKeys(filled, task);
  if (missing.length > 0) throw new Conflict(`cannot start task '${taskId}': ${missing.join(', ')} has no value`);
  return filled;
}

function obeyTaskPlan(release: Release, command: TaskPlanCommand, turn: Turn): Release {
  switch (command.type) {
    case 'addTask':
      return addTask(release, command.containerId, command.task, command.position, turn);
    case 'updateTask':
      return updateTask(release, command.taskId, command.patch, turn);
    case 'copyTask':
      return copyTask(release, command.taskId, command.containerId, command.position, turn);
    case 'moveTask':
      return moveTask(release, command.taskId, command.containerId, command.position, turn);
    case 'changeTaskType':
      return changeTaskType(release, command.taskId, command.targetType, turn);
    case 'deleteTask':
      return deleteTask(release, command.taskId, turn);
  }
}

function obeyGate(release: Release, command: GateCommand, turn: Turn): Release {
  switch (command.type) {
    case 'addCondition':
      return addCondition(release, command.taskId, command.title, command.checked, turn);
    case 'updateCondition':
      return updateCondition(release, command.conditionId, command.title, command.checked, turn);
    case 'deleteCondition':
      return deleteCondition(release, command.conditionId, turn);
    case 'addDependency':
      return addDependency(release, command.taskId, command.target, turn);
    case 'deleteDependency':
      return deleteDependency(release, command.dependencyId, turn);
  }
}

function obeyPhase(release: Release, command: PhaseCommand, turn: Turn): Release {
  switch (command.type) {
    case 'addPhase':
      return addPhase(release, command.phase, command.position, turn);
    case 'updatePhase':
      return updatePhase(release, command.phaseId, command.patch, turn);
    case 'copyPhase':
      return copyPhase(release, command.phaseId, command.targetPosition, turn);
    case 'movePhase':
      return movePhase(release, command.phaseId, command.position, turn);
    case 'deletePhase':
      return deletePhase(release, command.phaseId, turn);
  }
}

function obeyRelease(release: Release, command: ReleaseCommand, turn: Turn): Release {
  switch (command.type) {
    case 'startRelease':
      return startRelease(release, turn);
    case 'abortRelease':
      return abortRelease(release, command.abortComment, turn);
    case 'resumeRelease':
      return resumeRelease(release, turn);
    case 'restartRelease':
      return restartRelease(release, { ...command, fromTaskId: command.fromTaskId ?? null }, turn);
    case 'updateRelease':
      return updateRelease(release, command.patch, turn);
    case 'deleteRelease':
      return deleteRelease(release);
    case 'addVariable':
      return addVariable(release, command.variable, turn);
    case 'updateVariable':
      return updateVariable(release, command.variableId, command.patch, turn);
    case 'replaceVariables':
      return replaceVariables(release, command.variables, turn);
    case 'deleteVariable':
      return deleteVariable(release, command.variableId, turn);
    case 'replaceVariable':
      return replaceVariable(release, command.variableId, command.by, turn);
    case 'moveTemplate':
      return moveTemplate(release, command.folderId, turn);
  }
}

/** The direct answer to a fact; a stale one changes nothing. */
export function hear(release: Release, fact: Fact, turn: Turn): Release {
  if (release.archived) return release;
  switch (fact.type) {
    case 'timePassed':
    case 'targetsChanged':
      return release;
    case 'targetsMoved':
      return follow(release, fact.moves, turn);
    case 'scriptStarted':
      return scriptStarted(release, fact, turn);
    case 'scriptReleased':
      return scriptReleased(release, fact);
    case 'scriptFinished':
      return scriptFinished(release, fact, obey, turn);
  }
}
