import { type Message, message } from '@slipway/domain/messages';
import { RefusalError } from '@slipway/domain/model';
import { requirePrincipals, requireUsername } from '@slipway/domain/people';
import { type AccountSource, type GroupClaim, storeExternalUser } from '@slipway/persistence/people';
import type { Deps } from '../dependencies/deps.ts';

/** A user of an external login. */
export interface ExternalUser {
  /** The spelling of the external source, independent of the input of the user. */
  readonly username: string;
  readonly fullName: string | null;
  readonly email: string | null;
  /** The groups of the user, which can be principals of roles. Null if the login contained no groups. */
  readonly groups: GroupClaim | null;
}

/** An external source of names and passwords, which has priority over local users (permissions.md, Login). */
export interface Directory {
  /**
   * Returns the user with a name and a password, or null for wrong credentials. Waits at most `LDAP_TIMEOUT_MS` for the
   * directory. Throws DirectoryUnreachable, Overloaded.
   */
  find(username: string, password: string): Promise<ExternalUser | null>;
  /** Whether a group may have this name, ignoring case. Throws DirectoryUnreachable, Overloaded. */
  isGroup(name: string): Promise<boolean>;
}

/** Returns a text without control characters, cut to the stored length. Returns null for an empty text. */
const toReadable = (text: string | null): string | null =>
  text
    ?.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim()
    .slice(0, 255) || null;

/** The maximum number of groups that are used of a login. */
const maxGroups = 2_000;

/** The product rejects a user with a valid external login. The message is for the user. */
export class ExternalUserRejected extends RefusalError {
  override readonly name = 'ExternalUserRejected';
}

/** Whether a rule of the domain accepts a value. */
function satisfies(requirement: () => void): boolean {
  try {
    requirement();
    return true;
  } catch {
    return false;
  }
}

/** An external source of users. */
interface ExternalSource {
  readonly source: AccountSource;
  /** Whether a group of the source may have this name. */
  readonly isGroup: (name: string) => Promise<boolean>;
}

/** The identity provider. Its groups cannot be queried, so any name may be a group. */
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
 * Returns the account of a user with a valid external login, and creates it at the first login. Throws
 * ExternalUserRejected if the name is invalid, belongs to a local user, another source or a group, or if the user may
 * not log in.
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
 * Creates the password login of directory users. Logs a warning if the directory accepts a user and the product rejects
 * them.
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
