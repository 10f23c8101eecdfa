import type { Connection } from '../database/database.ts';
import { setByNonAdminSql } from './grants.ts';

/** Someone who can log in. `passwordHash` null: by no password. */
export interface User {
  readonly username: string;
  readonly passwordHash: string | null;
  /** goes up when what was a good login before must be checked again */
  readonly credentialVersion: number;
  readonly fullName: string | null;
  readonly email: string | null;
  readonly loginAllowed: boolean;
}

/** A user who logs in, and under which version of all grants. */
export interface LoginUser extends User {
  readonly accessVersion: number;
  /** Distinguishes the account from another one of that name; null: it is older than this id. */
  readonly account: string | null;
}

/** The same by a password of ours. */
export interface PasswordUser extends LoginUser {
  /**
   * Another user without the permission `admin` set the password, and the user now has that permission: it is invalid.
   */
  readonly isOfOther: boolean;
}

const columns = `username, password_hash as "passwordHash", credential_version as "credentialVersion",
  full_name as "fullName", email, login_allowed as "loginAllowed"`;
const statements = {
  find: { name: 'find-user', text: `select ${columns} from users where lower(username) = lower($1)` },
  login: {
    name: 'login-user',
    text: `select ${columns}, account, ${setByNonAdminSql('password_of_other', 'users')} as "isOfOther",
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
        password_of_other = false
      where lower(username) = lower($1) returning username`,
  },
};

/** A user by name, in any letter case; null when there is none. */
export async function findUser(connection: Connection, username: string): Promise<User | null> {
  const [user] = await connection.query<User>(statements.find, [username]);
  return user ?? null;
}

/** The same for a login: with the version under which their rights hold. */
export async function findLogin(connection: Connection, username: string): Promise<PasswordUser | null> {
  const [user] = await connection.query<PasswordUser>(statements.login, [username]);
  return user ?? null;
}

export async function countUsers(connection: Connection): Promise<number> {
  const [row] = await connection.query<{ readonly count: number }>(statements.count);
  return row?.count ?? 0;
}

/** Makes a user; false when the name is taken. */
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

/** Replaces the password hash of a user, which ends cached logins. Returns false for an unknown user. */
export async function setPassword(connection: Connection, username: string, passwordHash: string): Promise<boolean> {
  const updated = await connection.query(statements.setPassword, [username, passwordHash]);
  return updated.length > 0;
}
