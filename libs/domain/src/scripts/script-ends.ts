import { afterEvent } from '../decision/cause.ts';
import type { FactOf } from '../decision/handlers.ts';
import type { Outputs } from '../decision/inputs.ts';
import { addComment, logTask, longestComment } from '../decision/log.ts';
import { type Progress, putRun, putTask } from '../decision/progress.ts';
import type { ScriptResult } from '../decision/script-result.ts';
import { endTask } from '../ending/end.ts';
import { activate } from '../flow/activate.ts';
import { failForGood, failTask } from '../flow/failure.ts';
import { newScript } from '../flow/new-script.ts';
import { clip, cut } from '../model/errors.ts';
import { findPlace, taskOf, titleOf } from '../model/plan.ts';
import type { ScriptRun, Task } from '../model/task.ts';
import { edited } from '../plans/edit.ts';
import { type ApplyCommand, type AskedByScript, applyActions } from './apply-actions.ts';
import { logRequests } from './log-requests.ts';
import { stillWaitingFor, type WaitingTask, waitingFor } from './waiting-task.ts';

/** A script has ended: its actions are applied first, then its result. */
export function scriptFinished(before: Progress, fact: FactOf['scriptFinished'], apply: ApplyCommand): Progress {
  const waiting = stillWaitingFor(before.release, fact);
  if (!waiting) return before;
  const { task, script } = waiting;
  const result = withinComments(fact.result);
  const told = tell(before, { task, script }, fact, result.output);
  if (script.purpose === 'failureHandler')
    return after(waiting, handlerFinished(told, task, result, askedBy(fact, apply)));
  const acted = leftBy(told, task, fact, apply);
  const now = waitingFor(acted.release, script.id);
  return after(waiting, now ? concluded(acted, now.task, script, result) : acted);
}

const scriptNames = {
  task: 'script',
  precondition: 'precondition',
  failureHandler: 'failure handler',
  abort: 'abort script',
} as const;

/** The next steps follow from the end of a script. */
const after = ({ task, script }: WaitingTask, ended: Progress): Progress =>
  afterEvent(ended, `after the ${scriptNames[script.purpose]} of task '${clip(titleOf(task))}' ended`);

/**
 * A script has ended and scheduled the next one: its actions are applied, then its task waits for a new run of that
 * one. A precondition or a failure handler cannot continue later, so it fails.
 */
export function scriptScheduled(before: Progress, fact: FactOf['scriptScheduled'], apply: ApplyCommand): Progress {
  const waiting = stillWaitingFor(before.release, fact);
  if (!waiting) return before;
  const { purpose } = waiting.script;
  if (purpose === 'precondition' || purpose === 'failureHandler') {
    const result = {
      ended: 'badly',
      error: `A ${scriptNames[purpose]} cannot schedule a script.`,
      output: fact.output,
    } as const;
    return scriptFinished(before, { ...fact, type: 'scriptFinished', result }, apply);
  }
  const { task, script } = waiting;
  const output = cutOutput(fact);
  const told = tell(before, waiting, fact, output);
  const acted = leftBy(told, task, fact, apply);
  const now = waitingFor(acted.release, script.id);
  if (!now) return after(waiting, acted);
  // A script that polls repeatedly creates one activity entry.
  const isNew = script.script !== fact.script;
  const logged = isNew
    ? logTask(acted, 'TASK_SCRIPT_SCHEDULED', now.task, `Scheduled '${clip(fact.script)}' for`)
    : acted;
  const next = newScript(purpose, before.context, before.context.env.now + fact.pauseMs);
  const said = output ?? script.printed;
  const printed = said === null || said.length > longestRemembered ? null : said;
  const polling = putRun(logged, now.task, { script: { ...next, timer: 'poll', script: fact.script, printed } });
  return after(waiting, polling);
}

/** In characters: a row is written with each poll. */
const longestRemembered = 1_000;

/** Logs the output of a script. A script that polls with equal output is logged once. */
function tell(before: Progress, { task, script }: WaitingTask, { requests }: Ended, output: string | null): Progress {
  const logged = logRequests(before, task, requests);
  return output === script.printed ? logged : addComment(logged, task, output);
}

/** A script that has ended, or scheduled another one. */
type Ended = FactOf['scriptFinished' | 'scriptScheduled'];

const askedBy = ({ actions, by = null, author = null }: Ended, apply: ApplyCommand): AskedByScript => ({
  actions,
  by,
  author,
  apply,
});

/** With the output properties and the actions of the script applied. */
function leftBy(before: Progress, task: Task, fact: Ended, apply: ApplyCommand): Progress {
  const { outputs = null } = fact;
  const kept = outputs === null ? before : putTask(before, withOutputs(task, outputs));
  return applyActions(kept, task, askedBy(fact, apply));
}

/** What is put out is no edit: a locked task has it too. From now on it shows, and not what was mapped to its place at the start. */
function withOutputs(task: Task, { names, properties }: Outputs): Task {
  const isOutput = (field: string) => names.includes(field.replace(/^pythonScript\./, ''));
  const mapped = Object.entries(task.run.mapped ?? {}).filter(([field]) => !isOutput(field));
  const next = edited(task, {}, { properties });
  return { ...next, run: { ...next.run, mapped: mapped.length === 0 ? null : Object.fromEntries(mapped) } };
}

const cutOutput = ({ output }: Pick<ScriptResult, 'output'>): string | null =>
  output === null ? null : cut(output, longestComment);

/** The result of a script, cut to the size of a comment, because a fact is never refused. */
function withinComments(result: ScriptResult): ScriptResult {
  const output = cutOutput(result);
  return result.ended === 'well'
    ? { ...result, output }
    : { ...result, output, error: cut(result.error, longestComment) };
}

function concluded(before: Progress, task: Task, script: ScriptRun, result: ScriptResult): Progress {
  switch (script.purpose) {
    case 'precondition':
      if (result.ended === 'badly') return failTask(before, task, result.error);
      if (!result.value) return endTask(before, task, 'SKIPPED');
      return activate(
        after({ task, script }, putRun(before, task, { script: null })),
        { ...task, run: { ...task.run, script: null } },
        'start',
      );
    case 'task':
      return result.ended === 'badly' ? failTask(before, task, result.error) : endTask(before, task, 'COMPLETED');
    case 'abort':
    case 'failureHandler': {
      const told = result.ended === 'badly' ? addComment(before, task, result.error) : before;
      return failForGood(putRun(told, task, { failuresCount: task.run.failuresCount + 1 }), task.id);
    }
  }
}

/**
 * A handler acts on its task as if that were FAILED. A task that it leaves FAILED has failed for good (compatibility.md,
 * Flow).
 */
function handlerFinished(before: Progress, task: Task, result: ScriptResult, asked: AskedByScript): Progress {
  const failed = putRun(before, task, { status: 'FAILED', script: null, endDate: before.context.env.now });
  if (result.ended === 'badly') return failForGood(addComment(failed, task, result.error), task.id);
  const acted = applyActions(failed, taskOf(failed.release, task.id), asked);
  const status = findPlace(acted.release, task.id)?.task.run.status;
  return status === 'FAILED' ? failForGood(acted, task.id) : acted;
}
