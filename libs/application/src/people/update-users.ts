import type { UserBody } from '@slipway/api-schema/people';
import { message } from '@slipway/domain/messages';
import { Conflict, Invalid } from '@slipway/domain/model';
import {
  neededToChange,
  requireOtherPassword,
  requirePassword,
  requiresPreviousPassword,
  requireUserUpdate,
} from '@slipway/domain/people';
import { writeAudit } from '@slipway/persistence/audit';
import type { Connection } from '@slipway/persistence/database';
import { bumpAccessVersion, lockPeople, type UserAccount, updateAccount } from '@slipway/persistence/people';
import type { ResourceContext } from '../model/context.ts';
import type { CallerContext, Passwords } from './caller-context.ts';
import { differenceOf, draftFrom, getUser } from './users.ts';

/** The requested changes of a user. */
export interface UserUpdate {
  readonly username: string;
  readonly body: Partial<UserBody>;
  /** the name of the request field with the current password */
  readonly ownPassword?: 'previousPassword' | 'currentPassword';
}

/** An update with verified and hashed passwords. */
interface PreparedUpdate extends UserUpdate {
  readonly passwordHash: string | null;
  /** the stored hash against which the current password was verified; null if it was not required */
  readonly checked: string | null;
}

/** The fields whose change ends event streams at once. */
const restrictions = ['loginAllowed', 'mustChangePassword'];

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;

/**
 * Changes users, all or none. Absent members stay (permissions.md, Users). Throws Forbidden, NotFound, Invalid,
 * Conflict, TooManyRequests, Overloaded.
 */
export async function updateUsers(
  { engine, database }: Pick<ResourceContext, 'engine' | 'database'>,
  callerContext: CallerContext,
  updates: readonly UserUpdate[],
  passwords: Passwords,
): Promise<void> {
  const prepared: PreparedUpdate[] = [];
  const names = new Set<string>();
  for (const update of updates) {
    const user = await getUser(database, callerContext, update.username);
    requireUpdate(callerContext, user, update);
    if (names.has(user.username)) throw new Invalid(message('user.givenTwice', { username: user.username }));
    names.add(user.username);
    prepared.push(await withPassword(callerContext, user, update, passwords));
  }
  await engine.change((writableDatabase) =>
    writableDatabase.transaction(async (connection) => {
      await lockPeople(connection);
      const changed: string[] = [];
      for (const update of prepared) changed.push(...(await applyUpdate(connection, callerContext, update)));
      if (changed.some((field) => restrictions.includes(field))) await bumpAccessVersion(connection);
    }),
  );
}

function requireUpdate({ caller }: CallerContext, user: UserAccount, { body }: UserUpdate) {
  // A password that a user chooses clears mustChangePassword, which requires no permission.
  const isChosen = isDefined(body.password) && requiresPreviousPassword(caller, user.username);
  const draft = { ...draftFrom(body, user), ...(isChosen && { mustChangePassword: false }) };
  const difference = differenceOf(user, draft, isDefined(body.password));
  const decided = difference.changed.filter((field) => !isChosen || field !== 'mustChangePassword');
  requireUserUpdate(caller, user, decided);
  return { draft, difference };
}

/** Verifies the current password if the change requires it, and hashes the new one. */
async function withPassword(callerContext: CallerContext, user: UserAccount, update: UserUpdate, passwords: Passwords) {
  const { body, ownPassword = 'previousPassword' } = update;
  const { password, previousPassword } = body;
  if (password === undefined) return { ...update, passwordHash: null, checked: null };
  requirePassword(password, passwords.minLength);
  const takesPrevious = requiresPreviousPassword(callerContext.caller, user.username);
  if (takesPrevious) {
    await passwords.requireOwn(user.username, previousPassword ?? '', ownPassword);
    requireOtherPassword(user, password, previousPassword ?? '');
  }
  return {
    ...update,
    passwordHash: await passwords.hash(password),
    checked: takesPrevious ? user.passwordHash : null,
  };
}

/** Returns the names of the changed fields. */
async function applyUpdate(
  connection: Connection,
  callerContext: CallerContext,
  update: PreparedUpdate,
): Promise<readonly string[]> {
  const user = await getUser(connection, callerContext, update.username);
  const { draft, difference } = requireUpdate(callerContext, user, update);
  if (update.checked !== null && update.checked !== user.passwordHash)
    throw new Conflict(message('user.passwordChangedMeanwhile'));
  const { changed, before, after } = difference;
  if (changed.length === 0) return changed;
  await updateAccount(connection, {
    ...draft,
    passwordHash: update.passwordHash,
    passwordOfOther: requiresPreviousPassword(callerContext.caller, user.username)
      ? null
      : !callerContext.caller.hasPermission(neededToChange.adminUser),
  });
  await writeAudit(connection, {
    actor: callerContext.actor,
    action: 'USER_UPDATED',
    subject: user.username,
    before,
    after,
  });
  return changed;
}
