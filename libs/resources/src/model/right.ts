import {
  type Caller,
  clip,
  type GlobalPermission,
  missingPermission,
  type Needed,
  type Permission,
  refusal,
  rootFolderId,
} from '@slipway/domain';
import type { Person, Place } from '@slipway/engine';

/** A caller, and the permissions of which one is required. */
export interface Asking {
  readonly caller: Person;
  readonly anyOf: Needed['anyOf'];
}

/** What an id names. */
interface Named {
  /** in the words of a refusal */
  readonly what: string;
  readonly written: string;
  readonly place: Place;
  /** The permission to view it; null: every user may. */
  readonly view: Permission | null;
}

/**
 * Checks the permission of a caller at the location of a stored object, independent of the path in the request.
 * Returns the caller there. Throws Forbidden, Unseen.
 */
export async function requireRight({ caller, anyOf }: Asking, { what, written, place, view }: Named): Promise<Caller> {
  const there = await caller.at(place);
  if (anyOf.some((each) => there.may(each))) return there;
  throw refusal({ permission: anyOf[0], what, id: clip(written), mayView: view === null || there.may(view) });
}

/** Checks a global permission of the caller. Throws Forbidden. */
export function requireHeld(caller: Person, permission: GlobalPermission): void {
  if (!caller.holds(permission)) throw missingPermission(permission, rootFolderId);
}
