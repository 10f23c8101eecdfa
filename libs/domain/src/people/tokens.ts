import { rootFolderId } from '../ids/id-kinds.ts';
import { Conflict, clip, Forbidden, Invalid } from '../model/errors.ts';
import type { Instant } from '../model/json.ts';
import { type GlobalPermission, globalPermissions, missingPermission } from '../model/permissions.ts';
import { neededToChange } from './needed-permissions.ts';

/** A requested personal access token. */
export interface TokenWish {
  readonly note: string;
  /** The only permissions of the token; null: all permissions of its user. */
  readonly permissions: readonly string[] | null;
  /** null: valid until deleted. */
  readonly expiresAt: Instant | null;
}

/** In characters. */
const longestNote = 255;
/** A year, and the day that some have more. */
const mostMs = 366 * 24 * 3_600_000;

/** The user of the tokens. */
interface Owner {
  /** as the user was made */
  readonly username: string;
  /** has the permission to everything, by name or by a role */
  readonly isAdmin: boolean;
  /** by a password, or elsewhere */
  readonly canLogIn: boolean;
}

interface Asking {
  /** as the user was made */
  readonly username: string;
  /** Whether a role grants them this. */
  holds(permission: GlobalPermission): boolean;
}

/**
 * Users view and delete their own tokens. Tokens of others require the permission to change these users, and `admin`
 * if the user has all permissions. Throws Forbidden.
 */
export function requireTokensOf(asking: Asking, { username, isAdmin }: Omit<Owner, 'canLogIn'>): void {
  if (asking.username === username) return;
  const needed = [neededToChange.tokenOfOther, ...(isAdmin ? [neededToChange.adminUser] : [])];
  for (const permission of needed) if (!asking.holds(permission)) throw missingPermission(permission, rootFolderId);
}

/**
 * A token for another user can be created only for a service account, which cannot log in. Throws Forbidden, Conflict.
 */
export function requireTokenFor(asking: Asking, owner: Owner): void {
  requireTokensOf(asking, owner);
  if (asking.username !== owner.username && owner.canLogIn) {
    throw new Conflict(`user '${clip(owner.username)}' can log in, and makes their own tokens`);
  }
}

/** A token of a named user is created by that user, or by a caller with all permissions. Throws Forbidden. */
export function requireTokenOfNamed(asking: Asking, isOwn: boolean): void {
  if (!isOwn && !asking.holds(neededToChange.adminUser))
    throw missingPermission(neededToChange.adminUser, rootFolderId);
}

/**
 * A caller with a token, ours or one of the identity provider, cannot create tokens, which would outlive it. Throws
 * Forbidden.
 */
export function requireNoToken(by: 'password' | 'token' | 'session' | 'provider', what: string): void {
  if (by !== 'token' && by !== 'provider') return;
  const token = by === 'token' ? 'a personal access token' : 'an access token of the identity provider';
  throw new Forbidden(`${token} cannot ${what}: log in with a password or a session`);
}

/**
 * A caller with a restricted token does not count as the user, and cannot change the user's own objects. Throws
 * Forbidden.
 */
export function requireSelf({ isLimited }: { readonly isLimited?: true }, what: string): void {
  if (isLimited) throw new Forbidden(`a token with restricted permissions cannot ${what}: log in as yourself`);
}

/** How many tokens a user has at most, those that have expired among them. */
const mostTokens = 200;

/** Holds the number of a user's tokens against what they may have, before another one is made. Throws Conflict. */
export function requireRoomForToken(count: number): void {
  if (count >= mostTokens) {
    throw new Conflict(`a user has at most ${mostTokens} personal access tokens, expired ones too: end one first`);
  }
}

const isGlobal = (text: string): text is GlobalPermission => globalPermissions.some((each) => each === text);

/** Holds a token to be against the rules; its owner has each permission that it names. Throws Invalid, Forbidden. */
export function requireToken(
  { note, permissions, expiresAt }: TokenWish,
  owner: { holds(permission: GlobalPermission): boolean },
  now: Instant,
): void {
  if (note.trim() === '' || note.length > longestNote || /\p{Cc}|\p{Cs}/u.test(note)) {
    throw new Invalid(`tokenNote: expected 1 to ${longestNote} characters, none of them a control character`);
  }
  if (expiresAt !== null && (expiresAt <= now || expiresAt > now + mostMs)) {
    throw new Invalid(
      'expiryDate: expected a date ahead, within a year; without one the token holds until it is ended',
    );
  }
  for (const permission of permissions ?? []) {
    if (!isGlobal(permission)) {
      throw new Invalid(`globalPermissions: there is no global permission '${clip(permission)}'`);
    }
    if (!owner.holds(permission)) throw missingPermission(permission, rootFolderId);
  }
}
