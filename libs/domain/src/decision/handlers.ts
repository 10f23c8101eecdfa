import type { Command, Fact } from './inputs.ts';
import type { OutcomeDraft } from './outcome-draft.ts';

export type CommandOf = { readonly [T in Command['type']]: Extract<Command, { type: T }> };

/** What answers each of some commands; refusals are thrown. */
export type CommandHandlers<T extends Command['type'] = Command['type']> = {
  readonly [K in T]: (before: OutcomeDraft, command: CommandOf[K]) => OutcomeDraft;
};

export type FactOf = { readonly [T in Fact['type']]: Extract<Fact, { type: T }> };

/** What answers each of some facts; a stale one changes nothing. */
export type FactHandlers<T extends Fact['type'] = Fact['type']> = {
  readonly [K in T]: (before: OutcomeDraft, fact: FactOf[K]) => OutcomeDraft;
};
