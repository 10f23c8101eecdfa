import { writeAudit } from '../audit/write-audit.ts';
import type { Connection, Database } from '../database/database.ts';
import { bumpAccess } from './grants.ts';
import type { LoginUser } from './users.ts';

/** Somebody whom an identity provider or a directory has let in. */
export interface ExternalLogin {
  readonly username: string;
  readonly fullName: string | null;
  readonly email: string | null;
  /** in any letter case and order */
  readonly groups: readonly string[];
  /** from which address they log in */
  readonly address: string;
}

interface Row extends LoginUser {
  readonly external: boolean;
  readonly groups: readonly string[];
}

const columns = `username, password_hash as "passwordHash", credential_version as "credentialVersion",
  full_name as "fullName", email, login_allowed as "loginAllowed", external, groups`;
const statements = {
  find: {
    name: 'find-external-user',
    text: `select ${columns}, (select version from access_version) as "accessVersion"
      from users where lower(username) = lower($1)`,
  },
  add: {
    name: 'add-external-user',
    text: `insert into users (username, full_name, email, groups, external) values ($1, $2, $3, $4::text[], true)
      on conflict do nothing returning username`,
  },
  setGroups: {
    name: 'set-groups-of-user',
    text: `update users set groups = $2::text[]
      where lower(username) = lower($1) and external and groups <> $2::text[] returning username, old.groups as before`,
  },
};

const kept = (groups: readonly string[]): readonly string[] =>
  [...new Set(groups.map((group) => group.toLowerCase()))].toSorted();

/** The same ones, in the same order. */
const same = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one, index) => one === others[index]);

/** Makes the user, unless there is one of that name. */
async function add(connection: Connection, login: ExternalLogin, groups: readonly string[]): Promise<boolean> {
  const { username, fullName, email, address } = login;
  const made = await connection.query(statements.add, [username, fullName, email, groups]);
  if (made.length === 0) return false;
  const after = { fullName, email, loginAllowed: true, external: true, groups };
  await writeAudit(connection, {
    actor: { username, address },
    action: 'USER_CREATED',
    subject: username,
    before: null,
    after,
  });
  return true;
}

interface Changed {
  readonly username: string;
  readonly before: readonly string[];
}

/** Replaces the groups of the user, unless they are those. */
async function setGroups(connection: Connection, login: ExternalLogin, groups: readonly string[]): Promise<boolean> {
  const [changed] = await connection.query<Changed>(statements.setGroups, [login.username, groups]);
  if (changed === undefined) return false;
  const { username, before } = changed;
  await writeAudit(connection, {
    actor: { username, address: login.address },
    action: 'USER_UPDATED',
    subject: username,
    before: { groups: before },
    after: { groups },
  });
  return true;
}

/**
 * The user of a login that was right elsewhere, with the groups that it brought along. The first such login makes the
 * user; name and mail are those of that login (people.md, Login). Null where a local user has that name. Writes
 * nothing where nothing is new, and has rights looked at again only where groups have changed.
 */
export async function keepExternalUser(database: Database, login: ExternalLogin): Promise<LoginUser | null> {
  const groups = kept(login.groups);
  const find = async () => (await database.query<Row>(statements.find, [login.username]))[0];
  const before = await find();
  if (before !== undefined && (!before.external || same(before.groups, groups))) return before.external ? before : null;
  await database.transaction(async (connection) => {
    const changed = (await add(connection, login, groups)) || (await setGroups(connection, login, groups));
    if (changed) await bumpAccess(connection);
  });
  const now = await find();
  return now?.external ? now : null;
}
