import type { Signal } from '@preact/signals';
import type { TaskResponse } from '@slipway/api-schema/plans';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { mutate } from '../../../api/rest.ts';
import { me } from '../../../api/session.ts';
import { statusLabel } from '../../../components/marks/status.tsx';
import { announce } from '../../../navigation/announce.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import type { Act, TaskAction } from '../actions.ts';
import { commentDraft } from './comments/comment-drafts.ts';

interface Context {
  readonly task: TaskResponse;
  readonly act: Act;
  readonly refusal: Signal<DisplayMessage | null>;
  /** The unsaved values of the variables of the task. Completing the task sends them. */
  readonly getAnswers: () => readonly { readonly key: string; readonly value: unknown }[];
  /** Called after the values were sent. */
  readonly onCompleted: () => void;
}

/** The requests of the task panel. Each sends the unsent comment of the user, if there is one. */
export interface TaskRequests {
  /** The unsent comment. */
  readonly comment: Signal<string>;
  readonly runAction: (action: TaskAction) => Promise<void>;
  /**
   * Runs an action with a comment that began as the unsent one, and returns its result as text. Throws ApiError,
   * OfflineError.
   */
  readonly confirmAction: (action: TaskAction, text: string) => Promise<string>;
  readonly addComment: () => Promise<void>;
  readonly assignTo: (username: string) => Promise<void>;
}

/** Returns the task with a new comment of the user. */
function withComment(task: TaskResponse, text: string): TaskResponse {
  const date = new Date().toISOString();
  const commentFields = { id: 'pending', type: 'rel.Comment', text, author: me.peek()?.username ?? '' };
  return { ...task, comments: [...task.comments, { ...commentFields, date, creationDate: date }] };
}

/** Returns the requests for a task. An error is stored in `refusal`. */
export function taskRequests({ task, act, refusal, getAnswers, onCompleted }: Context): TaskRequests {
  const comment = commentDraft(task.id);
  const path = `/tasks/${lastSegment(task.id)}`;
  const send = async (action: string, expected: TaskResponse, body?: object): Promise<string> => {
    let result = '';
    await act(expected, async () => {
      const updatedTask = await mutate<TaskResponse>('POST', `${path}/${action}`, body);
      result = `${updatedTask.title}: ${statusLabel(updatedTask.status)}`;
      return updatedTask;
    });
    return result;
  };
  const run = async (action: string, expected: TaskResponse, body?: object): Promise<void> => {
    refusal.value = null;
    const sentComment = comment.peek();
    try {
      announce(await send(action, expected, body));
      // A comment that was changed during the request, or that was not sent, stays.
      if (body !== undefined && comment.peek() === sentComment) comment.value = '';
    } catch (error) {
      refusal.value = messageOf(error);
    }
  };
  const commentFields = () => (comment.peek().trim() === '' ? {} : { comment: comment.peek() });
  return {
    comment,
    runAction: async ({ path: action, nextStatus: next }) => {
      const variables = action === 'complete' ? getAnswers() : [];
      const body = variables.length === 0 ? commentFields() : { ...commentFields(), variables };
      await run(action, { ...task, status: next ?? task.status }, body);
      if (variables.length > 0 && refusal.peek() === null) onCompleted();
    },
    confirmAction: async ({ path: action, nextStatus: next }, text) => {
      const draft = comment.peek();
      const body = text.trim() === '' ? {} : { comment: text };
      const result = await send(action, { ...task, status: next ?? task.status }, body);
      if (comment.peek() === draft) comment.value = '';
      return result;
    },
    addComment: async () => {
      if (comment.peek().trim() !== '') await run('comment', withComment(task, comment.peek()), commentFields());
    },
    assignTo: (username) => run(`assign/${encodeURIComponent(username)}`, { ...task, owner: username }),
  };
}
