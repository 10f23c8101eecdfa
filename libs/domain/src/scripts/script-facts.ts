import type { FactOf } from '../decision/handlers.ts';
import type { Caller, Command, Outputs, ScriptResult } from '../decision/inputs.ts';
import { addComment, logTask, longestComment } from '../decision/log.ts';
import { type Progress, putRun, putTask } from '../decision/progress.ts';
import { endTask } from '../ending/end.ts';
import { activate } from '../flow/activate.ts';
import { failForGood, failTask } from '../flow/failure.ts';
import { Conflict, Forbidden, Invalid, NotFound } from '../model/errors.ts';
import { missingPermission } from '../model/permissions.ts';
import { findPlace, taskOf, tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { TaskStatus } from '../model/status.ts';
import type { ScriptRun, Task } from '../model/task.ts';
import { neededForCommand } from '../people/needed-permissions.ts';
import { edited } from '../plans/edit.ts';

/** Applies one command; given by the caller, since a script may ask for anything a person may. */
export type ApplyCommand = (before: Progress, command: Command) => Progress;

/** A task that waits for a script, and the run it waits for. */
interface WaitingTask {
  readonly task: Task;
  readonly script: ScriptRun;
}

function waitingFor(release: Release, runId: string): WaitingTask | null {
  for (const task of tasksOf(release)) {
    const { script } = task.run;
    if (script?.id === runId) return { task, script };
  }
  return null;
}

/** The same, unless another attempt has begun since: then the fact is stale. */
function stillWaitingFor(
  release: Release,
  { runId, attempt }: { readonly runId: string; readonly attempt: number },
): WaitingTask | null {
  const waiting = waitingFor(release, runId);
  return waiting?.script.attempt === attempt ? waiting : null;
}

const taken: Partial<Record<TaskStatus, TaskStatus>> = {
  QUEUED: 'IN_PROGRESS',
  FAILURE_HANDLER_QUEUED: 'FAILURE_HANDLER_IN_PROGRESS',
  ABORT_SCRIPT_QUEUED: 'ABORT_SCRIPT_IN_PROGRESS',
};

/**
 * A scheduler takes a script up: the first one, or the next one once the lease of the one before is over. Of several
 * that try at once only one names the next attempt in time; for the others the fact is stale and changes nothing.
 */
export function scriptStarted(before: Progress, { runId, attempt, leaseUntil }: FactOf['scriptStarted']): Progress {
  const { now } = before.context.env;
  const waiting = stillWaitingFor(before.release, { runId, attempt: attempt - 1 });
  if (!waiting || (waiting.script.leaseUntil !== null && waiting.script.leaseUntil > now)) return before;
  const { task, script } = waiting;
  const status = taken[task.run.status];
  const logged =
    status === 'ABORT_SCRIPT_IN_PROGRESS'
      ? logTask(before, 'TASK_ABORT_SCRIPT_STARTED', task, 'Started the abort script of')
      : before;
  return putRun(logged, task, {
    ...(status && { status }),
    script: { ...script, attempt, startedAt: now, leaseUntil },
  });
}

/** A script that could not be run now is given back. */
export function scriptReleased(before: Progress, fact: FactOf['scriptReleased']): Progress {
  const waiting = stillWaitingFor(before.release, fact);
  if (!waiting) return before;
  const { task, script } = waiting;
  return putRun(before, task, { script: { ...script, startedAt: null, leaseUntil: fact.retryAt } });
}

/** A script has ended: what it asked for is done first, then its result counts. */
export function scriptFinished(before: Progress, fact: FactOf['scriptFinished'], apply: ApplyCommand): Progress {
  const waiting = stillWaitingFor(before.release, fact);
  if (!waiting) return before;
  const { task, script } = waiting;
  const { outputs = null } = fact;
  const result = withinComments(fact.result);
  const told = addComment(before, task, result.output);
  const asked: AskedByScript = { actions: fact.actions, by: fact.by ?? null, apply };
  if (script.purpose === 'failureHandler') return handlerFinished(told, task, result, asked);
  const kept = outputs === null ? told : putTask(told, withOutputs(task, outputs));
  const acted = applyAll(kept, task, asked);
  const now = waitingFor(acted.release, script.id);
  return now ? concluded(acted, now.task, script, result) : acted;
}

/** What is put out is no edit: a locked task has it too. From now on it shows, and not what was mapped to its place at the start. */
function withOutputs(task: Task, { names, properties }: Outputs): Task {
  const isOutput = (field: string) => names.includes(field.replace(/^pythonScript\./, ''));
  const mapped = Object.entries(task.run.mapped ?? {}).filter(([field]) => !isOutput(field));
  const next = edited(task, {}, { properties });
  return { ...next, run: { ...next.run, mapped: mapped.length === 0 ? null : Object.fromEntries(mapped) } };
}

/** What a script says is cut to fit a comment, since a fact is never refused. */
function withinComments(result: ScriptResult): ScriptResult {
  const output = result.output?.slice(0, longestComment) ?? null;
  return result.ended === 'well'
    ? { ...result, output }
    : { ...result, output, error: result.error.slice(0, longestComment) };
}

function concluded(before: Progress, task: Task, script: ScriptRun, result: ScriptResult): Progress {
  switch (script.purpose) {
    case 'precondition':
      if (result.ended === 'badly') return failTask(before, task, result.error);
      if (!result.value) return endTask(before, task, 'SKIPPED');
      return activate(putRun(before, task, { script: null }), { ...task, run: { ...task.run, script: null } }, 'start');
    case 'task':
      return result.ended === 'badly' ? failTask(before, task, result.error) : endTask(before, task, 'COMPLETED');
    case 'abort':
    case 'failureHandler': {
      const told = result.ended === 'badly' ? addComment(before, task, result.error) : before;
      return failForGood(putRun(told, task, { failuresCount: task.run.failuresCount + 1 }), task.id);
    }
  }
}

/** A handler acts on its task as if that were FAILED; what it leaves FAILED has failed for good (decisions.md, Flow). */
function handlerFinished(before: Progress, task: Task, result: ScriptResult, asked: AskedByScript): Progress {
  const failed = putRun(before, task, { status: 'FAILED', script: null, endDate: before.context.env.now });
  if (result.ended === 'badly') return failForGood(addComment(failed, task, result.error), task.id);
  const acted = applyAll(failed, taskOf(failed.release, task.id), asked);
  const status = findPlace(acted.release, task.id)?.task.run.status;
  return status === 'FAILED' ? failForGood(acted, task.id) : acted;
}

/** What a script asks for, as whom it runs, and what does it. */
interface AskedByScript extends Required<Pick<FactOf['scriptFinished'], 'actions' | 'by'>> {
  readonly apply: ApplyCommand;
}

/** In the order the script asked; the first refusal ends it and becomes a comment, since a fact is never refused. */
function applyAll(before: Progress, task: Task, { actions, by, apply }: AskedByScript): Progress {
  const { context } = before;
  let acted = before;
  for (const action of actions) {
    try {
      requireMay(before.release, task, action, by);
      acted = { ...apply({ ...acted, context: { ...context, caller: by } }, action), context };
    } catch (refusal) {
      if (!isRefusal(refusal)) throw refusal;
      return addComment(acted, task, `The script asked for what was refused: ${refusal.message}`);
    }
  }
  return acted;
}

const isRefusal = (thrown: unknown): thrown is Error =>
  thrown instanceof Invalid || thrown instanceof Conflict || thrown instanceof NotFound || thrown instanceof Forbidden;

/**
 * Without a user to run as, a script may act on its own task and on release variables only (decisions.md, Scripts);
 * with one it may do besides what REST would let that user do.
 */
function requireMay(release: Release, task: Task, action: Command, by: Caller | null): void {
  if ('taskId' in action && action.taskId === task.id) return;
  if (action.type === 'updateVariable' || action.type === 'addVariable') return;
  if (by === null) throw new Forbidden(`without scriptUsername a script cannot ${action.type}`);
  const permission = neededForCommand[action.type];
  if (!by.may(permission)) throw missingPermission(permission, release.id);
}
