import {
  canResetPassword,
  invalidPasswordReset,
  maxPasswordResets,
  passwordResetLifetimeMs,
} from '@slipway/domain/mails';
import { type Actor, writeAudit } from '@slipway/persistence/audit';
import { readClock } from '@slipway/persistence/database';
import {
  addPasswordReset,
  bumpAccessVersion,
  countPasswordResets,
  findAccount,
  findResetCandidates,
  lockPeople,
  type ResetAccount,
  removeSessions,
  takePasswordReset,
  updateAccount,
} from '@slipway/persistence/people';
import type { ResourceContext } from '../model/context.ts';

type Context = Pick<ResourceContext, 'database'>;

/** The id of a link to choose a new password, and the hash of its secret. */
interface ResetKey {
  readonly id: string;
  readonly hash: string;
}

/** The maximum number of users with the same mail address that one request serves. */
const maxCandidates = 5;

/**
 * Creates a link for each user with this name or mail address who can reset the password by mail. Returns the users with
 * their keys, in no case more links within an hour than the limit.
 */
export async function requestPasswordReset<Key extends ResetKey>(
  { database }: Context,
  nameOrAddress: string,
  address: string,
  createKey: () => Key,
): Promise<readonly { readonly account: ResetAccount; readonly key: Key }[]> {
  const candidates = await findResetCandidates(database, nameOrAddress, maxCandidates);
  const created: { readonly account: ResetAccount; readonly key: Key }[] = [];
  for (const account of candidates.filter(canResetPassword)) {
    const key = createKey();
    const isCreated = await database.transaction(async (connection) => {
      await lockPeople(connection);
      const { username } = account;
      if ((await countPasswordResets(connection, username)) >= maxPasswordResets) return false;
      const expiresAt = (await readClock(connection)) + passwordResetLifetimeMs;
      await addPasswordReset(connection, { id: key.id, hash: key.hash, username, expiresAt });
      const after = { id: key.id, expiryDate: new Date(expiresAt).toISOString() };
      const actor = { username, address };
      await writeAudit(connection, { actor, action: 'RESET_REQUESTED', subject: username, before: null, after });
      return true;
    });
    if (isCreated) created.push({ account, key });
  }
  return created;
}

interface NewPassword extends ResetKey {
  readonly passwordHash: string;
  /** the IP address of the client */
  readonly address: string;
}

/**
 * Sets the password of the user of a link, and ends the sessions of the user. Of several requests with one link, one
 * succeeds. Returns the name of the user. Throws NotFound for all reasons.
 */
export async function resetPassword(
  { database }: Context,
  { id, hash, passwordHash, address }: NewPassword,
): Promise<string> {
  return await database.transaction(async (connection) => {
    await lockPeople(connection);
    const username = await takePasswordReset(connection, id, hash);
    const account = username === null ? null : await findAccount(connection, username);
    if (account === null || !canResetPassword(account)) throw invalidPasswordReset();
    const actor: Actor = { username: account.username, address };
    await updateAccount(connection, { ...account, mustChangePassword: false, passwordHash, passwordOfOther: false });
    const line = { actor, subject: account.username } as const;
    const after = { password: '********' };
    await writeAudit(connection, { ...line, action: 'PASSWORD_RESET', before: { id }, after });
    for (const session of await removeSessions(connection, account.username, null))
      await writeAudit(connection, { ...line, action: 'SESSION_ENDED', before: { id: session }, after: null });
    await bumpAccessVersion(connection);
    return account.username;
  });
}
