import type { Instant, Json } from '@slipway/domain/model';
import type { Connection, Parameter } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';
import { convertStorageErrors } from '../database/storage-errors.ts';
import { isAdminSql } from './grants.ts';

/** The members of a user that clients can read or change. */
export interface UserAccount {
  readonly username: string;
  /** Whether an external login created the user. */
  readonly external: boolean;
  readonly fullName: string | null;
  readonly email: string | null;
  readonly loginAllowed: boolean;
  readonly lastActive: Instant | null;
  /** The password hash as a PHC string; null for a user without a password login. */
  readonly passwordHash: string | null;
  /** Settings that clients store, such as the date format. */
  readonly profile: Readonly<Record<string, Json>>;
  /** Whether the user has all permissions, by name or by a role. */
  readonly isAdmin: boolean;
  /** Whether the user must choose a new password before any other request. */
  readonly mustChangePassword: boolean;
}

/** A new user, and the members that can change. */
export type UserDraft = Pick<
  UserAccount,
  'username' | 'fullName' | 'email' | 'loginAllowed' | 'mustChangePassword' | 'profile' | 'passwordHash'
>;

/** The filter of users. Texts match any part, in any letter case. Absent members match all users. */
export interface UserFilter {
  /** Part of the user name, the full name or the email address. */
  readonly text?: string | undefined;
  readonly email?: string | undefined;
  readonly fullName?: string | undefined;
  readonly external?: boolean | undefined;
  readonly loginAllowed?: boolean | undefined;
  readonly lastActiveAfter?: Instant | undefined;
  readonly lastActiveBefore?: Instant | undefined;
}

const columns = `username, external, full_name as "fullName", email, login_allowed as "loginAllowed",
  last_active as "lastActive", password_hash as "passwordHash", profile,
  must_change_password as "mustChangePassword",
  ${isAdminSql('lower(users.username)', 'users.groups')} as "isAdmin"`;

const statements = {
  lock: { name: 'lock-people', text: `select pg_advisory_xact_lock(hashtext('slipway-people'))` },
  find: { name: 'find-account', text: `select ${columns} from users where lower(username) = lower($1)` },
  named: {
    name: 'accounts-named',
    text: `select requested.name as "requestedName", ${columns} from unnest($1::text[]) as requested (name)
      join users on lower(users.username) = lower(requested.name)`,
  },
  wouldBeAdmin: { name: 'would-be-admin', text: `select ${isAdminSql('lower($1)', `'{}'`)} as "isAdmin"` },
  insert: {
    name: 'insert-account',
    text: `insert into users (username, password_hash, full_name, email, login_allowed, profile, must_change_password, external,
        password_of_other)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning username`,
  },
  update: {
    name: 'update-account',
    text: `update users set full_name = $2, email = $3, login_allowed = $4, profile = $5,
        must_change_password = $6, password_hash = coalesce($7, password_hash),
        password_of_other = case when $7::text is null then password_of_other else coalesce($8, password_of_other) end,
        credential_version = credential_version + (($7::text is not null) or login_allowed <> $4)::int
      where username = $1`,
  },
  delete: { name: 'delete-account', text: 'delete from users where username = $1' },
  // A later user of the name must not get the inbox.
  deleteNotifications: {
    name: 'delete-notifications-of-user',
    text: `with inbox as (delete from inbox_entries where username = lower($1)),
        followed as (delete from followed_objects where username = lower($1)),
        dashboard as (delete from dashboard_subscriptions where username = lower($1))
      delete from notification_preferences where username = lower($1)`,
  },
  leaveRoles: {
    name: 'leave-roles',
    text: `delete from role_principals p using roles r
      where r.id = p.role_id and p.principal = lower($1) returning r.name`,
  },
  leaveTeams: {
    name: 'leave-teams',
    text: `delete from team_members m using teams t
      where t.id = m.team_id and m.principal = 'user:' || lower($1) returning t.scope_id || '/' || t.id as name`,
  },
};

/**
 * Blocks other changes of users and roles until the transaction ends, so that the names in use and the users with all
 * permissions do not change in the meantime.
 */
export async function lockPeople(connection: Connection): Promise<void> {
  await connection.query(statements.lock);
}

/** Finds a user by name, in any letter case. Returns null if the user does not exist. */
export async function findAccount(connection: Connection, username: string): Promise<UserAccount | null> {
  const [account] = await connection.query<UserAccount>(statements.find, [username]);
  return account ?? null;
}

/** Finds users by names, in any letter case. */
export async function findAccountsByName(
  connection: Connection,
  names: readonly string[],
): Promise<ReadonlyMap<string, UserAccount>> {
  const rows = await connection.query<UserAccount & { readonly requestedName: string }>(statements.named, [names]);
  return new Map(rows.map(({ requestedName, ...account }) => [requestedName, account]));
}

/** Returns whether a new user of this name would have all permissions. */
export async function wouldBeAdmin(connection: Connection, username: string): Promise<boolean> {
  const [row] = await connection.query<{ readonly isAdmin: boolean }>(statements.wouldBeAdmin, [username]);
  return row?.isAdmin === true;
}

const toContainsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

function toConditions(filter: UserFilter) {
  const { text, email, fullName, external, loginAllowed, lastActiveAfter, lastActiveBefore } = filter;
  const clauses: readonly (readonly [condition: (n: number) => string, value: Parameter | undefined])[] = [
    [
      (n) => `(username ilike $${n} or full_name ilike $${n} or email ilike $${n})`,
      text === undefined ? undefined : toContainsPattern(text),
    ],
    [(n) => `email ilike $${n}`, email === undefined ? undefined : toContainsPattern(email)],
    [(n) => `full_name ilike $${n}`, fullName === undefined ? undefined : toContainsPattern(fullName)],
    [(n) => `external = $${n}`, external],
    [(n) => `login_allowed = $${n}`, loginAllowed],
    [(n) => `last_active > $${n}`, lastActiveAfter === undefined ? undefined : timestamp(lastActiveAfter)],
    [(n) => `last_active < $${n}`, lastActiveBefore === undefined ? undefined : timestamp(lastActiveBefore)],
  ];
  const usedClauses = clauses.flatMap(([condition, value]) => (value === undefined ? [] : [{ condition, value }]));
  return {
    where: usedClauses.map(({ condition }, index) => condition(index + 1)).join(' and ') || 'true',
    values: usedClauses.map(({ value }) => value),
  };
}

/** Reads one page of the users, ordered by name. Throws Invalid. */
export async function listAccounts(
  connection: Connection,
  filter: UserFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly UserAccount[]> {
  const { where, values } = toConditions(filter);
  const text = `select ${columns} from users where ${where} order by lower(username), username
    limit $${values.length + 1} offset $${values.length + 2}`;
  return await convertStorageErrors(() => connection.query<UserAccount>({ text }, [...values, limit, offset]));
}

const valuesOf = ({ username, fullName, email, loginAllowed, profile, mustChangePassword }: UserDraft) =>
  [username, fullName, email, loginAllowed, JSON.stringify(profile), mustChangePassword] as const;

/** Adds a user. Returns false if the name is in use, in any letter case. Throws Invalid. */
export async function addAccount(
  connection: Connection,
  user: UserDraft & Pick<UserAccount, 'external'> & { readonly passwordOfOther: boolean },
): Promise<boolean> {
  const [username, ...otherValues] = valuesOf(user);
  const values = [username, user.passwordHash, ...otherValues, user.external, user.passwordOfOther];
  return (await convertStorageErrors(() => connection.query(statements.insert, values))).length > 0;
}

/**
 * Updates a user. A null password hash keeps the stored one. Invalidates cached logins if the password or the right to
 * log in has changed. `passwordSetByOther`: whether another user without the permission `admin` sets the new password;
 * null keeps the stored value. Throws Invalid.
 */
export async function updateAccount(
  connection: Connection,
  user: UserDraft & { readonly passwordOfOther: boolean | null },
): Promise<void> {
  const values = [...valuesOf(user), user.passwordHash, user.passwordOfOther];
  await convertStorageErrors(() => connection.query(statements.update, values));
}

/** The roles and teams of a user before a deletion. */
export interface Memberships {
  /** Sorted by name. */
  readonly roles: readonly string[];
  /** The teams as `scope id/team id`. */
  readonly teams: readonly string[];
}

/** Deletes a user with their inbox, and removes the name from all roles and teams. `username` is the name as created. */
export async function deleteAccount(connection: Connection, username: string): Promise<Memberships> {
  const names = async (statement: { readonly name: string; readonly text: string }) =>
    (await connection.query<{ readonly name: string }>(statement, [username])).map(({ name }) => name).toSorted();
  const [roles, teams] = await Promise.all([names(statements.leaveRoles), names(statements.leaveTeams)]);
  await connection.query(statements.delete, [username]);
  await connection.query(statements.deleteNotifications, [username]);
  return { roles, teams };
}
