import { listUpTo, optional } from '@slipway/api-schema/format';
import { taskResponse } from '@slipway/api-schema/plans';
import { type VariableBody, variableBody } from '@slipway/api-schema/variables';
import { bindBeforeRetry, dispatchToPart, type PartCommand, reloadTask } from '@slipway/application/plans';
import type { Command } from '@slipway/domain/commands';
import { message } from '@slipway/domain/messages';
import { Invalid, maxVariables, type VariableValue } from '@slipway/domain/model';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { jsonBody, type Route, type RouteRequest, route } from '../http/route.ts';
import { currentTask } from '../plans/cached-answers.ts';
import { taggedTask } from '../plans/tagged-answers.ts';

/** An absent or empty comment adds none (compatibility.md, Answers). */
const commentBody = z
  .object({ comment: z.string().max(32_768, { error: 'expected at most 32768 characters' }).nullish() })
  .meta({ id: 'CommentRequest' });

const completeBody = commentBody
  .extend({
    variables: optional(listUpTo(maxVariables, variableBody)).describe(
      'keys and values of variables that a user input task lists',
    ),
  })
  .meta({ id: 'CompleteTaskRequest' });

/** The values of variables by key. Throws Invalid where a key is missing. */
export function valuesByKey(variables: readonly VariableBody[]): Readonly<Record<string, VariableValue>> {
  const pairs = variables.map(({ key, value }, index): [string, VariableValue] => {
    if (key === undefined || key === '') throw new Invalid(message('field.text', { field: `variables.${index}.key` }));
    return [key, value ?? null];
  });
  return Object.fromEntries(pairs);
}

type Action = 'failTask' | 'skipTask' | 'retryTask' | 'reopenTask' | 'abortTask' | 'startTaskNow' | 'commentTask';

/** Has a command done to a task, and answers the task as it is then. Most saves bring it along, without a read. */
export async function actOnTask(deps: Deps, command: Omit<PartCommand, 'kind' | 'shows'>) {
  const { id, done } = await dispatchToPart(deps, { ...command, kind: 'Task', shows: true });
  return taggedTask(deps, done.taskView ?? (await reloadTask(deps.database, id)), command.caller);
}

const actionRoute = (path: string, type: Action, summary: string): Route =>
  route({
    method: 'POST',
    path: `/tasks/{taskId}/${path}`,
    name: type,
    summary,
    needs: { command: type, on: 'taskId' },
    etag: currentTask,
    body: jsonBody(commentBody),
    reply: taskResponse,
    answer: async (
      deps,
      {
        caller,
        path: { taskId },
        body: { comment },
      }: RouteRequest<'taskId', undefined, { comment?: string | null | undefined }>,
    ) => {
      if (type === 'retryTask') await bindBeforeRetry(deps, caller, taskId);
      return await actOnTask(deps, {
        caller,
        rawId: taskId,
        command: (id): Command => ({ type, taskId: id, comment: comment ?? null }),
      });
    },
  });

/** Actions on tasks that take a comment (rest-api.md, Add comment, complete, fail, reopen, retry; rest-operations.md). */
export const taskActions: readonly Route[] = [
  actionRoute('comment', 'commentTask', 'Adds a comment'),
  route({
    method: 'POST',
    path: '/tasks/{taskId}/complete',
    name: 'completeTask',
    summary: 'Completes a task, in advance if it has not started; sets variables that a user input task lists',
    needs: { command: 'completeTask', on: 'taskId' },
    etag: currentTask,
    body: jsonBody(completeBody),
    reply: taskResponse,
    answer: (deps, { caller, path: { taskId }, body: { comment = null, variables } }) => {
      const values = variables && { values: valuesByKey(variables) };
      return actOnTask(deps, {
        caller,
        rawId: taskId,
        command: (id): Command => ({ type: 'completeTask', taskId: id, comment, ...values }),
      });
    },
  }),
  actionRoute('fail', 'failTask', 'Fails a task'),
  actionRoute('skip', 'skipTask', 'Skips a task; one not yet reached, in advance'),
  actionRoute('retry', 'retryTask', 'Runs a failed task again'),
  actionRoute('reopen', 'reopenTask', 'Reopens a task that was completed or skipped in advance'),
  actionRoute('abort', 'abortTask', 'Stops an automated task, which fails'),
  actionRoute('startNow', 'startTaskNow', 'Starts a task that waits for a date'),
];
