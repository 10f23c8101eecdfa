import { isSameUser } from './access-attributes.ts';

/** A user who wants to change a comment. */
interface CommentEditor {
  readonly username: string;
  readonly isAdmin: boolean;
}

/** Whether a user may edit a comment that can change: only its author. */
export const mayEditComment = ({ username }: CommentEditor, author: string): boolean => isSameUser(username, author);

/** Whether a user may delete a comment that can change: its author, and administrators. */
export const mayDeleteComment = (editor: CommentEditor, author: string): boolean =>
  editor.isAdmin || mayEditComment(editor, author);
