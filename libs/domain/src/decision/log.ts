import { clip, Invalid } from '../model/errors.ts';
import type { Phase } from '../model/phase.ts';
import { titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { append } from './chain.ts';
import { type DecisionContext, loggedAuthorIn, usernameIn } from './context.ts';
import type { ActivityType, Entry } from './outcome.ts';
import type { Progress } from './progress.ts';

/** The longest comment (operations.md, limits), in characters. */
export const longestComment = 32_768;

const entry = (
  context: DecisionContext,
  activityType: ActivityType,
  targetType: Entry['targetType'],
  targetId: string,
  message: string,
): Entry => {
  const author = loggedAuthorIn(context);
  return {
    activityType,
    targetType,
    targetId,
    message: author === null ? message : `${message}, by a script of '${clip(author)}'`,
    username: usernameIn(context),
    eventTime: context.env.now,
  };
};

/** An entry about a task; `verb` begins the sentence. */
export const taskEntry = (context: DecisionContext, type: ActivityType, task: Task, verb: string): Entry =>
  entry(context, type, 'Task', task.id, `${verb} task '${clip(titleOf(task))}'`);

const phaseEntry = (context: DecisionContext, type: ActivityType, phase: Phase, verb: string): Entry =>
  entry(context, type, 'Phase', phase.id, `${verb} phase '${clip(phase.title)}'`);

const releaseEntry = (
  context: DecisionContext,
  type: ActivityType,
  release: Release,
  verb: string,
  why: string,
): Entry =>
  entry(
    context,
    type,
    'Release',
    release.id,
    `${verb} release '${clip(release.title)}'${why === '' ? '' : `: ${clip(why)}`}`,
  );

export const log = (before: Progress, entries: readonly Entry[]): Progress => ({
  ...before,
  entries: append(before.entries, entries),
});

/** Adds an entry about the release; `why` is the reason that a user gave, an empty text for none. */
export const logRelease = (before: Progress, type: ActivityType, verb: string, why = ''): Progress =>
  log(before, [releaseEntry(before.context, type, before.release, verb, why.trim())]);

export const logPhase = (before: Progress, type: ActivityType, phase: Phase, verb: string): Progress =>
  log(before, [phaseEntry(before.context, type, phase, verb)]);

export const logTask = (before: Progress, type: ActivityType, task: Task, verb: string): Progress =>
  log(before, [taskEntry(before.context, type, task, verb)]);

/** Adds a comment to a task; an absent or blank one adds none. Throws Invalid when it is too long. */
export function addComment(before: Progress, task: Task, text: string | null | undefined): Progress {
  if (text === null || text === undefined || text.trim() === '') return before;
  if (text.length > longestComment)
    throw new Invalid(`comment: at most ${longestComment} characters, got ${text.length}`);
  const { context } = before;
  const comment = {
    id: context.env.newId('Comment'),
    taskId: task.id,
    text,
    author: usernameIn(context),
    date: context.env.now,
  };
  return logTask({ ...before, comments: append(before.comments, [comment]) }, 'COMMENT_ADDED', task, 'Commented on');
}
