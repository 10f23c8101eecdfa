import { requirePrincipals, requireUsername } from '@slipway/domain';
import { keepExternalUser, type OutsideSource } from '@slipway/persistence';
import type { Deps } from '../context/deps.ts';
import type { Directory, OutsideUser } from './directory.ts';

/** What a person can read, in the length that is kept; null for nothing. */
const readable = (text: string | null): string | null =>
  text
    ?.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim()
    .slice(0, 255) || null;

/** How many groups of a login count. */
const mostGroups = 2_000;

/** Why a user with a valid external login is rejected here: a message for the user. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken';
}

/** Whether something is as the domain requires it. */
function passes(requirement: () => void): boolean {
  try {
    requirement();
    return true;
  } catch {
    return false;
  }
}

/** A login elsewhere. */
interface Elsewhere {
  readonly source: OutsideSource;
  /** whether a group there may have this name */
  readonly isGroup: (name: string) => Promise<boolean>;
}

/** The identity provider, whose groups cannot be queried. */
export const provider: Elsewhere = { source: 'oidc', isGroup: async () => true };

const nameOf: Readonly<Record<OutsideSource, string>> = { ldap: 'the directory', oidc: 'the identity provider' };

type Refused = Exclude<Awaited<ReturnType<typeof keepExternalUser>>, { readonly kind: 'user' }>;

function reasonOf(refused: Refused, username: string): string {
  switch (refused.kind) {
    case 'local':
      return `there is a local user of the name ${username}, who can log in by password`;
    case 'elsewhere':
      return `the user ${username} logs in by ${nameOf[refused.source]}`;
    case 'unfit':
      return 'the user name is one that no user can have here';
    case 'named':
      return (
        `a role names ${username} already, which may mean a group: ` +
        'have an administrator make that user first, with "external": true'
      );
  }
}

/**
 * The account of a valid external login, created if new. Throws NotTaken: for a name that no new user can have, one of
 * a local user, of another source or of a group, or of a user who cannot log in.
 */
export async function accountOf(
  { database }: Pick<Deps, 'database'>,
  { source, isGroup }: Elsewhere,
  found: OutsideUser,
  address: string,
) {
  const { username, groups } = found;
  const named = groups?.names.filter((group) => passes(() => requirePrincipals([group]))).slice(0, mostGroups);
  const login = {
    ...{ username, source, address },
    ...{ fullName: readable(found.fullName), email: readable(found.email) },
    groups: groups && { ...groups, names: named ?? [] },
    isFit: passes(() => requireUsername(username)),
  };
  let kept = await keepExternalUser(database, { ...login, isNoGroup: false });
  if (kept.kind === 'named' && !(await isGroup(username))) {
    kept = await keepExternalUser(database, { ...login, isNoGroup: true });
  }
  if (kept.kind !== 'user') throw new NotTaken(reasonOf(kept, username));
  if (!kept.user.loginAllowed) throw new NotTaken(`the user ${kept.user.username} may not log in`);
  return kept.user;
}

/**
 * The login of a directory's users by password. A user that is valid there and rejected here is reported to the
 * operator.
 */
export const createDirectoryLogin =
  (deps: Pick<Deps, 'database' | 'logger'>, directory: Directory) =>
  async (username: string, password: string, address: string) => {
    const found = await directory.find(username, password);
    if (found === null) return null;
    return await accountOf(deps, { source: 'ldap', isGroup: directory.isGroup }, found, address).catch(
      (error: unknown) => {
        if (!(error instanceof NotTaken)) throw error;
        deps.logger.warn({ username: found.username, reason: error.message }, 'a user of the directory was rejected');
        return null;
      },
    );
  };
