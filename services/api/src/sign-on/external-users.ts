import { type Message, message } from '@slipway/domain/messages';
import { RefusalError } from '@slipway/domain/model';
import { requirePrincipals, requireUsername } from '@slipway/domain/people';
import { type AccountSource, type GroupClaim, storeExternalUser } from '@slipway/persistence/people';
import type { Deps } from '../dependencies/deps.ts';

/** A user of an external login. */
export interface ExternalUser {
  /** as the outside login writes it, whatever was typed */
  readonly username: string;
  readonly fullName: string | null;
  readonly email: string | null;
  /** Their groups, which may be principals of roles; without duplicates. Null: the login contained none. */
  readonly groups: GroupClaim | null;
}

/** An external source of names and passwords, which has priority over local users (permissions.md, Login). */
export interface Directory {
  /**
   * The user of a name and a password; null if they are wrong. Takes as long as the directory does, and
   * `LDAP_TIMEOUT_MS` at most. Throws DirectoryUnreachable, Overloaded.
   */
  find(username: string, password: string): Promise<ExternalUser | null>;
  /** Whether a group may have this name, in any letter case. Throws DirectoryUnreachable, Overloaded. */
  isGroup(name: string): Promise<boolean>;
}

/** The readable part of a text, in the length that is stored; null for an empty text. */
const toReadable = (text: string | null): string | null =>
  text
    ?.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim()
    .slice(0, 255) || null;

/** How many groups of a login count. */
const maxGroups = 2_000;

/** Why a user with a valid external login is rejected here: a message for the user. */
export class ExternalUserRejected extends RefusalError {
  override readonly name = 'NotTaken';
}

/** Whether something is as the domain requires it. */
function satisfies(requirement: () => void): boolean {
  try {
    requirement();
    return true;
  } catch {
    return false;
  }
}

/** A login elsewhere. */
interface ExternalSource {
  readonly source: AccountSource;
  /** whether a group there may have this name */
  readonly isGroup: (name: string) => Promise<boolean>;
}

/** The identity provider, whose groups cannot be queried. */
export const oidcSource: ExternalSource = { source: 'oidc', isGroup: async () => true };

const sourceCodes = { ldap: 'signOn.userOfDirectory', oidc: 'signOn.userOfProvider' } as const;

type Rejection = Exclude<Awaited<ReturnType<typeof storeExternalUser>>, { readonly kind: 'user' }>;

function reasonOf(rejection: Rejection, username: string): Message {
  switch (rejection.kind) {
    case 'local':
      return message('signOn.localUser', { username });
    case 'elsewhere':
      return message(sourceCodes[rejection.source], { username });
    case 'unfit':
      return message('signOn.unfitName');
    case 'named':
      return message('signOn.nameOfGroup', { username });
  }
}

/**
 * The account of a valid external login, created if new. Throws ExternalUserRejected: for a name that no new user can have, one of
 * a local user, of another source or of a group, or of a user who cannot log in.
 */
export async function ensureExternalUser(
  { database }: Pick<Deps, 'database'>,
  { source, isGroup }: ExternalSource,
  user: ExternalUser,
  address: string,
) {
  const { username, groups } = user;
  const validGroups = groups?.names.filter((group) => satisfies(() => requirePrincipals([group]))).slice(0, maxGroups);
  const login = {
    ...{ username, source, address },
    ...{ fullName: toReadable(user.fullName), email: toReadable(user.email) },
    groups: groups && { ...groups, names: validGroups ?? [] },
    isValidName: satisfies(() => requireUsername(username)),
  };
  let stored = await storeExternalUser(database, { ...login, isNotGroup: false });
  if (stored.kind === 'named' && !(await isGroup(username))) {
    stored = await storeExternalUser(database, { ...login, isNotGroup: true });
  }
  if (stored.kind !== 'user') throw new ExternalUserRejected(reasonOf(stored, username));
  if (!stored.user.loginAllowed)
    throw new ExternalUserRejected(message('signOn.loginLocked', { username: stored.user.username }));
  return stored.user;
}

/**
 * The login of a directory's users by password. A user that is valid there and rejected here is reported to the
 * operator.
 */
export const createDirectoryLogin =
  (deps: Pick<Deps, 'database' | 'logger'>, directory: Directory) =>
  async (username: string, password: string, address: string) => {
    const user = await directory.find(username, password);
    if (user === null) return null;
    return await ensureExternalUser(deps, { source: 'ldap', isGroup: directory.isGroup }, user, address).catch(
      (error: unknown) => {
        if (!(error instanceof ExternalUserRejected)) throw error;
        deps.logger.warn({ username: user.username, reason: error.message }, 'a user of the directory was rejected');
        return null;
      },
    );
  };
