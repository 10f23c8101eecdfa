import { signal } from '@preact/signals';
import { t } from '../navigation/text.ts';

/** Separates the ids of alternative permissions, of which any one is sufficient. No id contains it. */
export const alternative = '|';

/** Returns the name of a permission; null until the names are loaded. They are not part of the first view. */
const nameOf = signal<((id: string) => string) | null>(null);

let loading: Promise<void> | null = null;

async function load(): Promise<void> {
  nameOf.value = (await import('./permission-names.ts')).permissionName;
}

/** Loads the names of permissions, once. Rejects if the script cannot be loaded. */
export const loadPermissionNames = (): Promise<void> => (loading ??= load());

/**
 * Returns the quoted names of permissions, of which any one is sufficient; null until the names are loaded. A component
 * that calls it is rendered again when they are loaded.
 */
export function quotedPermissions(ids: string): string | null {
  const name = nameOf.value;
  if (name !== null)
    return ids
      .split(alternative)
      .map((id) => t`“${name(id)}”`)
      .join(t(' or '));
  loadPermissionNames().catch(() => {
    loading = null;
  });
  return null;
}

/** Returns why a control is disabled; null without a missing permission. */
export function permissionReason(missingPermission: string | null): string | null {
  if (missingPermission === null) return null;
  const names = quotedPermissions(missingPermission);
  return names === null ? t('You need another permission.') : t`You need the permission ${names}.`;
}
