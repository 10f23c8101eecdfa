import { type DecisionContext, usernameIn } from '../decision/context.ts';
import type { Command } from '../decision/inputs.ts';
import { type OutcomeDraft, withRelease } from '../decision/outcome-draft.ts';
import { type PlanChange, recordChangeAuthor, recordStarter } from '../gates/authorship.ts';
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
export function recordAuthorship(before: OutcomeDraft, after: OutcomeDraft, command: Command): OutcomeDraft {
  if (after.release === before.release) return after;
  const author = authorOf(after.context);
  switch (effectOf(command, before.release.variables !== after.release.variables)) {
    case 'none':
      return after;
    case 'start':
      return withRelease(after, recordStarter(after.release, author));
    case 'values':
      return after.context.byScript ? after : recordChangeAuthor(before, after, { by: author, moved: new Set() });
    case 'plan':
      return onlyChangesChecks(before.release, after.release, command)
        ? after
        : recordChangeAuthor(before, after, { by: author, moved: movedBy(command, before.release) });
  }
}

function effectOf(command: Command, changesVariables: boolean): Effect {
  if (command.type === 'completeTask') return changesVariables ? 'values' : 'none';
  const setsValues = command.type === 'changePlan' && command.edits.every(({ type }) => effects[type] === 'values');
  return setsValues ? 'values' : effects[command.type];
}

const authorOf = (context: DecisionContext): PlanChange['by'] => (context.byScript ? null : usernameIn(context));

/** The tasks that a command has moved, with those in them. */
function movedBy(command: Command, release: Release): PlanChange['moved'] {
  const edits = editsOf(command);
  const phases = new Set(edits.flatMap((edit) => (edit.type === 'movePhase' ? edit.phaseId : [])));
  const tasks = new Set(edits.flatMap((edit) => (edit.type === 'moveTask' ? edit.taskId : [])));
  if (phases.size + tasks.size === 0) return tasks;
  const moved = [
    ...release.phases.flatMap((phase) => (phases.has(phase.id) ? phase.tasks : [])),
    ...[...tasksOf(release)].filter(({ id }) => tasks.has(id)),
  ];
  return new Set([...tasksIn(moved)].map(({ id }) => id));
}

const editsOf = (command: Command): readonly Command[] => (command.type === 'changePlan' ? command.edits : [command]);

/** Whether a command only checked or unchecked conditions, or locked tasks. The plan is unchanged then. */
function onlyChangesChecks(before: Release, after: Release, command: Command): boolean {
  const planEdits = editsOf(command).filter(({ type }) => effects[type] !== 'none');
  if (!planEdits.every(({ type }) => type === 'updateCondition')) return false;
  const conditionsAfter = new Set([...tasksOf(after)].map(({ definition }) => definition.conditions));
  return [...tasksOf(before)].every(({ definition }) => conditionsAfter.has(definition.conditions));
}
