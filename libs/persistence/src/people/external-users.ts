import { writeAudit } from '../audit/audit-log.ts';
import type { Connection, Database } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';
import { bumpAccessVersion } from './grants.ts';
import type { LoginUser } from './users.ts';

/** The source of an external account: a directory, or an identity provider. */
export type AccountSource = 'ldap' | 'oidc';

/** The groups of a login elsewhere. */
export interface GroupClaim {
  /** in any letter case and order */
  readonly names: readonly string[];
  /** when they were written down there, in epoch milliseconds; null: just now */
  readonly asOf: number | null;
  /** Requested just now, so that they are newer than others of the same second. */
  readonly isFresh: boolean;
}

/** A user that an identity provider or a directory has authenticated. */
export interface ExternalLogin {
  readonly username: string;
  readonly fullName: string | null;
  readonly email: string | null;
  readonly source: AccountSource;
  /** Null: the login contained no groups, and the stored ones stay. */
  readonly groups: GroupClaim | null;
  /** from which address they log in */
  readonly address: string;
  /** whether the name is one for a new user */
  readonly isValidName: boolean;
  /** whether the name is that of no group, so that a role that names it already means the user */
  readonly isNotGroup: boolean;
}

/** The user of an external login, or the reason of its refusal. */
export type ExternalUserResult =
  | { readonly kind: 'user'; readonly user: LoginUser }
  /** a local user has the name */
  | { readonly kind: 'local' }
  /** an account that is kept elsewhere, but not there */
  | { readonly kind: 'elsewhere'; readonly source: AccountSource }
  /** there is none, and no new user can have the name */
  | { readonly kind: 'unfit' }
  /** there is none, and a role names it, which may mean a group */
  | { readonly kind: 'named' };

interface Row extends LoginUser {
  readonly external: boolean;
  readonly groups: readonly string[];
  readonly source: AccountSource | null;
  readonly groupsAsOf: number | null;
}

const columns = `username, password_hash as "passwordHash", credential_version as "credentialVersion",
  full_name as "fullName", email, login_allowed as "loginAllowed", account, external, groups, source, groups_as_of as "groupsAsOf"`;

/** Whether the groups $3 as of $4 are newer than those that are kept; $5: also where they are of the same second. */
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

/** The same ones, in the same order. */
const areEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name, index) => name === b[index]);

/** The parameters of statements for the groups of a login. */
const valuesOf = (groups: GroupClaim | null) =>
  [groups && normalizeGroups(groups.names), groups?.asOf == null ? null : timestamp(groups.asOf)] as const;

/** Whether a login contains nothing new. */
function isUpToDate({ source, groups, groupsAsOf }: Row, login: ExternalLogin): boolean {
  if (source === null) return false;
  const claim = login.groups;
  if (claim === null) return true;
  if (claim.asOf === null) return areEqual(groups, normalizeGroups(claim.names));
  if (groupsAsOf === null || groupsAsOf < claim.asOf) return false;
  return !claim.isFresh || groupsAsOf > claim.asOf || areEqual(groups, normalizeGroups(claim.names));
}

/** Creates the user unless a user or a role has that name. */
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

/** Stores the newer data of a login. Returns whether groups have changed. */
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
 * The user of a login that was right elsewhere. The first such login makes the user, or takes over an account that no login
 * has yet; name and mail are those of that login (permissions.md, Login). Of groups only what is newer than what is kept is
 * written, so that an old token brings nothing back. Writes nothing where nothing is new, and has rights looked at again
 * only where groups have changed.
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
