import { type Signal, useSignal } from '@preact/signals';
import type { PermissionExplanationAnswer, ReleaseAnswer } from '@slipway/wire';
import { useEffect } from 'preact/hooks';
import type { Deed } from '../data/deeds.ts';
import { lackingGlobally } from '../data/global-rights.ts';
import { neededFor } from '../data/needs.ts';
import { Away, Refused } from '../data/refused.ts';
import { read } from '../data/rest.ts';
import { me } from '../data/session.ts';

/** The permission that whoever looks lacks everywhere for this, since roles grant it; null: none. */
export const lackingForAll = (deed: Deed): string | null => lackingGlobally(me.value, neededFor(deed));

/** What whoever looks lacks to make releases of a template: its teams grant that, or a role for all templates; null: nothing. */
export function lackingToCreate({ $metadata }: Pick<ReleaseAnswer, '$metadata'>): string | null {
  const { permissions } = $metadata.security;
  const isGrantedThere = neededFor('createRelease').some((each) => permissions.includes(each));
  return isGrantedThere ? null : lackingForAll('createRelease');
}

async function isGranted(permission: string, id: string): Promise<boolean> {
  const query = new URLSearchParams({ permission, id });
  try {
    return (await read<PermissionExplanationAnswer>(`/explain/permission?${query}`)).granted;
  } catch (error) {
    // to who does not see it, nothing is there
    if (error instanceof Refused || error instanceof Away) return false;
    throw error;
  }
}

/** What whoever looks may do at a place. */
export interface Rights {
  /** whether the server has said so */
  readonly isKnown: boolean;
  /** the permission that is missing; null: none */
  readonly lacking: (deed: Deed) => string | null;
}

type Granted = ReadonlyMap<string, boolean>;

const find = async (id: string, needed: readonly string[], granted: Signal<Granted | null>, isOver: () => boolean) => {
  const entries = needed.map(async (each) => [each, await isGranted(each, id)] as const);
  const found = new Map(await Promise.all(entries));
  if (!isOver()) granted.value = found;
};

/** What whoever looks may do to something that teams grant, by the id of where that is. */
export function useRights(id: string, deeds: readonly Deed[]): Rights {
  const granted = useSignal<Granted | null>(null);
  const needed = [...new Set(deeds.flatMap(neededFor))];
  const isMet = me.value !== undefined;
  const mayAll = me.value?.permissions.includes('admin') === true;
  useEffect(() => {
    let isOver = false;
    granted.value = null;
    if (isMet && !mayAll) void find(id, needed, granted, () => isOver);
    return () => {
      isOver = true;
    };
  }, [id, needed.join(), isMet, mayAll]);
  const lacking = (deed: Deed): string | null => {
    const anyOf = neededFor(deed);
    return mayAll || anyOf.some((each) => granted.value?.get(each)) ? null : (anyOf[0] ?? null);
  };
  return { isKnown: mayAll || granted.value !== null, lacking };
}
