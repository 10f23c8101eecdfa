import type { ImportBody } from '@slipway/api-schema/files';
import { date, json } from '@slipway/api-schema/format';
import { maxCommentLength } from '@slipway/domain/decision';
import { type CommentDraft, clip, isObject, type TaskDraft, type TemplateDraft } from '@slipway/domain/model';
import { isSameUser } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';

type Warn = (warning: string) => void;
type Part = { readonly [member: string]: unknown };
const partsIn = (value: unknown): readonly Part[] => (Array.isArray(value) ? value : []);

/** In characters. */
const maxNameLength = 255;

/** A draft whose tasks have the comments that its body lists. */
export function withComments(draft: TemplateDraft, body: ImportBody, caller: Person, warn: Warn): TemplateDraft {
  const withTaskComments = (
    drafts: readonly TaskDraft[],
    parts: readonly Part[],
    position: string,
  ): readonly TaskDraft[] =>
    drafts.map((task, index) => {
      const { comments: listed, tasks: inner } = parts[index] ?? {};
      const taskLabel = `task '${clip(task.title ?? '')}' in ${position}`;
      const comments = commentsIn(listed, caller, (warning) => warn(`${taskLabel}: ${warning}`));
      const tasks = task.tasks && withTaskComments(task.tasks, partsIn(inner), position);
      return { ...task, ...(comments.length > 0 && { comments }), ...(tasks && { tasks }) };
    });
  const phases = draft.phases?.map((phase, index) => {
    const position = `phase '${clip(phase.title ?? '')}'`;
    return { ...phase, tasks: withTaskComments(phase.tasks ?? [], partsIn(body.phases?.[index]?.tasks), position) };
  });
  return { ...draft, ...(phases && { phases }) };
}

/**
 * The comments of a task in a file. A user with all permissions keeps their authors. Otherwise the importing user
 * becomes the author, and the text names the original one. Invalid comments are reported.
 */
function commentsIn(listed: unknown, caller: Person, warn: Warn): readonly CommentDraft[] {
  const rawComments = json.parse(listed ?? []);
  const comments: CommentDraft[] = [];
  for (const item of Array.isArray(rawComments) ? rawComments : []) {
    const { text, author, date: rawDate } = isObject(item) ? item : {};
    if (typeof text !== 'string' || text.trim() === '') {
      warn('a comment was left out: it has no text');
      continue;
    }
    const read = date.safeParse(rawDate);
    const comment = attributeComment(
      { text, author: nameIn(author), date: (read.success ? read.data : null) ?? null },
      caller,
    );
    if (comment.text.length <= maxCommentLength) comments.push(comment);
    else warn(`a comment was left out: it has more than ${maxCommentLength} characters`);
  }
  return comments;
}

const nameIn = (author: unknown): string =>
  typeof author === 'string' ? clip(author.trim()).slice(0, maxNameLength) : '';

function attributeComment({ text, author, date: rawDate }: CommentDraft, caller: Person): CommentDraft {
  const { username } = caller;
  if (author === '' || isSameUser(author, username)) return { text, author: username, date: rawDate };
  if (caller.hasPermission('admin')) return { text, author, date: rawDate };
  const dateText = rawDate === null ? '' : `, ${new Date(rawDate).toISOString()}`;
  return { text: `${author}${dateText}: ${text}`, author: username, date: null };
}
