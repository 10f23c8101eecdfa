import { useSignal } from '@preact/signals';
import type { PermissionExplanationResponse } from '@slipway/api-schema/people';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { useEffect } from 'preact/hooks';
import type { Action } from '../api/actions.ts';
import { reconnects } from '../api/connection.ts';
import { ApiError, OfflineError } from '../api/errors.ts';
import { firstMissingPermission, neededPermissions } from '../api/permissions.ts';
import { read } from '../api/rest.ts';
import { me } from '../api/session.ts';

/** The missing global permission of the user for this; null: none. */
export const missingGlobalPermission = (action: Action): string | null =>
  firstMissingPermission(me.value, neededPermissions(action));

/** The missing permission to create releases of a template, from its teams or from a role; null: none. */
export function missingCreatePermission({ $metadata }: Pick<ReleaseResponse, '$metadata'>): string | null {
  const { permissions } = $metadata.security;
  const isGrantedByTeam = neededPermissions('createRelease').some((name) => permissions.includes(name));
  return isGrantedByTeam ? null : missingGlobalPermission('createRelease');
}

/** Throws OfflineError. */
async function isGranted(permission: string, id: string): Promise<boolean> {
  const query = new URLSearchParams({ permission, id });
  try {
    return (await read<PermissionExplanationResponse>(`/explain/permission?${query}`)).granted;
  } catch (error) {
    // an invisible object is reported as missing
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** The permissions of the user at a location. */
export interface ObjectPermissions {
  /** Whether they are loaded */
  readonly isLoaded: boolean;
  /** the permission that is missing; null: none */
  readonly missing: (action: Action) => string | null;
}

/** The checked permissions; `key` identifies the question. */
interface GrantedPermissions {
  readonly key: string;
  readonly permissions: ReadonlyMap<string, boolean>;
}

/** Loads them; unknown while the server is unavailable. */
async function loadPermissions(
  id: string,
  needed: readonly string[],
): Promise<GrantedPermissions['permissions'] | null> {
  const entries = needed.map(async (name) => [name, await isGranted(name, id)] as const);
  try {
    return new Map(await Promise.all(entries));
  } catch (error) {
    if (error instanceof OfflineError) return null;
    throw error;
  }
}

/** The permissions of the user on an object, from teams, by the id of its location. */
export function usePermissions(id: string, actions: readonly Action[]): ObjectPermissions {
  const granted = useSignal<GrantedPermissions | null>(null);
  const needed = [...new Set(actions.flatMap(neededPermissions))];
  const isUserLoaded = me.value !== undefined;
  const isAdmin = me.value?.permissions.includes('admin') === true;
  const key = `${id} ${needed.join()}`;
  const loaded = granted.value?.key === key ? granted.value.permissions : null;
  useEffect(() => {
    let isCanceled = false;
    const load = async (): Promise<void> => {
      const permissions = await loadPermissions(id, needed);
      if (permissions !== null && !isCanceled) granted.value = { key, permissions };
    };
    // at once, and when the server has come back
    const stop = isUserLoaded && !isAdmin ? reconnects.subscribe(() => void load()) : undefined;
    return () => {
      isCanceled = true;
      stop?.();
    };
  }, [key, isUserLoaded, isAdmin]);
  const missing = (action: Action): string | null => {
    const anyOf = neededPermissions(action);
    return isAdmin || anyOf.some((name) => loaded?.get(name)) ? null : (anyOf[0] ?? null);
  };
  return { isLoaded: isAdmin || loaded !== null, missing };
}
