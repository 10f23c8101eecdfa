import { rootFolderId } from '../ids/id-kinds.ts';
import { message, type NameIn } from '../messages/message.ts';
import { type GlobalPermission, globalPermissions, missingPermission } from '../model/catalogs/permissions.ts';
import { Conflict, Forbidden, Invalid } from '../model/errors.ts';
import type { Instant } from '../model/json.ts';
import { neededToChange } from './needed-permissions.ts';

/** A requested personal access token. */
export interface TokenRequest {
  readonly note: string;
  /** The only permissions of the token; null: all permissions of its user. */
  readonly permissions: readonly string[] | null;
  /** null: valid until deleted. */
  readonly expiresAt: Instant | null;
}

/** The maximum length of a note, in characters. */
const maxNoteLength = 255;
/** One year, including a leap day. */
const maxLifetimeMs = 366 * 24 * 3_600_000;

/** The user of the tokens. */
interface TokenOwner {
  /** in the letter case of its creation */
  readonly username: string;
  /** has all permissions, by name or by a role */
  readonly isAdmin: boolean;
  /** can log in with a password or an external login */
  readonly canLogIn: boolean;
}

interface Requester {
  /** in the letter case of its creation */
  readonly username: string;
  /** Whether a role grants the caller a permission. */
  hasPermission(permission: GlobalPermission): boolean;
}

/**
 * Requires that the caller may view and delete the tokens of a user. Users can do that with their own tokens. Tokens of
 * others require the permission to change users, and `admin` if the user has all permissions. Throws Forbidden.
 */
export function requireTokensOf(requester: Requester, { username, isAdmin }: Omit<TokenOwner, 'canLogIn'>): void {
  if (requester.username === username) return;
  const needed = [neededToChange.tokenOfOther, ...(isAdmin ? [neededToChange.adminUser] : [])];
  for (const permission of needed)
    if (!requester.hasPermission(permission)) throw missingPermission(permission, rootFolderId);
}

/**
 * Requires that the caller may create a token for a user. For another user, it must be a service account, which cannot
 * log in. Throws Forbidden, Conflict.
 */
export function requireTokenFor(requester: Requester, owner: TokenOwner): void {
  requireTokensOf(requester, owner);
  if (requester.username !== owner.username && owner.canLogIn) {
    throw new Conflict(message('token.ofLogin', { username: owner.username }));
  }
}

/** Requires that the caller is the user of a token, or has all permissions. Throws Forbidden. */
export function requireTokenOfNamed(requester: Requester, isOwn: boolean): void {
  if (!isOwn && !requester.hasPermission(neededToChange.adminUser))
    throw missingPermission(neededToChange.adminUser, rootFolderId);
}

/**
 * Requires that the caller is not authenticated by a token, for actions whose result would outlive the token, such as a
 * new token. That includes tokens of the identity provider. Throws Forbidden.
 */
export function requireNoToken(by: 'password' | 'token' | 'session' | 'provider', action: NameIn<'action'>): void {
  if (by !== 'token' && by !== 'provider') return;
  const token = message(by === 'token' ? 'token.personal' : 'token.ofProvider');
  throw new Forbidden(message('token.needsLogin', { token, action: message(`action.${action}`) }));
}

/**
 * Requires that the caller is not limited by a restricted token, for actions on the caller's own objects. Throws
 * Forbidden.
 */
export function requireSelf({ isLimited }: { readonly isLimited?: true }, action: NameIn<'action'>): void {
  if (isLimited) throw new Forbidden(message('token.restricted', { action: message(`action.${action}`) }));
}

/** The maximum number of tokens of a user, including expired tokens. */
const maxTokens = 200;

/** Requires that a user with this number of tokens can have another one. Throws Conflict. */
export function requireTokenQuota(count: number): void {
  if (count >= maxTokens) {
    throw new Conflict(message('token.tooMany', { max: maxTokens }));
  }
}

const isGlobal = (text: string): text is GlobalPermission => globalPermissions.some((candidate) => candidate === text);

/** Validates a requested token. Its owner must have each of its permissions. Throws Invalid, Forbidden. */
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
