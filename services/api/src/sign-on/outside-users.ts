import { keepExternalUser } from '@slipway/persistence';
import type { Deps } from '../context/deps.ts';
import type { Directory, OutsideUser } from './directory.ts';

/** What a person can read, in the length that is kept; null for nothing. */
const readable = (text: string | null): string | null =>
  text
    ?.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim()
    .slice(0, 255) || null;

/** The length of a group's name, which may be a whole path in a directory, and how many count. */
const longestGroup = 1_000;
const mostGroups = 2_000;
const isGroup = (name: string): boolean =>
  name.trim() !== '' && name.length <= longestGroup && !/[\p{Cc}\p{Cs}]/u.test(name);

/** Why somebody whose login was right elsewhere is not let in here: a sentence for them. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken';
}

/** People do not begin like tokens, nor hold slashes (people.md, section 5). */
const isUsername = (name: string): boolean =>
  name.trim() !== '' && name.length <= 255 && !/[\p{Cc}\p{Cs}/]/u.test(name) && !/^rpa_/i.test(name);

/**
 * The account of somebody whose login was right elsewhere, made where it is new. Throws NotTaken: for a name that no
 * user can have, one that a local user has, or one that may not log in.
 */
export async function accountOf({ database }: Pick<Deps, 'database'>, found: OutsideUser, address: string) {
  const { username } = found;
  if (!isUsername(username)) throw new NotTaken('the user name has signs that no user name can have here');
  const groups = found.groups.filter(isGroup).slice(0, mostGroups);
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
