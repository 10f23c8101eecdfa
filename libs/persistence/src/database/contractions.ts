/**
 * What a step of the schema takes away from those who know only the steps before it: a column, a table, a value that could be
 * written. A test compares the schema before and after each step with this list (contracted-schema.md).
 */
export interface Contraction {
  /** the step that takes it, by its name */
  readonly step: string;
  /** what the comparison calls it, such as `column tasks.owner is dropped` */
  readonly takes: string;
  /**
   * the step whose version needed it no more, which is one of an earlier version than that of `step`; null where nothing is
   * taken from anybody, for instance because a constraint now permits more
   */
  readonly unneededSince: string | null;
  /** why nobody needs it since, or why nothing is taken */
  readonly reason: string;
}

/** The ledger: every contraction since 0039. */
export const contractions: readonly Contraction[] = [];

/** Names begin with the number of their step. */
export const numberOf = (step: string): number => Number(step.slice(0, 4));

/** Who works on the schema after this step has to know the steps up to this number; 0 where the step takes nothing away. */
export const neededAfter = (step: string, ledger = contractions): number =>
  Math.max(0, ...ledger.filter((one) => one.step === step).map((one) => numberOf(one.unneededSince ?? '0000')));
