import { clip, Invalid } from '../model/errors.ts';
import type { Phase } from '../model/phase.ts';
import { titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { type Env, type Want, Wanting } from './env.ts';
import type { Caller, Move } from './inputs.ts';
import { type ActivityType, type CommentAdded, type Entry, systemUser } from './outcome.ts';

/**
 * One decision in the making. The plan is passed along as a value and never changed; what the
 * decision says beside it (entries, comments, releases made) is gathered here, step by step, since
 * comparing before with after would lose the steps inside a chain.
 */
export interface Turn {
  readonly env: Env;
  readonly caller: Caller | null;
  /** gates look at their targets afresh, instead of trusting what they saw last */
  readonly lookAgain: boolean;
  readonly entries: Entry[];
  readonly comments: CommentAdded[];
  readonly ended: string[];
  readonly moves: Move[];
  readonly births: Birth[];
}

/** A release that a create-release task made in this turn; it starts after its parent has settled. */
export interface Birth {
  readonly release: Release;
  readonly entries: readonly Entry[];
  readonly starts: boolean;
}

/** Opens a turn for a caller, or for the machinery when there is none. */
export const newTurn = (env: Env, caller: Caller | null, lookAgain = false): Turn => ({
  env,
  caller,
  lookAgain,
  entries: [],
  comments: [],
  ended: [],
  moves: [],
  births: [],
});

/** Whose name stands in the log for this turn. */
export const username = (turn: Turn): string => turn.caller?.username ?? systemUser;

/** The longest comment (operations.md, limits), in characters. */
export const longestComment = 32_768;

function log(
  turn: Turn,
  activityType: ActivityType,
  targetType: Entry['targetType'],
  targetId: string,
  message: string,
) {
  turn.entries.push({ activityType, targetType, targetId, message, username: username(turn), eventTime: turn.env.now });
}

/** Writes an entry about the release itself; `verb` begins the sentence. */
export const logRelease = (turn: Turn, type: ActivityType, release: Release, verb: string): void =>
  log(turn, type, 'Release', release.id, `${verb} release '${clip(release.title)}'`);

/** Writes an entry about a phase. */
export const logPhase = (turn: Turn, type: ActivityType, phase: Phase, verb: string): void =>
  log(turn, type, 'Phase', phase.id, `${verb} phase '${clip(phase.title)}'`);

/** Writes an entry about a task. */
export const logTask = (turn: Turn, type: ActivityType, task: Task, verb: string): void =>
  log(turn, type, 'Task', task.id, `${verb} task '${clip(titleOf(task))}'`);

/** Adds a comment to a task; an absent or blank one adds none. Throws Invalid when it is too long. */
export function comment(turn: Turn, task: Task, text: string | null | undefined): void {
  if (text === null || text === undefined || text.trim() === '') return;
  if (text.length > longestComment)
    throw new Invalid(`comment: at most ${longestComment} characters, got ${text.length}`);
  const { env } = turn;
  turn.comments.push({ id: env.newId('Comment'), taskId: task.id, text, author: username(turn), date: env.now });
  logTask(turn, 'COMMENT_ADDED', task, 'Commented on');
}

/** The value, or an answer that it is wanted first. */
export function known<T>(value: T | undefined, ...wants: readonly Want[]): T {
  if (value === undefined) throw new Wanting(wants);
  return value;
}
