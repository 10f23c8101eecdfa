import type { Message } from '../messages/message.ts';
import { type Env, MissingData, type Requirement } from './env.ts';
import type { Caller } from './inputs.ts';
import { type Requirements, systemUser } from './outcome.ts';

/** The context of a decision, which its steps share. */
export interface DecisionContext {
  readonly env: Env;
  /** null: the input is a fact */
  readonly caller: Caller | null;
  /** the caller with the permissions in the target folder of a move or creation; null: the command has no target */
  readonly callerAtTarget: Caller | null;
  /** Whether a script runs the command on behalf of the caller. */
  readonly byScript: boolean;
  /**
   * The stored author of the script that runs the command, also of a script of another release. null: no author is
   * stored; undefined: no script runs the command.
   */
  readonly scriptAuthor: Caller | null | undefined;
  /** Whether gates observe their targets again instead of using their last observation. */
  readonly refreshTargets: boolean;
  /** Whether the command is one of several edits of a plan, which is validated as a whole after the last edit. */
  readonly isPlanEdit: boolean;
  /** Whether the steps are consequences of the request, which the log attributes to the system. */
  readonly isConsequence: boolean;
  /** The cause at the end of log entries, such as `by trigger 'Nightly'`; null if the entries themselves contain it. */
  readonly cause: Message | null;
}

/** Returns the context of a command by its caller; without a caller, the context of a fact. */
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

/** Returns the name of the user who sent the input, or of the system. */
export const usernameIn = ({ caller }: DecisionContext): string => caller?.username ?? systemUser;

/** Returns the name for the log and for comments: the user for a command, the system for its consequences. */
export const actorIn = (context: DecisionContext): string => (context.isConsequence ? systemUser : usernameIn(context));

/** Whether a user sent the command, neither a script nor the product. */
export const isByUser = ({ caller, byScript, scriptAuthor, isConsequence }: DecisionContext): boolean =>
  caller !== null && !byScript && scriptAuthor === undefined && !isConsequence;

/** Returns the author of the running script for the log; null without a script, or if the author is the caller. */
export function loggedAuthorIn({ caller, scriptAuthor, isConsequence }: DecisionContext): string | null {
  if (isConsequence || !scriptAuthor || scriptAuthor.username.toLowerCase() === caller?.username.toLowerCase())
    return null;
  return scriptAuthor.username;
}

/** Returns the result of a decision, or the data that it requires first. */
export function orRequirements<T>(decision: () => T): T | Requirements {
  try {
    return decision();
  } catch (error) {
    if (error instanceof MissingData) return { kind: 'missingData', requirements: error.requirements };
    throw error;
  }
}

/** Returns a value, or ends the decision with the missing requirements. Throws MissingData. */
export function requireData<T>(value: T | undefined, ...requirements: readonly Requirement[]): T {
  if (value === undefined) throw new MissingData(requirements);
  return value;
}

/** Runs all steps, and collects the requirements of all that need more data. Throws MissingData. */
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
