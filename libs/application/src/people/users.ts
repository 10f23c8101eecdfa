import { isDeepStrictEqual } from 'node:util';
import { type NewUserBody, profileOf, showUser, type UserBody, type UserResponse } from '@slipway/api-schema/people';
import { message } from '@slipway/domain/messages';
import { Conflict, Invalid, type Json, NotFound } from '@slipway/domain/model';
import {
  lookAlikesOf,
  neededToChange,
  requireNewUser,
  requirePassword,
  requirePasswordHere,
  requireUserDeletion,
  requireUsername,
  requireUserRead,
} from '@slipway/domain/people';
import { writeAudit } from '@slipway/persistence/audit';
import type { Connection } from '@slipway/persistence/database';
import {
  addAccount,
  bumpAccessVersion,
  deleteAccount,
  endLogins,
  findAccount,
  lockPeople,
  type UserAccount,
  type UserDraft,
  wouldBeAdmin,
} from '@slipway/persistence/people';
import type { ResourceContext } from '../model/context.ts';
import type { CallerContext, Passwords } from './caller-context.ts';

/** Replaces a password in the audit log. */
const maskedPassword = '********';

type Fields = Readonly<Record<string, Json>>;

/** Returns the members of a user for the audit log, without the password. */
const auditFields = ({ fullName, email, loginAllowed, mustChangePassword, profile }: UserDraft): Fields => ({
  fullName,
  email,
  loginAllowed,
  mustChangePassword,
  ...profile,
});

/** The state of a user after the request. Absent members keep their values. */
export function draftFrom(body: Partial<UserBody>, before: UserDraft): UserDraft {
  const { fullName = before.fullName, email = before.email, loginAllowed = before.loginAllowed } = body;
  const { mustChangePassword = before.mustChangePassword } = body;
  const profile = { ...before.profile, ...profileOf(body) };
  return { username: before.username, fullName, email, loginAllowed, mustChangePassword, profile, passwordHash: null };
}

/** A difference between the stored and the requested user. */
interface UserDifference {
  /** The names of the changed fields. */
  readonly changed: readonly string[];
  readonly before: Fields;
  readonly after: Fields;
}

/** Returns the changes of a user by a draft, including a new password. */
export function differenceOf(user: UserAccount, draft: UserDraft, setsPassword: boolean): UserDifference {
  const [storedFields, draftFields] = [auditFields(user), auditFields(draft)];
  const fields = Object.keys(draftFields).filter(
    (field) => !isDeepStrictEqual(storedFields[field] ?? null, draftFields[field] ?? null),
  );
  const pickChanged = (allFields: Fields) =>
    Object.fromEntries(fields.map((field) => [field, allFields[field] ?? null]));
  return {
    changed: setsPassword ? [...fields, 'password'] : fields,
    before: pickChanged(storedFields),
    after: { ...pickChanged(draftFields), ...(setsPassword && { password: maskedPassword }) },
  };
}

/** Returns the members of a new or deleted user for the audit log. */
function wholeAuditFields(draft: UserDraft): Fields {
  const { mustChangePassword = false, ...fields } = auditFields(draft);
  return mustChangePassword === true ? { ...fields, mustChangePassword } : fields;
}

/** Returns the members of a new user for the audit log, with a masked password. */
export const newUserAuditFields = (draft: UserDraft): Fields => ({
  ...wholeAuditFields(draft),
  ...(draft.passwordHash !== null && { password: maskedPassword }),
});

export const blankUser = {
  fullName: null,
  email: null,
  loginAllowed: true,
  mustChangePassword: false,
  profile: {},
  passwordHash: null,
};

type Context = Pick<ResourceContext, 'engine' | 'database'>;

const userNotFound = (username: string) => new NotFound(message('notFound.user', { name: username }));

/**
 * Returns a user by name. Without the permission, unknown users result in the same refusal. Throws Forbidden, NotFound.
 */
export async function getUser(
  connection: Connection,
  { caller }: Pick<CallerContext, 'caller'>,
  username: string,
): Promise<UserAccount> {
  const user = await findAccount(connection, username);
  requireUserRead(caller, user?.username ?? null);
  if (user === null) throw userNotFound(username);
  return user;
}

/** Throws Conflict for a name that looks like that of another user, but has letters of a different script. */
export async function requireNoLookAlike(connection: Connection, username: string): Promise<void> {
  for (const name of lookAlikesOf(username)) {
    const lookAlike = await findAccount(connection, name);
    if (lookAlike === null) continue;
    throw new Conflict(message('user.looksAlike', { username, other: lookAlike.username }));
  }
}

/** Creates a user. Throws Forbidden, Invalid, Conflict, Overloaded. */
export async function createUser(
  { engine }: Context,
  { caller, actor }: CallerContext,
  {
    username,
    body,
    passwords,
  }: { readonly username: string; readonly body: Partial<NewUserBody>; readonly passwords: Passwords },
): Promise<UserResponse> {
  requireNewUser(caller, { isAdmin: false });
  requireUsername(username);
  const { password, external = false, mustChangePassword = false } = body;
  if (external && password !== undefined) {
    throw new Invalid(message('user.passwordElsewhere'));
  }
  if (mustChangePassword) requirePasswordHere({ username, external });
  if (password !== undefined) requirePassword(password, passwords.minLength);
  const passwordHash = password === undefined ? null : await passwords.hash(password);
  const blank = { username, ...blankUser };
  const passwordOfOther = password !== undefined && !caller.hasPermission(neededToChange.adminUser);
  const user = { ...draftFrom(body, blank), passwordHash, passwordOfOther, external };
  return await engine.change((database) =>
    database.transaction(async (connection) => {
      await lockPeople(connection);
      requireNewUser(caller, { isAdmin: await wouldBeAdmin(connection, username) });
      await requireNoLookAlike(connection, username);
      if (!(await addAccount(connection, user))) throw new Conflict(message('user.exists', { username }));
      const after = { ...newUserAuditFields(user), ...(external && { external }) };
      await writeAudit(connection, { actor, action: 'USER_CREATED', subject: username, before: null, after });
      const created = await findAccount(connection, username);
      if (created === null) throw userNotFound(username);
      await bumpAccessVersion(connection);
      return showUser(created);
    }),
  );
}

/**
 * Deletes a user and removes it from all roles and teams. The log entries of the user stay. Throws Forbidden, NotFound,
 * Conflict.
 */
export async function deleteUser({ database }: Context, callerContext: CallerContext, rawName: string): Promise<void> {
  const { caller, actor } = callerContext;
  await database.transaction(async (connection) => {
    await lockPeople(connection);
    const user = await getUser(connection, callerContext, rawName);
    requireUserDeletion(caller, user);
    await endLogins(connection, user.username);
    const removed = await deleteAccount(connection, user.username);
    const before = { ...wholeAuditFields(user), roles: removed.roles, teams: removed.teams };
    await writeAudit(connection, { actor, action: 'USER_DELETED', subject: user.username, before, after: null });
    await bumpAccessVersion(connection);
  });
}
