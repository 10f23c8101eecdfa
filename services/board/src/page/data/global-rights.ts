import type { MeAnswer } from '@slipway/wire';

/** The missing global permission of a user; null: none. Any one of these permissions is enough. */
export function lackingGlobally(me: Pick<MeAnswer, 'permissions'> | null | undefined, anyOf: readonly string[]) {
  const has = (permission: string): boolean => me?.permissions.includes(permission) === true;
  return has('admin') || anyOf.some(has) ? null : (anyOf[0] ?? null);
}
