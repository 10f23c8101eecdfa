import type { ExistingPeople } from '@slipway/domain/people';
import type { Connection } from '../database/database.ts';
import { setByNonAdminSql } from './grants.ts';
import { lockPeople } from './user-accounts.ts';

/** A user. Without `passwordHash`, the user cannot log in with a password. */
interface User {
  readonly username: string;
  readonly passwordHash: string | null;
  /** The version of the credentials. It increases when cached logins become invalid. */
  readonly credentialVersion: number;
  readonly fullName: string | null;
  readonly email: string | null;
  readonly loginAllowed: boolean;
}

/** A user with the version of all permissions, for a login. */
export interface LoginUser extends User {
  readonly accessVersion: number;
  /**
   * The id of the account, which distinguishes it from a later account of the same name. Null: the account is older
   * than this id.
   */
  readonly account: string | null;
}

/** A user who logs in with a locally stored password. */
interface PasswordUser extends LoginUser {
  /**
   * Whether the password is invalid: another user without the permission `admin` set it, and the user now has `admin`.
   */
  readonly isSetByNonAdmin: boolean;
  /** Whether the user must choose a new password before any other request. */
  readonly mustChangePassword: boolean;
}

const columns = `username, password_hash as "passwordHash", credential_version as "credentialVersion",
  full_name as "fullName", email, login_allowed as "loginAllowed"`;
const statements = {
  find: { name: 'find-user', text: `select ${columns} from users where lower(username) = lower($1)` },
  login: {
    name: 'login-user',
    text: `select ${columns}, account, ${setByNonAdminSql('password_of_other', 'users')} as "isSetByNonAdmin",
        must_change_password as "mustChangePassword",
        (select version from access_version) as "accessVersion"
      from users where lower(username) = lower($1)`,
  },
  count: { name: 'count-users', text: 'select count(*) as count from users' },
  insert: {
    name: 'insert-user',
    text: `insert into users (username, password_hash, full_name, email) values ($1, $2, $3, $4)
      on conflict do nothing returning username`,
  },
  setPassword: {
    name: 'set-password',
    text: `update users set password_hash = $2, credential_version = credential_version + 1,
        password_of_other = false, must_change_password = false
      where lower(username) = lower($1) returning username`,
  },
};

/** Finds a user by name, in any letter case; null if there is none. */
export async function findUser(connection: Connection, username: string): Promise<User | null> {
  const [user] = await connection.query<User>(statements.find, [username]);
  return user ?? null;
}

/** Finds a user for a login, with the version of all permissions. */
export async function findLogin(connection: Connection, username: string): Promise<PasswordUser | null> {
  const [user] = await connection.query<PasswordUser>(statements.login, [username]);
  return user ?? null;
}

export async function countUsers(connection: Connection): Promise<number> {
  const [row] = await connection.query<{ readonly count: number }>(statements.count);
  return row?.count ?? 0;
}

/** Creates a user. Returns false if the name is in use. */
export async function addUser(
  connection: Connection,
  user: Pick<User, 'username' | 'passwordHash' | 'fullName' | 'email'>,
): Promise<boolean> {
  const inserted = await connection.query(statements.insert, [
    user.username,
    user.passwordHash,
    user.fullName,
    user.email,
  ]);
  return inserted.length > 0;
}

/** Replaces the password hash of a user and invalidates cached logins. Returns false for an unknown user. */
export async function setPassword(connection: Connection, username: string, passwordHash: string): Promise<boolean> {
  const updated = await connection.query(statements.setPassword, [username, passwordHash]);
  return updated.length > 0;
}

const searchStatements = {
  users: {
    name: 'users-named',
    text: 'select username from users where lower(username) = any ($1::text[])',
  },
  roles: {
    name: 'roles-named',
    text: 'select id, name from roles where id = any ($1::text[]) or lower(name) = any ($2::text[])',
  },
  fullNames: {
    name: 'full-names',
    text: `select lower(username) as username, full_name as "fullName" from users
      where lower(username) = any ($1::text[]) and full_name is not null`,
  },
  activeFullNames: {
    name: 'active-full-names',
    text: `select username, "fullName" from (
        select lower(username) as username, full_name as "fullName" from users
        where full_name <> '' and full_name <> username
        order by last_active desc nulls last, username limit $1
      ) active order by username`,
  },
};

/** The requested names, in any letter case. */
interface PeopleNames {
  readonly users: readonly string[];
  /** The names or ids of roles. Some clients send ids instead of names. */
  readonly roles: readonly string[];
}

const toLowerCaseNames = (names: readonly string[]): readonly string[] => names.map((name) => name.toLowerCase());

/**
 * Returns the existing users and roles among the requested ones, and locks them until the transaction ends. A deletion
 * removes users and roles from all teams, so it waits for the lock.
 */
export async function lockPeopleByName(connection: Connection, requestedNames: PeopleNames): Promise<ExistingPeople> {
  await lockPeople(connection);
  return await findPeopleByName(connection, requestedNames);
}

/** Returns the existing users and roles among the requested ones, without a lock. */
export async function findPeopleByName(connection: Connection, { users, roles }: PeopleNames): Promise<ExistingPeople> {
  const [userRows, roleRows] = await Promise.all([
    connection.query<{ readonly username: string }>(searchStatements.users, [toLowerCaseNames(users)]),
    connection.query<ExistingPeople['roles'][number]>(searchStatements.roles, [roles, toLowerCaseNames(roles)]),
  ]);
  return { users: userRows.map(({ username }) => username), roles: roleRows };
}

/**
 * Finds the existing users among `names`, in any letter case. The keys are names in lower case, the values names as
 * created.
 */
export async function findUsersByName(
  connection: Connection,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await connection.query<{ readonly username: string }>(searchStatements.users, [toLowerCaseNames(names)]);
  return new Map(rows.map(({ username }) => [username.toLowerCase(), username]));
}

/** Reads the full names of users, by username in lower case. Omits users without a full name. */
export async function readFullNames(
  connection: Connection,
  usernames: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (usernames.length === 0) return new Map();
  const rows = await connection.query<{ readonly username: string; readonly fullName: string }>(
    searchStatements.fullNames,
    [toLowerCaseNames(usernames)],
  );
  return new Map(rows.map(({ username, fullName }) => [username, fullName]));
}

/** Reads the full names of the most recently active users, in the order of their usernames in lower case. */
export async function readActiveFullNames(
  connection: Connection,
  limit: number,
): Promise<readonly { readonly username: string; readonly fullName: string }[]> {
  return await connection.query<{ readonly username: string; readonly fullName: string }>(
    searchStatements.activeFullNames,
    [limit],
  );
}

const legacyCreatorStatement = {
  name: 'creates-unasked',
  text: 'select from unasked_creators where release_id = $1',
};

/**
 * Whether the tasks of a release can create releases without a run-as user. Releases from before this requirement can.
 */
export const isLegacyCreator = async (connection: Connection, releaseId: string): Promise<boolean> =>
  (await connection.query(legacyCreatorStatement, [releaseId])).length > 0;
