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

/** The key of a new link, with its secret encrypted until the mail is sent. */
interface NewResetKey extends ResetKey {
  readonly sealedSecret: string;
}

/** The maximum number of users with the same mail address that one request serves. */
const maxCandidates = 5;

/**
 * Creates a link for each user with this name or mail address who can reset the password by mail, in no case more links
 * within an hour than the limit. A process sends them later.
 */
export async function requestPasswordReset(
  { database }: Context,
  nameOrAddress: string,
  address: string,
  createKey: () => NewResetKey,
): Promise<void> {
  const candidates = await findResetCandidates(database, nameOrAddress, maxCandidates);
  for (const { username } of candidates.filter(canResetPassword)) {
    const key = createKey();
    await database.transaction(async (connection) => {
      await lockPeople(connection);
      if ((await countPasswordResets(connection, username)) >= maxPasswordResets) return;
      const expiresAt = (await readClock(connection)) + passwordResetLifetimeMs;
      await addPasswordReset(connection, { ...key, username, expiresAt });
      const after = { id: key.id, expiryDate: new Date(expiresAt).toISOString() };
      const actor = { username, address };
      await writeAudit(connection, { actor, action: 'RESET_REQUESTED', subject: username, before: null, after });
    });
  }
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
