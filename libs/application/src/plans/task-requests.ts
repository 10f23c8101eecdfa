import { expects, listUpTo, optional } from '@slipway/api-schema/format';
import { verdictBody } from '@slipway/api-schema/gates';
import { type VariableBody, variableBody } from '@slipway/api-schema/variables';
import type { Command } from '@slipway/domain/commands';
import { message } from '@slipway/domain/messages';
import { Invalid, maxVariables, type VariableValue } from '@slipway/domain/model';
import type { ScriptAction } from '@slipway/script-protocol';
import { type ZodType, z } from 'zod';

/** `POST /tasks/{taskId}/<path>`: the body becomes one command on the task, and the response is the task. */
export interface TaskRequest {
  /** the command, and the name of the operation */
  readonly type: Command['type'];
  readonly path: string;
  readonly summary: string;
  /** Returns the command for the task with an id. */
  readonly body: ZodType<(taskId: string) => Command>;
}

/** A body with a comment. An absent or empty comment adds none (compatibility.md, Answers). */
const commentBody = z
  .object({
    comment: z
      .string()
      .max(32_768, expects(message('expected.maxCharacters', { max: 32_768 })))
      .nullish(),
  })
  .meta({ id: 'CommentRequest' });

const completeBody = commentBody
  .extend({
    variables: optional(listUpTo(maxVariables, variableBody)).describe(
      'keys and values of variables that a user input task lists',
    ),
  })
  .meta({ id: 'CompleteTaskRequest' });

const withdrawBody = verdictBody.pick({ comment: true }).meta({ id: 'WithdrawRequest' });

/** Returns the values of variables by key. Throws Invalid for a missing key. */
export function valuesByKey(variables: readonly VariableBody[]): Readonly<Record<string, VariableValue>> {
  const pairs = variables.map(({ key, value }, index): [string, VariableValue] => {
    if (key === undefined || key === '') throw new Invalid(message('field.text', { field: `variables.${index}.key` }));
    return [key, value ?? null];
  });
  return Object.fromEntries(pairs);
}

const request = <B>(
  type: Command['type'],
  path: string,
  summary: string,
  { body, command }: { readonly body: ZodType<B>; readonly command: (taskId: string, body: B) => Command },
): TaskRequest => ({
  type,
  path,
  summary,
  body: body.transform((parsed) => (taskId: string) => command(taskId, parsed)),
});

/** The script actions that have the same effect as one of these requests. */
export type TaskAction = Extract<ScriptAction, { readonly taskId: string; readonly comment: string | null }>;

const step = (type: Exclude<TaskAction['does'], 'completeTask'>, path: string, summary: string): TaskRequest =>
  request(type, path, summary, {
    body: commentBody,
    command: (taskId, { comment = null }) => ({ type, taskId, comment }),
  });

const verdict = (type: 'approveTask' | 'rejectTask', path: string, summary: string): TaskRequest =>
  request(type, path, summary, {
    body: verdictBody,
    command: (taskId, { comment, version }) => ({ type, taskId, comment, version }),
  });

/** Actions on tasks (rest-api.md, Add comment, complete, fail, reopen, retry; rest-operations.md). */
export const taskRequests: readonly TaskRequest[] = [
  step('commentTask', 'comment', 'Adds a comment'),
  request(
    'completeTask',
    'complete',
    'Completes a task, in advance if it has not started; sets variables that a user input task lists',
    {
      body: completeBody,
      command: (taskId, { comment = null, variables }) => ({
        type: 'completeTask',
        taskId,
        comment,
        ...(variables && { values: valuesByKey(variables) }),
      }),
    },
  ),
  step('failTask', 'fail', 'Fails a task'),
  step('skipTask', 'skip', 'Skips a task; one not yet reached, in advance'),
  step('retryTask', 'retry', 'Runs a failed task again'),
  step('reopenTask', 'reopen', 'Reopens a task that was completed or skipped in advance'),
  step('abortTask', 'abort', 'Stops an automated task, which fails'),
  step('startTaskNow', 'startNow', 'Starts a task that waits for a date'),
];

/** Approvals and rejections of gates (an extension; docs/how-to/require-approvals.md). */
export const verdictRequests: readonly TaskRequest[] = [
  verdict('approveTask', 'approve', 'Approves of what a gate guards'),
  verdict('rejectTask', 'reject', 'Rejects it, with the reason as comment: the gate stays closed'),
  request('withdrawApproval', 'withdraw', 'Withdraws the verdict of the caller on a gate', {
    body: withdrawBody,
    command: (taskId, { comment }) => ({ type: 'withdrawApproval', taskId, comment }),
  }),
];

/** Returns the command of a script action for the task with an id. */
export const taskActionCommand = ({ does: type, comment }: TaskAction, taskId: string): Command => ({
  type,
  taskId,
  comment,
});
