import { textOf } from '../messages/english.ts';
import { type Message, type MessageCode, type MessageParams, message, type NamedObject } from '../messages/message.ts';
import { clip, Invalid } from '../model/errors.ts';
import type { Phase } from '../model/phase.ts';
import { titleOf } from '../model/plan.ts';
import type { Task } from '../model/task.ts';
import { append } from './chain.ts';
import { actorIn, type DecisionContext, isByUser, loggedAuthorIn } from './context.ts';
import { mentionedUsers } from './mentioned-users.ts';
import type { ActivityType, CommentAdded, LogEntry } from './outcome.ts';
import type { OutcomeDraft } from './outcome-draft.ts';

/** The maximum length of a comment, in characters (rest-operations.md, limits). */
export const maxCommentLength = 32_768;

/** The common parameters of all entries about an object of a kind: the object, and the causes of the entry. */
type Subject<K extends 'release' | 'phase' | 'task'> = { readonly [N in K]: NamedObject } & {
  readonly causes: readonly Message[];
};

/** The codes of entries without further parameters. */
type PlainCode<K extends string> = {
  [C in ActivityCode]: [keyof MessageParams<C>] extends [K | 'causes']
    ? [K] extends [keyof MessageParams<C>]
      ? C
      : never
    : never;
}[ActivityCode];
type ActivityCode = Extract<MessageCode, `activity.${string}`>;

/** The text of an entry: its code, or a function that adds the other parameters. */
type EntryText<K extends 'release' | 'phase' | 'task'> = PlainCode<K> | ((subject: Subject<K>) => Message);

/** Returns an object for an entry. Its title is cut here, because entries are stored. */
export const namedObject = (id: string, title: string): NamedObject => ({ id, title: clip(title) });

function causesIn(context: DecisionContext): readonly Message[] {
  const author = loggedAuthorIn(context);
  return [
    ...(author === null ? [] : [message('cause.script', { author: clip(author) })]),
    ...(context.cause === null ? [] : [context.cause]),
  ];
}

const entry = (
  context: DecisionContext,
  activityType: ActivityType,
  targetType: LogEntry['targetType'],
  targetId: string,
  text: Message,
): LogEntry => ({
  activityType,
  targetType,
  targetId,
  message: textOf(text),
  code: text.code,
  params: text.params,
  username: actorIn(context),
  eventTime: context.env.now,
});

/** Returns an entry about a task. */
export function taskEntry(context: DecisionContext, type: ActivityType, task: Task, text: EntryText<'task'>): LogEntry {
  const subject = { task: namedObject(task.id, titleOf(task)), causes: causesIn(context) };
  return entry(context, type, 'Task', task.id, typeof text === 'string' ? message(text, subject) : text(subject));
}

export const log = (before: OutcomeDraft, entries: readonly LogEntry[]): OutcomeDraft => ({
  ...before,
  entries: append(before.entries, entries),
});

/** Adds an entry about the release. */
export function logRelease(before: OutcomeDraft, type: ActivityType, text: EntryText<'release'>): OutcomeDraft {
  const { context, release } = before;
  const subject = { release: namedObject(release.id, release.title), causes: causesIn(context) };
  const data = typeof text === 'string' ? message(text, subject) : text(subject);
  return log(before, [entry(context, type, 'Release', release.id, data)]);
}

/** Adds an entry about a phase. */
export function logPhase(
  before: OutcomeDraft,
  type: ActivityType,
  phase: Phase,
  text: EntryText<'phase'>,
): OutcomeDraft {
  const { context } = before;
  const subject = { phase: namedObject(phase.id, phase.title), causes: causesIn(context) };
  const data = typeof text === 'string' ? message(text, subject) : text(subject);
  return log(before, [entry(context, type, 'Phase', phase.id, data)]);
}

/** Adds an entry about a task. */
export const logTask = (before: OutcomeDraft, type: ActivityType, task: Task, text: EntryText<'task'>): OutcomeDraft =>
  log(before, [taskEntry(before.context, type, task, text)]);

/** Requires that a text fits into a comment. Throws Invalid. */
export function requireCommentLength(text: string): void {
  if (text.length > maxCommentLength)
    throw new Invalid(message('comment.tooLong', { max: maxCommentLength, count: text.length }));
}

/**
 * Adds a comment to a task, with a version if its author can change it later, or with the times of its lines. An absent
 * or blank text is ignored. Throws Invalid if the text is too long.
 */
export function addComment(
  before: OutcomeDraft,
  task: Task,
  text: string | null | undefined,
  details: Pick<CommentAdded, 'version' | 'lineTimes'> = {},
): OutcomeDraft {
  if (text === null || text === undefined || text.trim() === '') return before;
  requireCommentLength(text);
  const { context } = before;
  const mentions = isByUser(context) ? mentionedUsers(text, context) : [];
  const comment = {
    id: context.env.newId('Comment'),
    taskId: task.id,
    text,
    author: actorIn(context),
    date: context.env.now,
    ...details,
    ...(mentions.length > 0 && { mentions }),
  };
  return logTask(
    { ...before, comments: append(before.comments, [comment]) },
    'COMMENT_ADDED',
    task,
    'activity.taskCommented',
  );
}
