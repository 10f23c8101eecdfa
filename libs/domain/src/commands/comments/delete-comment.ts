import { logTask } from '../../decision/log.ts';
import type { OutcomeDraft } from '../../decision/outcome-draft.ts';
import { message } from '../../messages/message.ts';
import { clip, Forbidden } from '../../model/errors.ts';
import { mayDeleteComment } from '../../people/comment-permissions.ts';
import { neededToComment } from '../../people/needed-permissions.ts';
import type { CommandDefinition } from '../definition/definition.ts';
import {
  type CommentReference,
  changeableComment,
  commentChange,
  editorIn,
  requireVersion,
} from './changeable-comment.ts';

export interface DeleteComment extends CommentReference {
  readonly type: 'deleteComment';
  /** The version that the caller has seen. Without it, each version is deleted. */
  readonly version?: number | undefined;
}

export const deleteComment: CommandDefinition<DeleteComment> = {
  permission: neededToComment,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'none',
  movedIds: null,
  guard: null,
  ids: null,
  secrets: null,
  handle,
};

/** Deletes a comment of the caller. Administrators delete each. Throws NotFound, Forbidden, Conflict, MissingData. */
function handle(before: OutcomeDraft, { version, ...reference }: DeleteComment): OutcomeDraft {
  const found = changeableComment(before, reference);
  const { id, task, comment } = found;
  const { author } = comment;
  if (!mayDeleteComment(editorIn(before), author))
    throw new Forbidden(message('comment.deletionOfOther', { author, id }));
  requireVersion(found, version);
  const deleted = { ...before, commentChange: commentChange(before, found, null) };
  return logTask(deleted, 'COMMENT_DELETED', task, (subject) =>
    message('activity.taskCommentDeleted', { ...subject, author: clip(author) }),
  );
}
