import type { MeResponse } from '@slipway/api-schema/people';

/** The missing global permission of a user; null: none. Any one of these permissions is enough. */
export function firstMissingPermission(
  me: Pick<MeResponse, 'permissions'> | null | undefined,
  anyOf: readonly string[],
) {
  const hasPermission = (permission: string): boolean => me?.permissions.includes(permission) === true;
  return hasPermission('admin') || anyOf.some(hasPermission) ? null : (anyOf[0] ?? null);
}
