import { writeAudit } from '../audit/audit-log.ts';
import type { Connection, Database } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';
import { bumpAccessVersion } from './grants.ts';
import type { LoginUser } from './users.ts';

/** The source of an external account: a directory, or an identity provider. */
export type AccountSource = 'ldap' | 'oidc';

/** The groups of a user according to an external login. */
export interface GroupClaim {
  /** The names, in any letter case and order. */
  readonly names: readonly string[];
  /** The time in epoch milliseconds at which the identity provider issued the groups; null for the current groups. */
  readonly asOf: number | null;
  /** Whether the groups were just requested, so that they replace groups of the same second. */
  readonly isFresh: boolean;
}

/** A user that an identity provider or a directory has authenticated. */
export interface ExternalLogin {
  readonly username: string;
  readonly fullName: string | null;
  readonly email: string | null;
  readonly source: AccountSource;
  /** Null if the login contained no groups. The stored ones then stay. */
  readonly groups: GroupClaim | null;
  /** The IP address of the client. */
  readonly address: string;
  /** Whether the name is valid for a new user. */
  readonly isValidName: boolean;
  /**
   * Whether the name is known not to be the name of a group. A role with that name as a principal then means the user.
   */
  readonly isNotGroup: boolean;
}

/** The user of an external login, or the reason of its refusal. */
export type ExternalUserResult =
  | { readonly kind: 'user'; readonly user: LoginUser }
  /** a local user has the name */
  | { readonly kind: 'local' }
  /** the account belongs to another source */
  | { readonly kind: 'elsewhere'; readonly source: AccountSource }
  /** the user does not exist, and the name is not valid for a new user */
  | { readonly kind: 'unfit' }
  /** the user does not exist, and a role contains the name, which may be that of a group */
  | { readonly kind: 'named' };

interface Row extends LoginUser {
  readonly external: boolean;
  readonly groups: readonly string[];
  readonly source: AccountSource | null;
  readonly groupsAsOf: number | null;
}

const columns = `username, password_hash as "passwordHash", credential_version as "credentialVersion",
  full_name as "fullName", email, login_allowed as "loginAllowed", account, external, groups, source, groups_as_of as "groupsAsOf"`;

/**
 * SQL for whether the groups $3 as of $4 are newer than the stored ones. With $5, groups of the same second count as
 * newer.
 */
const newerGroupsSql = `($3::text[] is not null and ($4::timestamptz is null or groups_as_of is null or groups_as_of < $4
  or ($5::boolean and groups_as_of = $4)))`;

const statements = {
  find: {
    name: 'find-external-user',
    text: `select ${columns}, (select version from access_version) as "accessVersion"
      from users where lower(username) = lower($1)`,
  },
  add: {
    name: 'add-external-user',
    text: `insert into users (username, full_name, email, source, groups, groups_as_of, external)
      select $1::text, $2, $3, $4, coalesce($5::text[], '{}'), $6::timestamptz, true
      where $7::boolean or not exists (select from role_principals where principal = lower($1))
      on conflict do nothing returning username`,
  },
  update: {
    name: 'update-external-user',
    text: `update users set source = $2,
        groups = case when ${newerGroupsSql} then $3 else groups end,
        groups_as_of = case when ${newerGroupsSql} then coalesce($4, groups_as_of) else groups_as_of end,
        full_name = case when source is null then coalesce(full_name, $6) else full_name end,
        email = case when source is null then coalesce(email, $7) else email end
      where lower(username) = lower($1) and external and coalesce(source, $2) = $2 and (source is null
        or (${newerGroupsSql} and (groups <> $3 or groups_as_of is distinct from coalesce($4, groups_as_of))))
      returning username, old.groups as "groupsBefore", groups, old.source as "sourceBefore"`,
  },
};

const normalizeGroups = (groups: readonly string[]): readonly string[] =>
  [...new Set(groups.map((group) => group.toLowerCase()))].toSorted();

/** Returns whether both lists have the same names in the same order. */
const areEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name, index) => name === b[index]);

/** Returns the statement parameters for the groups of a login. */
const valuesOf = (groups: GroupClaim | null) =>
  [groups && normalizeGroups(groups.names), groups?.asOf == null ? null : timestamp(groups.asOf)] as const;

/** Returns whether a login contains no new data. */
function isUpToDate({ source, groups, groupsAsOf }: Row, login: ExternalLogin): boolean {
  if (source === null) return false;
  const claim = login.groups;
  if (claim === null) return true;
  if (claim.asOf === null) return areEqual(groups, normalizeGroups(claim.names));
  if (groupsAsOf === null || groupsAsOf < claim.asOf) return false;
  return !claim.isFresh || groupsAsOf > claim.asOf || areEqual(groups, normalizeGroups(claim.names));
}

/** Creates the user. Returns false for an invalid name, and if a user or a role principal already has the name. */
async function add(connection: Connection, login: ExternalLogin): Promise<boolean> {
  const { username, fullName, email, address, source } = login;
  const [groups, asOf] = valuesOf(login.groups);
  const values = [username, fullName, email, source, groups, asOf, login.isNotGroup];
  const inserted = login.isValidName ? await connection.query(statements.add, values) : [];
  if (inserted.length === 0) return false;
  const after = { fullName, email, loginAllowed: true, external: true, source, groups: groups ?? [] };
  const actor = { username, address };
  await writeAudit(connection, { actor, action: 'USER_CREATED', subject: username, before: null, after });
  return true;
}

interface UpdatedRow {
  readonly username: string;
  readonly groupsBefore: readonly string[];
  readonly groups: readonly string[];
  readonly sourceBefore: AccountSource | null;
}

/** Stores the new data of a login. Returns whether groups have changed. */
async function update(connection: Connection, login: ExternalLogin): Promise<boolean> {
  const { fullName, email, source, address } = login;
  const [groups, asOf] = valuesOf(login.groups);
  const values = [login.username, source, groups, asOf, login.groups?.isFresh === true, fullName, email];
  const [updated] = await connection.query<UpdatedRow>(statements.update, values);
  if (updated === undefined) return false;
  const { username, groupsBefore, sourceBefore } = updated;
  const hasGroupChanges = !areEqual(groupsBefore, updated.groups);
  if (!hasGroupChanges && sourceBefore !== null) return false;
  await writeAudit(connection, {
    actor: { username, address },
    action: 'USER_UPDATED',
    subject: username,
    before: { ...(sourceBefore === null && { source: null }), ...(hasGroupChanges && { groups: groupsBefore }) },
    after: { ...(sourceBefore === null && { source }), ...(hasGroupChanges && { groups: updated.groups }) },
  });
  return hasGroupChanges;
}

function toResult(row: Row | undefined, { source, isValidName }: ExternalLogin): ExternalUserResult {
  if (row === undefined) return { kind: isValidName ? 'named' : 'unfit' };
  if (!row.external) return { kind: 'local' };
  if (row.source !== null && row.source !== source) return { kind: 'elsewhere', source: row.source };
  return { kind: 'user', user: row };
}

/**
 * Returns the user of a successful external login. The first login of a name creates the user, or takes over an account
 * without a source. It sets the full name and the email address (permissions.md, Login). Stored groups are only replaced
 * by newer ones, so an old token cannot restore groups. Without new data, nothing is written. Cached permissions are
 * invalidated only if groups have changed.
 */
export async function storeExternalUser(database: Database, login: ExternalLogin): Promise<ExternalUserResult> {
  const find = async () => (await database.query<Row>(statements.find, [login.username]))[0];
  const before = await find();
  const isAccepted = before === undefined ? login.isValidName : toResult(before, login).kind === 'user';
  if (!isAccepted || (before !== undefined && isUpToDate(before, login))) return toResult(before, login);
  await database.transaction(async (connection) => {
    const updated = (await add(connection, login)) || (await update(connection, login));
    if (updated) await bumpAccessVersion(connection);
  });
  return toResult(await find(), login);
}
