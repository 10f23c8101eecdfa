import type { Message } from '../messages/message.ts';
import { type Env, MissingData, type Requirement } from './env.ts';
import type { Caller } from './inputs.ts';
import { type Requirements, systemUser } from './outcome.ts';

/** What a decision is taken with; the same for all its steps. */
export interface DecisionContext {
  readonly env: Env;
  /** null for a fact */
  readonly caller: Caller | null;
  /** who that is where the command takes the thing to; null where it stays */
  readonly callerAtTarget: Caller | null;
  /** A script runs the command, as the caller. */
  readonly byScript: boolean;
  /**
   * The stored author of that script, or of the script of another release that runs the command. null: no author is
   * stored; undefined: no script runs the command.
   */
  readonly scriptAuthor: Caller | null | undefined;
  /** gates observe their targets afresh instead of trusting what they saw last */
  readonly refreshTargets: boolean;
  /** one of many edits of a plan, which is looked at whole after the last of them */
  readonly isPlanEdit: boolean;
  /** the steps follow from the direct answer: the log attributes them to the system */
  readonly isConsequence: boolean;
  /** The cause as log entries end with it, such as `by trigger 'Nightly'`; null if the entry itself contains it. */
  readonly cause: Message | null;
}

/** The context of a command by its caller, or of a fact, which has none. */
export const contextFor = (
  env: Env,
  caller: Caller | null,
  overrides: Partial<DecisionContext> = {},
): DecisionContext => ({
  env,
  caller,
  callerAtTarget: null,
  byScript: false,
  scriptAuthor: caller?.scriptAuthor,
  refreshTargets: false,
  isPlanEdit: false,
  isConsequence: false,
  cause: null,
  ...overrides,
});

/** The name of the user who gave the input, or that of the system. */
export const usernameIn = ({ caller }: DecisionContext): string => caller?.username ?? systemUser;

/** The name in the log and in comments: the user for a command, the system for its consequences. */
export const actorIn = (context: DecisionContext): string => (context.isConsequence ? systemUser : usernameIn(context));

/** The author of a script, for the log; null without a script, or if it runs as its author. */
export function loggedAuthorIn({ caller, scriptAuthor, isConsequence }: DecisionContext): string | null {
  if (isConsequence || !scriptAuthor || scriptAuthor.username.toLowerCase() === caller?.username.toLowerCase())
    return null;
  return scriptAuthor.username;
}

/** What a decision comes to, or what it wants of the world first. */
export function orRequirements<T>(decision: () => T): T | Requirements {
  try {
    return decision();
  } catch (error) {
    if (error instanceof MissingData) return { kind: 'wants', requirements: error.requirements };
    throw error;
  }
}

/** The value; while it is not known, the decision ends with what it wants. Throws MissingData. */
export function requireData<T>(value: T | undefined, ...requirements: readonly Requirement[]): T {
  if (value === undefined) throw new MissingData(requirements);
  return value;
}

/** Takes all of these steps; where some want more of the world, what all of them want together. Throws MissingData. */
export function requireAll(steps: readonly (() => unknown)[]): void {
  const requirements = steps.flatMap((step) => {
    const result = orRequirements(() => {
      step();
      return null;
    });
    return result?.requirements ?? [];
  });
  if (requirements.length > 0) throw new MissingData(requirements);
}
