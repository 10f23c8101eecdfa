import { logTask, requireCommentLength } from '../../decision/log.ts';
import type { OutcomeDraft } from '../../decision/outcome-draft.ts';
import { message } from '../../messages/message.ts';
import { Forbidden, Invalid } from '../../model/errors.ts';
import { mayEditComment } from '../../people/comment-permissions.ts';
import { neededToComment } from '../../people/needed-permissions.ts';
import type { CommandDefinition } from '../definition/definition.ts';
import {
  type CommentReference,
  changeableComment,
  commentChange,
  editorIn,
  requireVersion,
} from './changeable-comment.ts';

export interface EditComment extends CommentReference {
  readonly type: 'editComment';
  readonly text: string;
  /** the version that the caller has seen */
  readonly version: number;
}

export const editComment: CommandDefinition<EditComment> = {
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

/** Changes the text of a comment of the caller. Throws Invalid, NotFound, Forbidden, Conflict, MissingData. */
function handle(before: OutcomeDraft, { text, version, ...reference }: EditComment): OutcomeDraft {
  const found = changeableComment(before, reference);
  const { id, task, comment } = found;
  if (!mayEditComment(editorIn(before), comment.author))
    throw new Forbidden(message('comment.ofOther', { author: comment.author, id }));
  requireVersion(found, version);
  if (text.trim() === '') throw new Invalid(message('comment.blank'));
  requireCommentLength(text);
  if (text === comment.text) return before;
  const changed = { ...before, commentChange: commentChange(before, found, text) };
  return logTask(changed, 'COMMENT_UPDATED', task, 'activity.taskCommentUpdated');
}
