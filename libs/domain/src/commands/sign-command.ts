import { type DecisionContext, usernameIn } from '../decision/context.ts';
import type { Command } from '../decision/inputs.ts';
import { type Progress, putRelease } from '../decision/progress.ts';
import { type PlanChange, signedChange, startedAs } from '../gates/sign.ts';
import { tasksIn, tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';

type Effect = 'plan' | 'values' | 'start' | 'none';

/**
 * What a command does to what was approved: it changes the plan, or values in it, takes it further, or starts it.
 * Values that scripts write are the flow's own doing, and no change.
 */
const effects: Readonly<Record<Command['type'], Effect>> = {
  startRelease: 'start',
  addTask: 'plan',
  updateTask: 'plan',
  copyTask: 'plan',
  moveTask: 'plan',
  changeTaskType: 'plan',
  deleteTask: 'plan',
  addCondition: 'plan',
  updateCondition: 'plan',
  deleteCondition: 'plan',
  addDependency: 'plan',
  deleteDependency: 'plan',
  addPhase: 'plan',
  updatePhase: 'plan',
  copyPhase: 'plan',
  movePhase: 'plan',
  deletePhase: 'plan',
  restartRelease: 'plan',
  updateRelease: 'plan',
  replaceVariables: 'plan',
  deleteVariable: 'plan',
  replaceVariable: 'plan',
  changePlan: 'plan',
  addVariable: 'values',
  updateVariable: 'values',
  startTask: 'values',
  /** with values: see `effectOf` */
  completeTask: 'none',
  failTask: 'none',
  skipTask: 'none',
  retryTask: 'none',
  reopenTask: 'none',
  abortTask: 'none',
  startTaskNow: 'none',
  commentTask: 'none',
  attachToTask: 'none',
  detachFromTask: 'none',
  attachToRelease: 'none',
  detachFromRelease: 'none',
  assignTask: 'none',
  lockTask: 'none',
  unlockTask: 'none',
  approveTask: 'none',
  rejectTask: 'none',
  withdrawApproval: 'none',
  resumeRelease: 'none',
  abortRelease: 'none',
  deleteRelease: 'none',
  moveTemplate: 'none',
};

/** What a command has come to, signed by who gave it. Throws Forbidden where a gate would ask for less. */
export function signed(before: Progress, after: Progress, command: Command): Progress {
  if (after.release === before.release) return after;
  const by = authorIn(after.context);
  switch (effectOf(command, before.release.variables !== after.release.variables)) {
    case 'none':
      return after;
    case 'start':
      return putRelease(after, startedAs(after.release, by));
    case 'values':
      return after.context.byScript ? after : signedChange(before, after, { by, moved: new Set() });
    case 'plan':
      return isTick(before.release, after.release, command)
        ? after
        : signedChange(before, after, { by, moved: movedBy(command, before.release) });
  }
}

function effectOf(command: Command, changesVariables: boolean): Effect {
  if (command.type === 'completeTask') return changesVariables ? 'values' : 'none';
  const setsValues = command.type === 'changePlan' && command.edits.every(({ type }) => effects[type] === 'values');
  return setsValues ? 'values' : effects[command.type];
}

const authorIn = (context: DecisionContext): PlanChange['by'] => (context.byScript ? null : usernameIn(context));

/** The tasks that a command has moved, with those in them. */
function movedBy(command: Command, release: Release): PlanChange['moved'] {
  const steps = stepsOf(command);
  const phases = new Set(steps.flatMap((step) => (step.type === 'movePhase' ? step.phaseId : [])));
  const tasks = new Set(steps.flatMap((step) => (step.type === 'moveTask' ? step.taskId : [])));
  if (phases.size + tasks.size === 0) return tasks;
  const moved = [
    ...release.phases.flatMap((phase) => (phases.has(phase.id) ? phase.tasks : [])),
    ...[...tasksOf(release)].filter(({ id }) => tasks.has(id)),
  ];
  return new Set([...tasksIn(moved)].map(({ id }) => id));
}

const stepsOf = (command: Command): readonly Command[] => (command.type === 'changePlan' ? command.edits : [command]);

/** Whether a command only checked or unchecked conditions, or locked tasks. The plan is unchanged then. */
function isTick(before: Release, after: Release, command: Command): boolean {
  const planning = stepsOf(command).filter(({ type }) => effects[type] !== 'none');
  if (!planning.every(({ type }) => type === 'updateCondition')) return false;
  const planned = new Set([...tasksOf(after)].map(({ definition }) => definition.conditions));
  return [...tasksOf(before)].every(({ definition }) => planned.has(definition.conditions));
}
