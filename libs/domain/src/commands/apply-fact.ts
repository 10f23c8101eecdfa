import type { FactHandlers } from '../decision/handlers.ts';
import { log, taskEntry } from '../decision/log.ts';
import type { LogEntry } from '../decision/outcome.ts';
import { type OutcomeDraft, withRelease } from '../decision/outcome-draft.ts';
import { mailAccepted, mailClaimed, mailRejected, mailRestored } from '../flow/send-mail.ts';
import { message } from '../messages/message.ts';
import { Forbidden } from '../model/errors.ts';
import { mapPlan } from '../model/plan.ts';
import { isEnded } from '../model/status.ts';
import type { Task } from '../model/task.ts';
import { retarget } from '../plans/build.ts';
import {
  scriptCanceled,
  scriptLeaseRenewed,
  scriptReleased,
  scriptSleeps,
  scriptStarted,
} from '../scripts/script-claims.ts';
import { scriptFinished, scriptScheduled } from '../scripts/script-ends.ts';
import { executeCommand } from './apply-command.ts';
import type { Command, Fact } from './registry.ts';
import { requireCommand } from './require-command.ts';
import { requireScriptAuthor } from './script-author.ts';

const handlers: FactHandlers<Command> = {
  timePassed: (before) => before,
  targetsChanged: (before) => before,
  targetsMoved: followTargets,
  scriptStarted,
  scriptReleased,
  scriptLeaseRenewed,
  scriptSleeps,
  scriptCanceled,
  scriptScheduled: (before, fact) => scriptScheduled(before, fact, applyAction),
  scriptFinished: (before, fact) => scriptFinished(before, fact, applyAction),
  mailClaimed,
  mailAccepted,
  mailRejected,
  mailRestored,
};

type FactOf = { readonly [T in Fact['type']]: Extract<Fact, { type: T }> };

const runHandler = <T extends Fact['type']>(before: OutcomeDraft, type: T, fact: FactOf[T]): OutcomeDraft =>
  handlers[type](before, fact);

/** Applies a fact. An outdated fact changes nothing. */
export const applyFact = (before: OutcomeDraft, fact: Fact): OutcomeDraft =>
  before.release.archived ? before : runHandler(before, fact.type, fact);

function applyAction(before: OutcomeDraft, task: Task, action: Command): OutcomeDraft {
  requireActionAllowed(before, task, action);
  return executeCommand(before, action);
}

/**
 * A script without a run-as user can change only its own task and release variables (compatibility.md, Scripts). With a
 * run-as user, it can also do what REST allows this user. Changes of gates also require the permission of its stored
 * author.
 */
function requireActionAllowed(before: OutcomeDraft, task: Task, action: Command): void {
  requireScriptAuthor(before.release, action, before.context);
  if ('taskId' in action && action.taskId === task.id) return;
  if (action.type === 'updateVariable' || action.type === 'addVariable') return;
  if (before.context.caller === null) throw new Forbidden(message('script.withoutRunAs', { action: action.type }));
  requireCommand(before.release, action, before.context);
}

/** Replaces the targets of open gates by their copies, after a restart has copied them. */
function followTargets(before: OutcomeDraft, { moves }: Extract<Fact, { type: 'targetsMoved' }>): OutcomeDraft {
  const newIds = new Map(moves.map(({ from, to }) => [from, to]));
  const entries: LogEntry[] = [];
  const release = mapPlan(before.release, (task) => {
    const retargetedTask = isEnded(task.run.status) ? task : retarget(task, newIds);
    if (retargetedTask === task) return task;
    entries.push(taskEntry(before.context, 'DEPENDENCY_UPDATED', task, 'activity.dependencyMoved'));
    return retargetedTask;
  });
  return withRelease(log(before, entries), release);
}
