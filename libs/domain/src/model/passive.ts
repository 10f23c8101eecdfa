/**
 * The part of an item that no rule reads and that is not loaded for a decision. This value contains its location and
 * the changes of this input:
 * - `stored`: it is in the item's own row; `changes` are merged into it
 * - `copy`: it is copied from another item's row; with `beforeRun`, as it was before that item ran
 * - `new`: it is `value`
 */
export type Passive<T> =
  | { readonly kind: 'stored'; readonly changes: Partial<T> | null }
  | {
      readonly kind: 'copy';
      readonly of: string;
      readonly beforeRun: boolean;
      readonly changes: Partial<T> | null;
    }
  | { readonly kind: 'new'; readonly value: T };

/** The passive part of a loaded item. */
export const storedPassive = { kind: 'stored', changes: null } as const;

/** Merges changes into a passive part. Returns the same object if there are no changes. */
export function mergeChanges<T>(passive: Passive<T>, changes: Partial<T>): Passive<T> {
  if (Object.keys(changes).length === 0) return passive;
  if (passive.kind === 'new') return { kind: 'new', value: { ...passive.value, ...changes } };
  return { ...passive, changes: { ...passive.changes, ...changes } };
}

/**
 * Returns the passive part before a change, for the description of the change. `read` loads the stored part. Returns
 * null for a copy made by the same input, whose source is not loaded.
 */
export function previousPassive<T>(passive: Passive<T>, read: () => T): T | null {
  if (passive.kind === 'copy') return null;
  return passive.kind === 'new' ? passive.value : { ...read(), ...passive.changes };
}

/** Returns the passive part of a copy of the item `id`. */
export function copyPassive<T>(id: string, passive: Passive<T>, beforeRun: boolean): Passive<T> {
  if (passive.kind === 'stored') return { kind: 'copy', of: id, beforeRun, changes: passive.changes };
  return passive;
}
