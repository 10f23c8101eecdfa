import { type InvitationBody, showInvitation } from '@slipway/api-schema/people';
import { message } from '@slipway/domain/messages';
import { Conflict, Invalid, NotFound } from '@slipway/domain/model';
import {
  invalidInvitation,
  invitationLifetimeMs,
  isAcceptable,
  neededToChange,
  requireInvitationQuota,
  requireInvitee,
  requireNewUser,
  requireUsername,
} from '@slipway/domain/people';
import { type Actor, writeAudit } from '@slipway/persistence/audit';
import { type Connection, readClock } from '@slipway/persistence/database';
import {
  addAccount,
  addInvitation,
  bumpAccessVersion,
  countInvitations,
  findAccount,
  type Invitation,
  isInvited,
  listInvitations,
  lockPeople,
  removeInvitation,
  takeInvitation,
  wouldBeAdmin,
} from '@slipway/persistence/people';
import type { ResourceContext } from '../model/context.ts';
import type { CallerContext } from './caller-context.ts';
import { blankUser, newUserAuditFields, requireNoLookAlike } from './users.ts';

type Context = Pick<ResourceContext, 'engine' | 'database'>;

/** Returns the members of an invitation for the audit log. */
const auditFields = ({ id, fullName, email, invitedBy, expiresAt }: Invitation) => ({
  id,
  fullName,
  email,
  invitedBy,
  expiryDate: new Date(expiresAt).toISOString(),
});

/** The id of an invitation, and the hash of the secret in its link. */
interface InvitationKey {
  readonly id: string;
  readonly hash: string;
}

/** Creates an invitation of a new user. The name obeys the rules for new users. Throws Forbidden, Invalid, Conflict. */
export async function createInvitation(
  { database }: Context,
  { caller, actor }: CallerContext,
  { username, fullName, email }: InvitationBody,
  key: InvitationKey,
) {
  requireNewUser(caller, { isAdmin: false });
  requireUsername(username);
  return await database.transaction(async (connection) => {
    await lockPeople(connection);
    requireNewUser(caller, { isAdmin: await wouldBeAdmin(connection, username) });
    const user = await findAccount(connection, username);
    requireInvitee({ username, user, isInvited: await isInvited(connection, username) });
    await requireNoLookAlike(connection, username);
    requireInvitationQuota(await countInvitations(connection));
    const now = await readClock(connection);
    const invitation = await addInvitation(connection, {
      ...{ ...key, username, fullName: fullName ?? null, email: email ?? null, invitedBy: caller.username },
      isByNonAdmin: !caller.hasPermission(neededToChange.adminUser),
      expiresAt: now + invitationLifetimeMs,
    });
    const after = auditFields(invitation);
    await writeAudit(connection, { actor, action: 'INVITATION_CREATED', subject: username, before: null, after });
    return showInvitation(invitation, now);
  });
}

/** Returns the invitations that are neither accepted nor revoked. The caller of this function checks the permission. */
export async function renderInvitations({ database }: Pick<Context, 'database'>) {
  const [invitations, now] = await Promise.all([listInvitations(database), readClock(database)]);
  return invitations.map((invitation) => showInvitation(invitation, now));
}

/** Deletes an invitation, whose link is then invalid. The caller of this function checks the permission. Throws NotFound. */
export async function revokeInvitation({ database }: Context, { actor }: CallerContext, id: string): Promise<void> {
  await database.transaction(async (connection) => {
    const removed = await removeInvitation(connection, id);
    if (removed === null) throw new NotFound(message('notFound.invitation', { id }));
    const before = auditFields(removed);
    const subject = removed.username;
    await writeAudit(connection, { actor, action: 'INVITATION_REVOKED', subject, before, after: null });
  });
}

async function requireAcceptableBy(
  connection: Connection,
  invitation: Pick<Invitation, 'username' | 'isByNonAdmin' | 'expiresAt'>,
  isInviterTrusted: boolean,
): Promise<void> {
  const { username, isByNonAdmin, expiresAt } = invitation;
  const isForAdmin = await wouldBeAdmin(connection, username);
  const facts = { expiresAt, isByNonAdmin, isInviterTrusted, wouldBeAdmin: isForAdmin };
  if (!isAcceptable(facts, await readClock(connection))) throw invalidInvitation();
}

/** Requires that an invitation can be accepted now. Throws NotFound. */
export async function requireAcceptable({ engine, database }: Context, invitation: Invitation): Promise<void> {
  const inviter = await engine.access.byName(invitation.invitedBy);
  await requireAcceptableBy(database, invitation, inviter.hasPermission(neededToChange.user));
}

interface Acceptance extends InvitationKey {
  readonly passwordHash: string;
  /** The IP address of the client. */
  readonly address: string;
}

/**
 * Accepts an invitation after `requireAcceptable`: creates the user with the chosen password. Of several requests with
 * one link, one succeeds. Returns the name of the user. Throws NotFound for all reasons.
 */
export async function acceptInvitation(
  { database }: Pick<Context, 'database'>,
  { id, hash, passwordHash, address }: Acceptance,
): Promise<string> {
  return await database.transaction(async (connection) => {
    await lockPeople(connection);
    const invitation = await takeInvitation(connection, id, hash);
    if (invitation === null) throw invalidInvitation();
    // Reading the permissions of the inviter again would take a second connection.
    await requireAcceptableBy(connection, invitation, true);
    await addInvitedUser(connection, invitation, passwordHash, {
      username: invitation.username,
      address,
    });
    await bumpAccessVersion(connection);
    return invitation.username;
  });
}

/** Creates the user of an invitation. Another user can have received the name in the meantime. Throws NotFound. */
async function addInvitedUser(
  connection: Connection,
  invitation: Invitation,
  passwordHash: string,
  actor: Actor,
): Promise<void> {
  const { username, fullName, email, isByNonAdmin } = invitation;
  const user = { ...blankUser, username, fullName, email, passwordHash };
  await requireNoLookAlike(connection, username).catch((error: unknown) => {
    throw error instanceof Conflict || error instanceof Invalid ? invalidInvitation() : error;
  });
  const isAdded = await addAccount(connection, { ...user, external: false, passwordOfOther: isByNonAdmin });
  if (!isAdded) throw invalidInvitation();
  const line = { actor, subject: username } as const;
  await writeAudit(connection, {
    ...line,
    action: 'INVITATION_ACCEPTED',
    before: auditFields(invitation),
    after: null,
  });
  await writeAudit(connection, { ...line, action: 'USER_CREATED', before: null, after: newUserAuditFields(user) });
}
