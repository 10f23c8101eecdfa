import { message } from '../messages/message.ts';
import { clip, Invalid } from '../model/errors.ts';
import type { Phase } from '../model/phase.ts';
import { titleOf } from '../model/plan.ts';
import type { Task } from '../model/task.ts';
import { append } from './chain.ts';
import { actorIn, type DecisionContext, loggedAuthorIn } from './context.ts';
import type { ActivityType, LogEntry } from './outcome.ts';
import type { OutcomeDraft } from './outcome-draft.ts';

/** The longest comment (rest-operations.md, limits), in characters. */
export const maxCommentLength = 32_768;

const entry = (
  context: DecisionContext,
  activityType: ActivityType,
  targetType: LogEntry['targetType'],
  targetId: string,
  message: string,
): LogEntry => {
  const author = loggedAuthorIn(context);
  const reasons = [author === null ? [] : `by a script of '${clip(author)}'`, context.cause ?? []].flat();
  return {
    activityType,
    targetType,
    targetId,
    message: [message, ...reasons].join(', '),
    username: actorIn(context),
    eventTime: context.env.now,
  };
};

const sentence = (verb: string, kind: string, title: string, detail: string): string =>
  `${verb} ${kind} '${clip(title)}'${detail === '' ? '' : `: ${detail}`}`;

/** An entry about a task; `verb` begins the sentence, and a detail ends it. */
export const taskEntry = (
  context: DecisionContext,
  type: ActivityType,
  task: Task,
  verb: string,
  detail = '',
): LogEntry => entry(context, type, 'Task', task.id, sentence(verb, 'task', titleOf(task), detail));

export const log = (before: OutcomeDraft, entries: readonly LogEntry[]): OutcomeDraft => ({
  ...before,
  entries: append(before.entries, entries),
});

/** Adds an entry about the release; `detail`, such as the reason that a user gave, may be empty. */
export function logRelease(before: OutcomeDraft, type: ActivityType, verb: string, detail = ''): OutcomeDraft {
  const { context, release } = before;
  return log(before, [entry(context, type, 'Release', release.id, sentence(verb, 'release', release.title, detail))]);
}

/** Adds an entry about a phase. */
export const logPhase = (
  before: OutcomeDraft,
  type: ActivityType,
  phase: Phase,
  verb: string,
  detail = '',
): OutcomeDraft =>
  log(before, [entry(before.context, type, 'Phase', phase.id, sentence(verb, 'phase', phase.title, detail))]);

/** Adds an entry about a task. */
export const logTask = (
  before: OutcomeDraft,
  type: ActivityType,
  task: Task,
  verb: string,
  detail = '',
): OutcomeDraft => log(before, [taskEntry(before.context, type, task, verb, detail)]);

/** Adds a comment to a task; an absent or blank one adds none. Throws Invalid when it is too long. */
export function addComment(before: OutcomeDraft, task: Task, text: string | null | undefined): OutcomeDraft {
  if (text === null || text === undefined || text.trim() === '') return before;
  if (text.length > maxCommentLength)
    throw new Invalid(message('comment.tooLong', { max: maxCommentLength, count: text.length }));
  const { context } = before;
  const comment = {
    id: context.env.newId('Comment'),
    taskId: task.id,
    text,
    author: actorIn(context),
    date: context.env.now,
  };
  return logTask({ ...before, comments: append(before.comments, [comment]) }, 'COMMENT_ADDED', task, 'Commented on');
}
