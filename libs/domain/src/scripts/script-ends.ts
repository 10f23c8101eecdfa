import { finishTask } from '../completion/finish.ts';
import { jobIdIn } from '../containers/job.ts';
import { afterEvent } from '../decision/cause.ts';
import type { Outputs, ScriptFinished, ScriptScheduled } from '../decision/inputs.ts';
import { addComment, logTask, maxCommentLength, namedObject } from '../decision/log.ts';
import { type OutcomeDraft, withReplacedTask, withRun } from '../decision/outcome-draft.ts';
import type { LineTimes, ScriptOutput, ScriptResult } from '../decision/script-result.ts';
import { activate } from '../flow/activate.ts';
import { failPermanently, failTask } from '../flow/failure.ts';
import { newScript } from '../flow/new-script.ts';
import { textOf } from '../messages/english.ts';
import { message, plainText } from '../messages/message.ts';
import { clip, truncate } from '../model/errors.ts';
import { findTaskPosition, taskOf, titleOf } from '../model/plan.ts';
import type { ScriptRun, Task } from '../model/task.ts';
import { withEdits } from '../plans/edit.ts';
import { type ApplyAction, applyActions, type ScriptActions } from './apply-actions.ts';
import { logRequests } from './log-requests.ts';
import { currentWaitingTask, findWaitingTask, type WaitingTask } from './waiting-task.ts';

/** Applies the actions of a script that has ended, then its result. */
export function scriptFinished<Action>(
  before: OutcomeDraft,
  fact: ScriptFinished<Action>,
  apply: ApplyAction<Action>,
): OutcomeDraft {
  const waiting = currentWaitingTask(before.release, fact);
  if (!waiting) return before;
  const { task, script } = waiting;
  const result = truncateResult(fact.result);
  const withReport = logOutput(before, { task, script }, fact, result);
  if (script.purpose === 'failureHandler')
    return withEndCause(waiting, finishFailureHandler(withReport, task, result, scriptActionsOf(fact, apply)));
  const applied = applyResults(withReport, task, fact, apply);
  const current = findWaitingTask(applied.release, script.id);
  return withEndCause(waiting, current ? concludeScript(applied, current.task, script, result) : applied);
}

const causes = {
  task: 'cause.scriptEnded',
  precondition: 'cause.preconditionEnded',
  failureHandler: 'cause.failureHandlerEnded',
  abort: 'cause.abortScriptEnded',
} as const;

/** Records the end of the script as the cause of the next steps. */
const withEndCause = ({ task, script }: WaitingTask, ended: OutcomeDraft): OutcomeDraft =>
  afterEvent(ended, message(causes[script.purpose], { task: namedObject(task.id, titleOf(task)) }));

/**
 * Applies the actions of a script that has ended and scheduled a next script. The task then waits for a run of the next
 * script. A precondition or failure handler cannot schedule a script, so it fails.
 */
export function scriptScheduled<Action>(
  before: OutcomeDraft,
  fact: ScriptScheduled<Action>,
  apply: ApplyAction<Action>,
): OutcomeDraft {
  const waiting = currentWaitingTask(before.release, fact);
  if (!waiting) return before;
  const { purpose } = waiting.script;
  if (purpose === 'precondition' || purpose === 'failureHandler') {
    const result = {
      status: 'failed',
      error: textOf(message(`cannotSchedule.${purpose}`)),
      ...outputOf(fact),
    } as const;
    return scriptFinished(before, { ...fact, type: 'scriptFinished', result }, apply);
  }
  const { task, script } = waiting;
  const output = truncateOutput(fact);
  const withReport = logOutput(before, waiting, fact, { ...outputOf(fact), output });
  const applied = applyResults(withReport, task, fact, apply);
  const current = findWaitingTask(applied.release, script.id);
  if (!current) return withEndCause(waiting, applied);
  // A script that polls repeatedly creates one activity entry.
  const isNew = script.script !== fact.script;
  const logged = isNew
    ? logTask(applied, 'TASK_SCRIPT_SCHEDULED', current.task, (subject) =>
        message('activity.scriptScheduled', { ...subject, path: clip(fact.script) }),
      )
    : applied;
  const next = newScript(purpose, before.context, before.context.env.now + fact.pauseMs);
  const lastOutput = output ?? script.printed;
  const printed = lastOutput === null || lastOutput.length > maxStoredOutput ? null : lastOutput;
  const polling = withRun(logged, current.task, { script: { ...next, timer: 'poll', script: fact.script, printed } });
  return withEndCause(waiting, polling);
}

/** The maximum number of stored characters. The row is rewritten with each poll. */
const maxStoredOutput = 1_000;

/** Logs the requests and the output of a script. Equal output of a polling script is logged once. */
function logOutput(
  before: OutcomeDraft,
  { task, script }: WaitingTask,
  { requests }: ScriptEnd<unknown>,
  { output, lineTimes }: ScriptOutput,
): OutcomeDraft {
  const logged = logRequests(before, task, requests);
  // The parts of the log of a container can be equal, but each is new.
  const isContainer = script.script !== null && jobIdIn(script.script) !== null;
  if (output === null || (output === script.printed && !isContainer)) return logged;
  const times = timesWithin(output, lineTimes);
  return addComment(logged, task, output, times.length === 0 ? {} : { lineTimes: times });
}

/** Returns the times of the lines that a text still has after it was truncated. */
function timesWithin(output: string, lineTimes: LineTimes = []): LineTimes {
  const { length } = output.split('\n');
  return lineTimes.filter(([line]) => line < length);
}

const outputOf = ({ output, lineTimes }: ScriptOutput): ScriptOutput => ({ output, ...(lineTimes && { lineTimes }) });

/** A script that has ended, or scheduled another one. */
type ScriptEnd<Action> = ScriptFinished<Action> | ScriptScheduled<Action>;

const scriptActionsOf = <Action>(
  { actions, by = null, author = null }: ScriptEnd<Action>,
  apply: ApplyAction<Action>,
): ScriptActions<Action> => ({
  actions,
  by,
  author,
  apply,
});

/** Applies the output properties and the actions of a script. */
function applyResults<Action>(
  before: OutcomeDraft,
  task: Task,
  fact: ScriptEnd<Action>,
  apply: ApplyAction<Action>,
): OutcomeDraft {
  const { outputs = null } = fact;
  const withOutput = outputs === null ? before : withReplacedTask(before, withOutputs(task, outputs));
  return applyActions(withOutput, task, scriptActionsOf(fact, apply));
}

/** Sets the output properties of a task, even if it is locked. An output replaces the value mapped at the start. */
function withOutputs(task: Task, { names, properties }: Outputs): Task {
  const isOutput = (field: string) => names.includes(field.replace(/^pythonScript\./, ''));
  const mapped = Object.entries(task.run.mapped ?? {}).filter(([field]) => !isOutput(field));
  const next = withEdits(task, {}, { properties });
  return { ...next, run: { ...next.run, mapped: mapped.length === 0 ? null : Object.fromEntries(mapped) } };
}

const truncateOutput = ({ output }: Pick<ScriptResult, 'output'>): string | null =>
  output === null ? null : truncate(output, maxCommentLength);

/** Truncates the texts of a result to the size of a comment, because a fact cannot be rejected. */
function truncateResult(result: ScriptResult): ScriptResult {
  const output = truncateOutput(result);
  return result.status === 'succeeded'
    ? { ...result, output }
    : { ...result, output, error: truncate(result.error, maxCommentLength) };
}

function concludeScript(before: OutcomeDraft, task: Task, script: ScriptRun, result: ScriptResult): OutcomeDraft {
  switch (script.purpose) {
    case 'precondition':
      if (result.status === 'failed') return failTask(before, task, plainText(result.error));
      if (!result.value) return finishTask(before, task, 'SKIPPED');
      return activate(
        withEndCause({ task, script }, withRun(before, task, { script: null })),
        { ...task, run: { ...task.run, script: null } },
        'start',
      );
    case 'task':
      return result.status === 'failed'
        ? failTask(before, task, plainText(result.error))
        : finishTask(before, task, 'COMPLETED');
    case 'abort':
    case 'failureHandler': {
      const withReport = result.status === 'failed' ? addComment(before, task, result.error) : before;
      return failPermanently(withRun(withReport, task, { failuresCount: task.run.failuresCount + 1 }), task.id);
    }
  }
}

/**
 * Applies the actions of a failure handler to its task in status FAILED. If the task is still FAILED afterwards, it has
 * failed permanently (compatibility.md, Flow).
 */
function finishFailureHandler<Action>(
  before: OutcomeDraft,
  task: Task,
  result: ScriptResult,
  scriptActions: ScriptActions<Action>,
): OutcomeDraft {
  const failed = withRun(before, task, { status: 'FAILED', script: null, endDate: before.context.env.now });
  if (result.status === 'failed') return failPermanently(addComment(failed, task, result.error), task.id);
  const applied = applyActions(failed, taskOf(failed.release, task.id), scriptActions);
  const status = findTaskPosition(applied.release, task.id)?.task.run.status;
  return status === 'FAILED' ? failPermanently(applied, task.id) : applied;
}
