import type { Caller, Command, Fact, Outputs, ScriptAction, ScriptResult } from '../decision/inputs.ts';
import { comment, logTask, longestComment, type Turn } from '../decision/turn.ts';
import { endTask } from '../ending/end.ts';
import { activate } from '../flow/activate.ts';
import { failForGood, failTask } from '../flow/failure.ts';
import { Conflict, Forbidden, Invalid, NotFound } from '../model/errors.ts';
import { missingPermission } from '../model/permissions.ts';
import { findPlace, taskOf, tasksOf, withRun, withTask } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { TaskStatus } from '../model/status.ts';
import type { ScriptRun, Task } from '../model/task.ts';
import { edited } from '../plans/edit.ts';
import { permissionFor } from './script-permission.ts';

/** Applies one command; given by the caller, since a script may ask for anything a person may. */
export type Apply = (release: Release, command: Command, turn: Turn) => Release;

type News<T extends Fact['type']> = Extract<Fact, { type: T }>;

interface Asked {
  readonly task: Task;
  readonly script: ScriptRun;
}

/** The task that waits for this run, with the run as it stands. */
function asking(release: Release, runId: string): Asked | null {
  for (const task of tasksOf(release)) {
    const { script } = task.run;
    if (script?.id === runId) return { task, script };
  }
  return null;
}

/** The same, unless another attempt has begun since: then the news is stale. */
function askingStill(release: Release, { runId, attempt }: { readonly runId: string; readonly attempt: number }) {
  const asked = asking(release, runId);
  return asked?.script.attempt === attempt ? asked : null;
}

const taken: Partial<Record<TaskStatus, TaskStatus>> = {
  QUEUED: 'IN_PROGRESS',
  FAILURE_HANDLER_QUEUED: 'FAILURE_HANDLER_IN_PROGRESS',
  ABORT_SCRIPT_QUEUED: 'ABORT_SCRIPT_IN_PROGRESS',
};

/**
 * Somebody takes a script up: the first one, or the next one once the lease of the one before is over. Of several who
 * try at once only one names the next attempt in time; for the others the news is stale and changes nothing.
 */
export function scriptStarted(release: Release, news: News<'scriptStarted'>, turn: Turn): Release {
  const { runId, attempt, leaseUntil } = news;
  const { now } = turn.env;
  const asked = askingStill(release, { runId, attempt: attempt - 1 });
  if (!asked || (asked.script.leaseUntil !== null && asked.script.leaseUntil > now)) return release;
  const { task, script } = asked;
  const status = taken[task.run.status];
  if (status === 'ABORT_SCRIPT_IN_PROGRESS')
    logTask(turn, 'TASK_ABORT_SCRIPT_STARTED', task, 'Started the abort script of');
  return withRun(release, task, {
    ...(status && { status }),
    script: { ...script, attempt, startedAt: now, leaseUntil },
  });
}

/** A script that could not be run now is given back; stale news changes nothing. */
export function scriptReleased(release: Release, news: News<'scriptReleased'>): Release {
  const asked = askingStill(release, news);
  if (!asked) return release;
  const { task, script } = asked;
  return withRun(release, task, { script: { ...script, startedAt: null, leaseUntil: news.retryAt } });
}

/** A script has ended: what it asked for is done first, then its result counts; a stale answer changes nothing. */
export function scriptFinished(release: Release, news: News<'scriptFinished'>, apply: Apply, turn: Turn): Release {
  const asked = askingStill(release, news);
  if (!asked) return release;
  const { task, script } = asked;
  const { actions, by = null, outputs = null } = news;
  const result = withinComments(news.result);
  comment(turn, task, result.output);
  if (script.purpose === 'failureHandler') return handlerFinished(release, task, result, { actions, by }, apply, turn);
  const kept = outputs === null ? release : withTask(release, withOutputs(task, outputs));
  const acted = applyAll(kept, task, { actions, by }, apply, turn);
  const now = asking(acted, script.id);
  return now ? concluded(acted, now.task, script, result, turn) : acted;
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
  asked: Wishes,
  apply: Apply,
  turn: Turn,
): Release {
  const failed = withRun(release, task, { status: 'FAILED', script: null, endDate: turn.env.now });
  if (result.ended === 'badly') {
    comment(turn, task, result.error);
    return failForGood(failed, task.id, turn);
  }
  const acted = applyAll(failed, taskOf(failed, task.id), asked, apply, turn);
  const status = findPlace(acted, task.id)?.task.run.status;
  return status === 'FAILED' ? failForGood(acted, task.id, turn) : acted;
}

/** In the order the script asked; the first refusal ends it and is told in a comment, since a fact is never refused. */
function applyAll(release: Release, task: Task, { actions, by }: Wishes, apply: Apply, turn: Turn): Release {
  let acted = release;
  for (const action of actions) {
    try {
      requireMay(release, task, action, by);
      acted = apply(acted, action, { ...turn, caller: by });
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

/** What a script wants, and as whom it runs. */
type Wishes = Required<Pick<News<'scriptFinished'>, 'actions' | 'by'>>;

/**
 * Without a user to run as, a script may act on its own task and on release variables only (decisions.md, Scripts);
 * with one it may do besides what REST would let that user do.
 */
function requireMay(release: Release, task: Task, action: ScriptAction, by: Caller | null): void {
  if ('taskId' in action && action.taskId === task.id) return;
  if (action.type === 'updateVariable' || action.type === 'addVariable') return;
  if (by === null) throw new Forbidden(`without scriptUsername a script cannot ${action.type}`);
  const permission = permissionFor(action);
  if (!by.may(permission)) throw missingPermission(permission, release.id);
}
