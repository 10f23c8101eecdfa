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

/** Who asks for something that an id names, and what that takes on it: one of these. */
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
  /** what lets somebody know that it is there; null: everybody knows */
  readonly view: Permission | null;
}

/**
 * Holds who asks against what they may do where the thing lies that they have named: asked of its own row, whatever path
 * was written before its id. Answers them as they are there. Throws Forbidden, Unseen.
 */
export async function requireRight({ caller, anyOf }: Asking, { what, written, place, view }: Named): Promise<Caller> {
  const there = await caller.at(place);
  if (anyOf.some((each) => there.may(each))) return there;
  throw refusal({ permission: anyOf[0], what, id: clip(written), mayView: view === null || there.may(view) });
}

/** Holds who asks against what a role has to grant them. Throws Forbidden. */
export function requireHeld(caller: Person, permission: GlobalPermission): void {
  if (!caller.holds(permission)) throw missingPermission(permission, rootFolderId);
}
