import type { PermissionExplanationAnswer } from '@slipway/wire';
import type { Deed } from '../data/deeds.ts';
import { neededFor } from '../data/needs.ts';
import { useEntity } from './use-entity.ts';

/** What whoever is logged in lacks to do something to a thing; null: nothing; undefined: nobody has said yet. */
export function useLacking(deed: Deed, id: string): string | null | undefined {
  const [permission = ''] = neededFor(deed);
  const asked = new URLSearchParams({ permission, id });
  const { value } = useEntity<PermissionExplanationAnswer>(`/explain/permission?${asked}`, []);
  if (value.value === undefined) return undefined;
  return value.value.granted ? null : permission;
}
