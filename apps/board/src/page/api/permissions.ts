import type { MeResponse } from '@slipway/api-schema/people';
import type { Action } from './actions.ts';

/** The permissions of the server in the page: `startRelease=release#start;…`, alternatives by commas. */
const readPermissionList = (): string =>
  document.querySelector('meta[name="slipway-needs"]')?.getAttribute('content') ?? '';

const entryOf = (line: string): readonly [string, readonly string[]] => {
  const [name = '', permissions = ''] = line.split('=');
  return [name, permissions.split(',')];
};

let permissionsByAction: ReadonlyMap<string, readonly string[]> | null = null;

/** The permissions of which one is enough for an action, the one in refusals first; empty: unknown. */
export function neededPermissions(action: Action): readonly string[] {
  permissionsByAction ??= new Map(readPermissionList().split(';').map(entryOf));
  return permissionsByAction.get(action) ?? [];
}

/** The missing global permission of a user; null: none. Any one of these permissions is enough. */
export function firstMissingPermission(
  me: Pick<MeResponse, 'permissions'> | null | undefined,
  anyOf: readonly string[],
) {
  const hasPermission = (permission: string): boolean => me?.permissions.includes(permission) === true;
  return hasPermission('admin') || anyOf.some(hasPermission) ? null : (anyOf[0] ?? null);
}
