import { rootFolderId } from '../ids/id-kinds.ts';
import { message, type NameIn } from '../messages/message.ts';
import { Conflict, Forbidden, Invalid } from '../model/errors.ts';
import type { Instant } from '../model/json.ts';
import { type GlobalPermission, globalPermissions, missingPermission } from '../model/permissions.ts';
import { neededToChange } from './needed-permissions.ts';

/** A requested personal access token. */
export interface TokenRequest {
  readonly note: string;
  /** The only permissions of the token; null: all permissions of its user. */
  readonly permissions: readonly string[] | null;
  /** null: valid until deleted. */
  readonly expiresAt: Instant | null;
}

/** In characters. */
const maxNoteLength = 255;
/** A year, and the day that some have more. */
const maxLifetimeMs = 366 * 24 * 3_600_000;

/** The user of the tokens. */
interface TokenOwner {
  /** as the user was made */
  readonly username: string;
  /** has the permission to everything, by name or by a role */
  readonly isAdmin: boolean;
  /** by a password, or elsewhere */
  readonly canLogIn: boolean;
}

interface Requester {
  /** as the user was made */
  readonly username: string;
  /** Whether a role grants them this. */
  hasPermission(permission: GlobalPermission): boolean;
}

/**
 * Users view and delete their own tokens. Tokens of others require the permission to change these users, and `admin`
 * if the user has all permissions. Throws Forbidden.
 */
export function requireTokensOf(requester: Requester, { username, isAdmin }: Omit<TokenOwner, 'canLogIn'>): void {
  if (requester.username === username) return;
  const needed = [neededToChange.tokenOfOther, ...(isAdmin ? [neededToChange.adminUser] : [])];
  for (const permission of needed)
    if (!requester.hasPermission(permission)) throw missingPermission(permission, rootFolderId);
}

/**
 * A token for another user can be created only for a service account, which cannot log in. Throws Forbidden, Conflict.
 */
export function requireTokenFor(requester: Requester, owner: TokenOwner): void {
  requireTokensOf(requester, owner);
  if (requester.username !== owner.username && owner.canLogIn) {
    throw new Conflict(message('token.ofLogin', { username: owner.username }));
  }
}

/** A token of a named user is created by that user, or by a caller with all permissions. Throws Forbidden. */
export function requireTokenOfNamed(requester: Requester, isOwn: boolean): void {
  if (!isOwn && !requester.hasPermission(neededToChange.adminUser))
    throw missingPermission(neededToChange.adminUser, rootFolderId);
}

/**
 * A caller with a token, ours or one of the identity provider, cannot create tokens, which would outlive it. Throws
 * Forbidden.
 */
export function requireNoToken(by: 'password' | 'token' | 'session' | 'provider', action: NameIn<'action'>): void {
  if (by !== 'token' && by !== 'provider') return;
  const token = message(by === 'token' ? 'token.personal' : 'token.ofProvider');
  throw new Forbidden(message('token.needsLogin', { token, action: message(`action.${action}`) }));
}

/**
 * A caller with a restricted token does not count as the user, and cannot change the user's own objects. Throws
 * Forbidden.
 */
export function requireSelf({ isLimited }: { readonly isLimited?: true }, action: NameIn<'action'>): void {
  if (isLimited) throw new Forbidden(message('token.restricted', { action: message(`action.${action}`) }));
}

/** How many tokens a user has at most, those that have expired among them. */
const maxTokens = 200;

/** Holds the number of a user's tokens against what they may have, before another one is made. Throws Conflict. */
export function requireTokenQuota(count: number): void {
  if (count >= maxTokens) {
    throw new Conflict(message('token.tooMany', { max: maxTokens }));
  }
}

const isGlobal = (text: string): text is GlobalPermission => globalPermissions.some((candidate) => candidate === text);

/** Holds a token to be against the rules; its owner has each permission that it names. Throws Invalid, Forbidden. */
export function requireToken(
  { note, permissions, expiresAt }: TokenRequest,
  owner: { hasPermission(permission: GlobalPermission): boolean },
  now: Instant,
): void {
  if (note.trim() === '' || note.length > maxNoteLength || /\p{Cc}|\p{Cs}/u.test(note)) {
    throw new Invalid(message('token.badNote', { max: maxNoteLength }));
  }
  if (expiresAt !== null && (expiresAt <= now || expiresAt > now + maxLifetimeMs)) {
    throw new Invalid(message('token.badExpiry'));
  }
  for (const permission of permissions ?? []) {
    if (!isGlobal(permission)) {
      throw new Invalid(message('token.unknownPermission', { permission }));
    }
    if (!owner.hasPermission(permission)) throw missingPermission(permission, rootFolderId);
  }
}
