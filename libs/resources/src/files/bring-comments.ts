import {
  type CommentDraft,
  clip,
  isObject,
  isSameUser,
  longestComment,
  type TaskDraft,
  type TemplateDraft,
} from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { date, type ImportedBody, json } from '@slipway/wire';

type Warn = (what: string) => void;
type Part = { readonly [member: string]: unknown };
const partsIn = (value: unknown): readonly Part[] => (Array.isArray(value) ? value : []);

/** In characters. */
const longestName = 255;

/** A draft whose tasks have the comments that its body lists. */
export function withComments(draft: TemplateDraft, body: ImportedBody, caller: Person, warn: Warn): TemplateDraft {
  const commented = (drafts: readonly TaskDraft[], parts: readonly Part[], at: string): readonly TaskDraft[] =>
    drafts.map((task, index) => {
      const { comments: listed, tasks: inner } = parts[index] ?? {};
      const where = `task '${clip(task.title ?? '')}' in ${at}`;
      const comments = commentsIn(listed, caller, (what) => warn(`${where}: ${what}`));
      const tasks = task.tasks && commented(task.tasks, partsIn(inner), at);
      return { ...task, ...(comments.length > 0 && { comments }), ...(tasks && { tasks }) };
    });
  const phases = draft.phases?.map((phase, index) => {
    const at = `phase '${clip(phase.title ?? '')}'`;
    return { ...phase, tasks: commented(phase.tasks ?? [], partsIn(body.phases?.[index]?.tasks), at) };
  });
  return { ...draft, ...(phases && { phases }) };
}

/**
 * The comments of a task in a file. A user with all permissions keeps their authors. Otherwise the importing user
 * becomes the author, and the text names the original one. Invalid comments are reported.
 */
function commentsIn(listed: unknown, caller: Person, warn: Warn): readonly CommentDraft[] {
  const all = json.parse(listed ?? []);
  const comments: CommentDraft[] = [];
  for (const each of Array.isArray(all) ? all : []) {
    const { text, author, date: written } = isObject(each) ? each : {};
    if (typeof text !== 'string' || text.trim() === '') {
      warn('a comment was left out: it has no text');
      continue;
    }
    const read = date.safeParse(written);
    const comment = attributed(
      { text, author: nameIn(author), date: (read.success ? read.data : null) ?? null },
      caller,
    );
    if (comment.text.length <= longestComment) comments.push(comment);
    else warn(`a comment was left out: it has more than ${longestComment} characters`);
  }
  return comments;
}

const nameIn = (author: unknown): string =>
  typeof author === 'string' ? clip(author.trim()).slice(0, longestName) : '';

function attributed({ text, author, date: written }: CommentDraft, caller: Person): CommentDraft {
  const { username } = caller;
  if (author === '' || isSameUser(author, username)) return { text, author: username, date: written };
  if (caller.holds('admin')) return { text, author, date: written };
  const when = written === null ? '' : `, ${new Date(written).toISOString()}`;
  return { text: `${author}${when}: ${text}`, author: username, date: null };
}
