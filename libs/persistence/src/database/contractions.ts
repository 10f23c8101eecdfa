/**
 * An object that a migration removes although earlier versions may use it: a column, a table, or a permitted value. A
 * test compares the schema before and after each migration with this list (schema-versions.md).
 */
export interface Contraction {
  /** The name of the migration that removes the object. */
  readonly migration: string;
  /** The text of the schema comparison, such as `column tasks.owner is dropped`. */
  readonly removes: string;
  /**
   * The migration of an earlier version since which the object is unused. Null if nothing is removed, for example
   * because a constraint now permits more values.
   */
  readonly unneededSince: string | null;
  /** Why the object is unused, or why nothing is removed. */
  readonly reason: string;
}

/** All contractions since migration 0039. */
export const contractions: readonly Contraction[] = [];

/** Returns the number at the beginning of a migration name. */
export const migrationNumber = (migration: string): number => Number(migration.slice(0, 4));

/**
 * Returns the number of the migration that a version must contain to use the schema after this migration. Returns 0 if
 * this migration removes nothing.
 */
export const requiredMigrationAfter = (migration: string, ledger = contractions): number =>
  Math.max(
    0,
    ...ledger
      .filter((contraction) => contraction.migration === migration)
      .map((contraction) => migrationNumber(contraction.unneededSince ?? '0000')),
  );
