import {
  Conflict,
  Invalid,
  neededToChange,
  requirePassword,
  requireUserUpdate,
  takesPreviousPassword,
} from '@slipway/domain';
import {
  bumpAccess,
  type Connection,
  lockPeople,
  type UserAccount,
  updateAccount,
  writeAudit,
} from '@slipway/persistence';
import type { UserBody } from '@slipway/wire';
import type { ResourceContext } from '../model/context.ts';
import type { Asking, Passwords } from './asking.ts';
import { differenceOf, draftFrom } from './user-changes.ts';
import { userNamed } from './users.ts';

/** The changes of a user. */
export interface UserUpdate {
  readonly username: string;
  readonly body: Partial<UserBody>;
  /** the field that has the password until now, as the caller has sent it */
  readonly ownPassword?: 'previousPassword' | 'currentPassword';
}

/** An update whose passwords were looked at. */
interface Prepared extends UserUpdate {
  readonly passwordHash: string | null;
  /** what was stored of the password when the one before it was checked */
  readonly checked: string | null;
}

const given = <T>(value: T | undefined): value is T => value !== undefined;

/**
 * Changes users, all or none: absent members stay (permissions.md, Users). Throws Forbidden, NotFound, Invalid, Conflict,
 * TooManyRequests, Overloaded.
 */
export async function updateUsers(
  { engine, database }: Pick<ResourceContext, 'engine' | 'database'>,
  asking: Asking,
  updates: readonly UserUpdate[],
  passwords: Passwords,
): Promise<void> {
  const prepared: Prepared[] = [];
  const names = new Set<string>();
  for (const update of updates) {
    const user = await userNamed(database, asking, update.username);
    requireUpdate(asking, user, update);
    if (names.has(user.username)) throw new Invalid(`username: '${user.username}' is given twice`);
    names.add(user.username);
    prepared.push(await withPassword(asking, user, update, passwords));
  }
  await engine.change((within) =>
    within.transaction(async (connection) => {
      await lockPeople(connection);
      const changed: string[] = [];
      for (const update of prepared) changed.push(...(await applyUpdate(connection, asking, update)));
      if (changed.includes('loginAllowed')) await bumpAccess(connection);
    }),
  );
}

function requireUpdate({ caller }: Asking, user: UserAccount, { body }: UserUpdate) {
  const draft = draftFrom(body, user);
  const difference = differenceOf(user, draft, given(body.password));
  requireUserUpdate(caller, user, difference.changed);
  return { draft, difference };
}

/** Checks the password before, where it takes one, and makes what is stored of the new one. */
async function withPassword(asking: Asking, user: UserAccount, update: UserUpdate, passwords: Passwords) {
  const { body, ownPassword = 'previousPassword' } = update;
  const { password, previousPassword } = body;
  if (password === undefined) return { ...update, passwordHash: null, checked: null };
  requirePassword(password, passwords.least);
  const takesPrevious = takesPreviousPassword(asking.caller, user.username);
  if (takesPrevious) await passwords.requireOwn(user.username, previousPassword ?? '', ownPassword);
  return {
    ...update,
    passwordHash: await passwords.hash(password),
    checked: takesPrevious ? user.passwordHash : null,
  };
}

/** Answers what has changed, by the names of fields. */
async function applyUpdate(connection: Connection, asking: Asking, update: Prepared): Promise<readonly string[]> {
  const user = await userNamed(connection, asking, update.username);
  const { draft, difference } = requireUpdate(asking, user, update);
  if (update.checked !== null && update.checked !== user.passwordHash)
    throw new Conflict('the password was changed by another user meanwhile');
  const { changed, before, after } = difference;
  if (changed.length === 0) return changed;
  await updateAccount(connection, {
    ...draft,
    passwordHash: update.passwordHash,
    passwordOfOther: takesPreviousPassword(asking.caller, user.username)
      ? null
      : !asking.caller.holds(neededToChange.adminUser),
  });
  await writeAudit(connection, { actor: asking.actor, action: 'USER_UPDATED', subject: user.username, before, after });
  return changed;
}
