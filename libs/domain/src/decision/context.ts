import type { Env, Want } from './env.ts';
import { Wanting } from './env.ts';
import type { Caller } from './inputs.ts';
import { systemUser } from './outcome.ts';

/** What a decision is taken with; the same for all its steps. */
export interface DecisionContext {
  readonly env: Env;
  /** null where nobody asks: time has passed, a script has answered */
  readonly caller: Caller | null;
  /** gates observe their targets afresh instead of trusting what they saw last */
  readonly observesAfresh: boolean;
}

/** The context of a decision for a caller, or for the machinery when there is none. */
export const contextFor = (env: Env, caller: Caller | null, observesAfresh = false): DecisionContext => ({
  env,
  caller,
  observesAfresh,
});

/** Whose name stands in the log and beneath comments. */
export const usernameIn = ({ caller }: DecisionContext): string => caller?.username ?? systemUser;

/** The value, or an answer that it is wanted first. */
export function known<T>(value: T | undefined, ...wants: readonly Want[]): T {
  if (value === undefined) throw new Wanting(wants);
  return value;
}
