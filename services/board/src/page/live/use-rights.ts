import { useSignal } from '@preact/signals';
import type { PermissionExplanationAnswer, ReleaseAnswer } from '@slipway/wire';
import { useEffect } from 'preact/hooks';
import { returns } from '../data/connection.ts';
import type { Deed } from '../data/deeds.ts';
import { lackingGlobally } from '../data/global-rights.ts';
import { neededFor } from '../data/needs.ts';
import { Away, Refused } from '../data/refused.ts';
import { read } from '../data/rest.ts';
import { me } from '../data/session.ts';

/** The missing global permission of the user for this; null: none. */
export const lackingForAll = (deed: Deed): string | null => lackingGlobally(me.value, neededFor(deed));

/** The missing permission to create releases of a template, from its teams or from a role; null: none. */
export function lackingToCreate({ $metadata }: Pick<ReleaseAnswer, '$metadata'>): string | null {
  const { permissions } = $metadata.security;
  const isGrantedThere = neededFor('createRelease').some((each) => permissions.includes(each));
  return isGrantedThere ? null : lackingForAll('createRelease');
}

/** Throws Away. */
async function isGranted(permission: string, id: string): Promise<boolean> {
  const query = new URLSearchParams({ permission, id });
  try {
    return (await read<PermissionExplanationAnswer>(`/explain/permission?${query}`)).granted;
  } catch (error) {
    // to who does not see it, nothing is there
    if (error instanceof Refused) return false;
    throw error;
  }
}

/** The permissions of the user at a location. */
export interface Rights {
  /** Whether they are loaded */
  readonly isKnown: boolean;
  /** the permission that is missing; null: none */
  readonly lacking: (deed: Deed) => string | null;
}

/** What was found out, of what. */
interface Granted {
  readonly of: string;
  readonly permissions: ReadonlyMap<string, boolean>;
}

/** Loads them; unknown while the server is unavailable. */
async function find(id: string, needed: readonly string[]): Promise<Granted['permissions'] | null> {
  const entries = needed.map(async (each) => [each, await isGranted(each, id)] as const);
  try {
    return new Map(await Promise.all(entries));
  } catch (error) {
    if (error instanceof Away) return null;
    throw error;
  }
}

/** The permissions of the user on an object, from teams, by the id of its location. */
export function useRights(id: string, deeds: readonly Deed[]): Rights {
  const granted = useSignal<Granted | null>(null);
  const needed = [...new Set(deeds.flatMap(neededFor))];
  const isMet = me.value !== undefined;
  const mayAll = me.value?.permissions.includes('admin') === true;
  const of = `${id} ${needed.join()}`;
  const known = granted.value?.of === of ? granted.value.permissions : null;
  useEffect(() => {
    let isOver = false;
    const ask = async (): Promise<void> => {
      const permissions = await find(id, needed);
      if (permissions !== null && !isOver) granted.value = { of, permissions };
    };
    // at once, and when the server has come back
    const stop = isMet && !mayAll ? returns.subscribe(() => void ask()) : undefined;
    return () => {
      isOver = true;
      stop?.();
    };
  }, [of, isMet, mayAll]);
  const lacking = (deed: Deed): string | null => {
    const anyOf = neededFor(deed);
    return mayAll || anyOf.some((each) => known?.get(each)) ? null : (anyOf[0] ?? null);
  };
  return { isKnown: mayAll || known !== null, lacking };
}
