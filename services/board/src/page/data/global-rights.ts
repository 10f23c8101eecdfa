import type { MeAnswer } from '@slipway/wire';

/** What somebody lacks to do something that belongs to no place; null: nothing. Of these any one permission is enough. */
export function lackingGlobally(me: Pick<MeAnswer, 'permissions'> | null | undefined, anyOf: readonly string[]) {
  const has = (permission: string): boolean => me?.permissions.includes(permission) === true;
  return has('admin') || anyOf.some(has) ? null : (anyOf[0] ?? null);
}
