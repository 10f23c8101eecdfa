import { requireData, usernameIn } from '../../decision/context.ts';
import type { StoredComment } from '../../decision/env.ts';
import { mentionedUsers } from '../../decision/mentioned-users.ts';
import type { CommentChange } from '../../decision/outcome.ts';
import type { OutcomeDraft } from '../../decision/outcome-draft.ts';
import { message } from '../../messages/message.ts';
import { Conflict, clip, notFound } from '../../model/errors.ts';
import { taskOf } from '../../model/plan.ts';
import type { Task } from '../../model/task.ts';

/** A comment of a task. */
export interface CommentReference {
  readonly taskId: string;
  readonly commentId: string;
}

/** A comment that can change, and its task. */
export interface ChangeableComment {
  readonly id: string;
  readonly task: Task;
  readonly comment: StoredComment & { readonly version: number };
}

/**
 * Returns a comment that can change. Comments of actions, scripts, imports and the product are part of the record of the
 * release, and never change. Throws NotFound, Conflict, MissingData.
 */
export function changeableComment(
  before: OutcomeDraft,
  { taskId, commentId: id }: CommentReference,
): ChangeableComment {
  const task = taskOf(before.release, taskId);
  const comment = requireData(before.context.env.data.comments?.get(id), { kind: 'comment', id });
  if (comment === null || comment.taskId !== taskId) throw notFound('comment', id);
  const { version } = comment;
  if (version === null) throw new Conflict(message('comment.recorded', { id }));
  return { id, task, comment: { ...comment, version } };
}

/** Returns the caller for the rules of comments. A comment changes only by a command, which has a caller. */
export const editorIn = ({ context }: OutcomeDraft) => ({
  username: usernameIn(context),
  isAdmin: context.caller?.may('admin') === true,
});

/** Requires the version that the caller has seen. The refusal contains the present text. Throws Conflict. */
export function requireVersion({ comment }: ChangeableComment, expected: number | undefined): void {
  const { author, version, text, date } = comment;
  if (expected === undefined || expected === version) return;
  throw new Conflict(message('comment.changed', { author, date, text: clip(text) }));
}

/** Returns the change of a comment to a text; null deletes it. */
export const commentChange = (
  { context }: OutcomeDraft,
  { id, task, comment }: ChangeableComment,
  text: string | null,
): CommentChange => ({
  id,
  taskId: task.id,
  author: comment.author,
  text,
  mentions: text === null ? [] : mentionedUsers(text, context),
  previousVersion: comment.version,
  date: context.env.now,
});
