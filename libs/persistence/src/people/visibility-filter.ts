import { rootFolderId } from '@slipway/domain/ids';
import type { Permission } from '@slipway/domain/model';
import type { Knex } from 'knex';

/** The objects that lists contain for a user: those in scopes where the user has a permission, and own releases. */
export interface VisibilityFilter {
  /** The name of the user. If it is empty, own releases do not count. */
  readonly username: string;
  /** The ids of folders with teams of their own; null if everything is visible. */
  readonly scopes: readonly string[] | null;
  /** The principals of the user, for templates and releases at the top level. */
  readonly principals: readonly string[];
  /** The permission, and all permissions that include it. */
  readonly permissions: readonly Permission[];
}

/** The visibility of a user who can view everything. */
export const everythingVisible: VisibilityFilter = {
  username: '',
  scopes: null,
  principals: [],
  permissions: ['admin'],
};

/**
 * How a query reads releases. `looked at`: one by one in some order, where PostgreSQL hashes the visible ids.
 * `fetched`: by the indexes on folder, id and owner, which PostgreSQL uses only for arrays.
 */
export type AccessPath = 'scan' | 'lookup';

const isOneOfSql = (column: string, ids: string, access: AccessPath): string =>
  access === 'lookup' ? `${column} = any (array(${ids}))` : `${column} in (${ids})`;

const foldersSql = 'select id from folders where scope_id = any (?::text[])';
const topLevelIdsSql = `select t.scope_id from teams t join team_members m on m.team_id = t.id
  where m.principal = any (?::text[]) and t.permissions && ?::text[]`;

/**
 * Restricts releases or templates `r` to the visible ones: those in folders whose teams grant the permission, those at
 * the top level with such teams of their own, and own releases (permissions.md, section 2).
 */
export function whereVisible(
  query: Knex.QueryBuilder,
  visibility: VisibilityFilter,
  kind: 'releases' | 'templates',
  access: AccessPath,
): void {
  const { username, scopes, principals, permissions } = visibility;
  if (scopes === null) return;
  query.where((condition) => {
    condition.whereRaw(isOneOfSql('r.folder_id', foldersSql, access), [[...scopes]]);
    if (principals.length > 0) {
      const topLevelSql = `(r.folder_id = '${rootFolderId}' and ${isOneOfSql('r.id', topLevelIdsSql, access)})`;
      condition.orWhereRaw(topLevelSql, [[...principals], [...permissions]]);
    }
    if (kind === 'releases' && username !== '') condition.orWhereRaw('lower(r.owner) = lower(?)', [username]);
  });
}

/** SQL with a value for each `?`. */
interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number | string[])[];
}

/**
 * Builds SQL for whether fewer than this number of releases are visible in one of these tables. It reads at most this
 * number of index entries for each reason of visibility, and reads the other reasons only if the folders do not reach
 * the number.
 */
export function isVisibleCountBelow(
  { username, scopes, principals, permissions }: VisibilityFilter,
  table: string,
  limit: number,
): Condition {
  const limited = (reason: string) => `(${reason} limit ${limit})`;
  const inFolders = limited(`select 1 from ${table} where ${isOneOfSql('folder_id', foldersSql, 'lookup')}`);
  const otherReasons = [
    `select 1 from (${topLevelIdsSql}) as at_top`,
    `select 1 from ${table} where lower(owner) = lower(?)`,
  ];
  return {
    sql: `(select case when count(*) >= ? then false
      else count(*) + (select count(*) from (${otherReasons.map(limited).join(' union all ')}) as others) < ? end
      from ${inFolders} as in_folders)`,
    values: [limit, [...principals], [...permissions], username, limit, [...(scopes ?? [])]],
  };
}
