import type { ExistingPeople } from '@slipway/domain/people';
import type { Connection } from '../database/database.ts';
import { lockPeople } from './user-accounts.ts';

const statements = {
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
};

/** Requested names, in any letter case. */
interface PeopleNames {
  readonly users: readonly string[];
  /** names of roles, or their ids: some clients write these in the place of names */
  readonly roles: readonly string[];
}

const toLowerCase = (names: readonly string[]): readonly string[] => names.map((name) => name.toLowerCase());

/**
 * The existing users and roles among the requested ones. They are locked until the transaction ends: a deletion, which
 * removes them from all teams, waits.
 */
export async function lockPeopleByName(connection: Connection, requestedNames: PeopleNames): Promise<ExistingPeople> {
  await lockPeople(connection);
  return await findPeopleByName(connection, requestedNames);
}

/** The same without a lock. */
export async function findPeopleByName(connection: Connection, { users, roles }: PeopleNames): Promise<ExistingPeople> {
  const [userRows, roleRows] = await Promise.all([
    connection.query<{ readonly username: string }>(statements.users, [toLowerCase(users)]),
    connection.query<ExistingPeople['roles'][number]>(statements.roles, [roles, toLowerCase(roles)]),
  ]);
  return { users: userRows.map(({ username }) => username), roles: roleRows };
}

/** Users as they were made, by their names in lower case: those of `names`, in any letter case, that there are. */
export async function findUsersByName(
  connection: Connection,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await connection.query<{ readonly username: string }>(statements.users, [toLowerCase(names)]);
  return new Map(rows.map(({ username }) => [username.toLowerCase(), username]));
}

/** The full names of those users who have one, by their names in lower case. */
export async function readFullNames(
  connection: Connection,
  usernames: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (usernames.length === 0) return new Map();
  const rows = await connection.query<{ readonly username: string; readonly fullName: string }>(statements.fullNames, [
    toLowerCase(usernames),
  ]);
  return new Map(rows.map(({ username, fullName }) => [username, fullName]));
}
