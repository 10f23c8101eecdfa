import { activate } from '../activate.ts';
import { endTask } from '../end.ts';
import { Conflict, Forbidden, Invalid, NotFound } from '../errors.ts';
import { failForGood, failTask } from '../failure.ts';
import type { Command, ScriptAction, ScriptResult } from '../inputs.ts';
import type { Release } from '../model/release.ts';
import type { TaskStatus } from '../model/status.ts';
import type { ScriptRun, Task } from '../model/task.ts';
import { findPlace, taskOf, tasksOf, withRun } from '../plan.ts';
import { comment, logTask, longestComment, type Turn } from '../turn.ts';

/** Applies one command; given by the caller, since a script may ask for anything a person may. */
export type Apply = (release: Release, command: Command, turn: Turn) => Release;

function taskWith(release: Release, runId: string): Task | undefined {
  for (const task of tasksOf(release)) {
    if (task.run.script?.id === runId) return task;
  }
  return undefined;
}

/** A runner has taken up a script that was queued; stale news changes nothing. */
export function scriptStarted(release: Release, runId: string, turn: Turn): Release {
  const task = taskWith(release, runId);
  const next: Partial<Record<TaskStatus, TaskStatus>> = {
    QUEUED: 'IN_PROGRESS',
    FAILURE_HANDLER_QUEUED: 'FAILURE_HANDLER_IN_PROGRESS',
    ABORT_SCRIPT_QUEUED: 'ABORT_SCRIPT_IN_PROGRESS',
  };
  const status = task && next[task.run.status];
  if (!task || !status) return release;
  if (status === 'ABORT_SCRIPT_IN_PROGRESS')
    logTask(turn, 'TASK_ABORT_SCRIPT_STARTED', task, 'Started the abort script of');
  return withRun(release, task, { status });
}

/** A script has ended: what it asked for is done first, then its result counts; a stale answer changes nothing. */
export function scriptFinished(
  release: Release,
  runId: string,
  reported: ScriptResult,
  actions: readonly ScriptAction[],
  apply: Apply,
  turn: Turn,
): Release {
  const task = taskWith(release, runId);
  const script = task?.run.script;
  if (!task || !script) return release;
  const result = withinComments(reported);
  comment(turn, task, result.output);
  if (script.purpose === 'failureHandler') return handlerFinished(release, task, result, actions, apply, turn);
  const acted = applyAll(release, task, actions, apply, turn);
  const now = taskWith(acted, runId);
  return now ? concluded(acted, now, script, result, turn) : acted;
}

/** What a script says is cut to fit a comment, since a fact is never refused. */
function withinComments(result: ScriptResult): ScriptResult {
  const output = result.output?.slice(0, longestComment) ?? null;
  return result.ended === 'well'
    ? { ...result, output }
    : { ...result, output, error: result.error.slice(0, longestComment) };
}

function concluded(release: Release, task: Task, script: ScriptRun, result: ScriptResult, turn: Turn): Release {
  switch (script.purpose) {
    case 'precondition':
      if (result.ended === 'badly') return failTask(release, task, result.error, turn);
      if (!result.value) return endTask(release, task, 'SKIPPED', turn);
      return activate(
        withRun(release, task, { script: null }),
        { ...task, run: { ...task.run, script: null } },
        'start',
        turn,
      );
    case 'task':
      return result.ended === 'badly'
        ? failTask(release, task, result.error, turn)
        : endTask(release, task, 'COMPLETED', turn);
    case 'abort':
    case 'failureHandler': {
      if (result.ended === 'badly') comment(turn, task, result.error);
      return failForGood(withRun(release, task, { failuresCount: task.run.failuresCount + 1 }), task.id, turn);
    }
  }
}

/** A handler acts on its task as if that were FAILED; what it leaves FAILED has failed for good (decisions.md, Flow). */
function handlerFinished(
  release: Release,
  task: Task,
  result: ScriptResult,
  actions: readonly ScriptAction[],
  apply: Apply,
  turn: Turn,
): Release {
  const failed = withRun(release, task, { status: 'FAILED', script: null, endDate: turn.env.now });
  if (result.ended === 'badly') {
    comment(turn, task, result.error);
    return failForGood(failed, task.id, turn);
  }
  const acted = applyAll(failed, taskOf(failed, task.id), actions, apply, turn);
  const status = findPlace(acted, task.id)?.task.run.status;
  return status === 'FAILED' ? failForGood(acted, task.id, turn) : acted;
}

/** In the order the script asked; the first refusal ends it and is told in a comment, since a fact is never refused. */
function applyAll(release: Release, task: Task, actions: readonly ScriptAction[], apply: Apply, turn: Turn): Release {
  let acted = release;
  for (const action of actions) {
    try {
      requireOwn(release, task, action);
      acted = apply(acted, action, turn);
    } catch (refusal) {
      if (!isRefusal(refusal)) throw refusal;
      comment(turn, task, `The script asked for what was refused: ${refusal.message}`);
      return acted;
    }
  }
  return acted;
}

const isRefusal = (thrown: unknown): thrown is Error =>
  thrown instanceof Invalid || thrown instanceof Conflict || thrown instanceof NotFound || thrown instanceof Forbidden;

/** Without a user to run as, a script may act on its own task and on release variables only (decisions.md, Scripts). */
function requireOwn(release: Release, task: Task, action: ScriptAction): void {
  if (release.scriptUsername !== null) return;
  if ('taskId' in action && action.taskId === task.id) return;
  if (action.type === 'updateVariable' || action.type === 'addVariable') return;
  throw new Forbidden(`without scriptUsername a script cannot ${action.type}`);
}
