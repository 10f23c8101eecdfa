import { requirePrincipals, requireUsername } from '@slipway/domain';
import { keepExternalUser } from '@slipway/persistence';
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

/** Why somebody whose login was right elsewhere is not let in here: a sentence for them. */
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

/**
 * The account of somebody whose login was right elsewhere, made where it is new. Throws NotTaken: for a name that no
 * user can have, one that a local user has, or one that may not log in.
 */
export async function accountOf({ database }: Pick<Deps, 'database'>, found: OutsideUser, address: string) {
  const { username } = found;
  if (!passes(() => requireUsername(username))) throw new NotTaken('the user name is one that no user can have here');
  const groups = found.groups.filter((group) => passes(() => requirePrincipals([group]))).slice(0, mostGroups);
  const described = { fullName: readable(found.fullName), email: readable(found.email) };
  const account = await keepExternalUser(database, { username, ...described, groups, address });
  if (account === null) throw new NotTaken(`there is a local user of the name ${username}, who can log in by password`);
  if (!account.loginAllowed) throw new NotTaken(`the user ${account.username} may not log in`);
  return account;
}

/** The login of a directory's users by password. Whom it knows and is not taken here is told to the operator. */
export const createDirectoryLogin =
  (deps: Pick<Deps, 'database' | 'logger'>, directory: Directory) =>
  async (username: string, password: string, address: string) => {
    const found = await directory.find(username, password);
    if (found === null) return null;
    return await accountOf(deps, found, address).catch((error: unknown) => {
      if (!(error instanceof NotTaken)) throw error;
      deps.logger.warn({ username: found.username, reason: error.message }, 'a user of the directory was not let in');
      return null;
    });
  };
