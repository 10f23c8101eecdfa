import type { FactWith } from './inputs.ts';
import type { OutcomeDraft } from './outcome-draft.ts';

export type FactOf = { readonly [T in FactWith<unknown>['type']]: Extract<FactWith<unknown>, { type: T }> };

/** The handlers of facts, by type. An outdated fact changes nothing. */
export type FactHandlers<Action> = {
  readonly [T in FactWith<Action>['type']]: (
    before: OutcomeDraft,
    fact: Extract<FactWith<Action>, { type: T }>,
  ) => OutcomeDraft;
};
