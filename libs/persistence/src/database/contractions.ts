/**
 * What a step of the schema takes away from those who know only the steps before it: a column, a table, a value that could be
 * written. A test compares the schema before and after each step with this list (schema-versions.md).
 */
export interface Contraction {
  /** the step that takes it, by its name */
  readonly migration: string;
  /** what the comparison calls it, such as `column tasks.owner is dropped` */
  readonly removes: string;
  /**
   * The migration of an earlier version than that of `step`, since which the object is unused; null if nothing is
   * removed, for example because a constraint now permits more.
   */
  readonly unneededSince: string | null;
  /** Why the object is unused, or why nothing is removed. */
  readonly reason: string;
}

/** The ledger: every contraction since 0039. */
export const contractions: readonly Contraction[] = [];

/** Names begin with the number of their step. */
export const migrationNumber = (migration: string): number => Number(migration.slice(0, 4));

/** The migration that a version must contain to use the schema after this one; 0 if this one removes nothing. */
export const requiredMigrationAfter = (migration: string, ledger = contractions): number =>
  Math.max(
    0,
    ...ledger
      .filter((contraction) => contraction.migration === migration)
      .map((contraction) => migrationNumber(contraction.unneededSince ?? '0000')),
  );
