import type { Command, Permission } from '@slipway/domain';
import { dispatchToPart, type PartCommand, taskNamed } from '@slipway/resources';
import { taskAnswer } from '@slipway/wire';
import { z } from 'zod';
import type { Deps } from '../context/deps.ts';
import { type Asked, type Route, route } from '../http/route.ts';
import { currentTask } from '../plans/cached-answers.ts';
import { taggedTask } from '../plans/tagged-answers.ts';

/** A comment that may be absent or empty; then none is added (decisions.md, Answers). */
const commentBody = z
  .object({ comment: z.string().max(32_768, { error: 'expected at most 32768 characters' }).nullish() })
  .meta({ id: 'CommentRequest' });

type Verb =
  | 'completeTask'
  | 'failTask'
  | 'skipTask'
  | 'retryTask'
  | 'reopenTask'
  | 'abortTask'
  | 'startTaskNow'
  | 'commentTask';

/** Does what is asked of a task, and answers the task as it is then; most come along with what was done. */
export async function actOnTask(deps: Deps, asked: Omit<PartCommand, 'kind' | 'shows'>) {
  const { id, done } = await dispatchToPart(deps, { ...asked, kind: 'Task', shows: true });
  return taggedTask(deps, done.view ?? (await taskNamed(deps.database, id)));
}

const verb = (path: string, type: Verb, summary: string, permission: Permission = 'release#task_transition'): Route =>
  route({
    method: 'POST',
    path: `/tasks/{taskId}/${path}`,
    name: type,
    summary,
    permission,
    subject: currentTask,
    body: commentBody,
    reply: taskAnswer,
    answer: (
      deps,
      {
        caller,
        path: { taskId },
        body: { comment },
      }: Asked<'taskId', undefined, { comment?: string | null | undefined }>,
    ) =>
      actOnTask(deps, {
        caller,
        written: taskId,
        command: (id): Command => ({ type, taskId: id, comment: comment ?? null }),
      }),
  });

/** What people and clients do with tasks (rest-api.md, Add comment, complete, fail, reopen, retry; operations.md). */
export const taskActions: readonly Route[] = [
  verb('comment', 'commentTask', 'Adds a comment', 'release#view'),
  verb('complete', 'completeTask', 'Completes a task; one not yet reached, in advance'),
  verb('fail', 'failTask', 'Fails a task'),
  verb('skip', 'skipTask', 'Skips a task; one not yet reached, in advance'),
  verb('retry', 'retryTask', 'Runs a failed task again'),
  verb('reopen', 'reopenTask', 'Reopens a task that was completed or skipped in advance'),
  verb('abort', 'abortTask', 'Stops an automated task, which fails'),
  verb('startNow', 'startTaskNow', 'Starts a task that waits for a date'),
];
