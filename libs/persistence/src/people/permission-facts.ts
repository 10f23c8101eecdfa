import type { ReleaseStatus } from '@slipway/domain/model';
import type { RoleFact, TeamFact } from '@slipway/domain/people';
import type { Connection } from '../database/database.ts';
import { firstCandidate } from '../database/first-candidate.ts';
import { statusSql } from '../database/statuses.ts';

/** The facts that decide whether a user has a permission. */
export interface PermissionFacts {
  /** The name as created; null if the user does not exist. */
  readonly username: string | null;
  readonly loginAllowed: boolean;
  readonly roles: readonly RoleFact[];
  /** Names of the first roles with the permission, independent of their members. */
  readonly rolesGranting: readonly string[];
  /** The folder, template or release whose teams apply; null if no teams apply. */
  readonly scope: { readonly id: string; readonly folderTitle: string | null; readonly title: string | null } | null;
  readonly teams: readonly TeamFact[];
}

const maxRoles = 20;

const factsStatement = {
  name: 'permission-facts',
  text: `with me as (
      select username, lower(username) as name, groups, login_allowed from users where lower(username) = lower($1)
    ), mine as (
      select r.id, r.name, r.permissions, case when p.principal = me.name then null else p.name end as "group"
      from roles r join role_principals p on p.role_id = r.id
        join me on p.principal = me.name or p.principal = any (me.groups)
    ), scope as (
      select case when $3::text is not null and $2 = 'Applications' then $3 else
        (select scope_id from folders where id = $2) end as id
    )
    select (select username from me) as username, coalesce((select login_allowed from me), false) as "loginAllowed",
      coalesce((select json_agg(json_build_object('name', name, 'permissions', permissions, 'group', "group")
        order by lower(name), "group" nulls first) from mine), '[]') as roles,
      array(select name from roles where $4 = any (permissions) order by lower(name) limit ${maxRoles})
        as "rolesGranting",
      (select json_build_object('id', id,
          'folderTitle', (select title from folders where folders.id = scope.id),
          'title', (select title from releases where releases.id = scope.id))
        from scope where exists (select from teams where scope_id = scope.id)) as scope,
      coalesce((select json_agg(json_build_object('name', t.name, 'permissions', t.permissions,
          'byName', exists (select from team_members m, me where m.team_id = t.id and m.principal = 'user:' || me.name),
          'byRoles', array(select distinct mine.name from team_members m join mine on m.principal = 'role:' || mine.id
            where m.team_id = t.id order by mine.name)) order by t.position)
        from teams t join scope on t.scope_id = scope.id), '[]') as teams`,
};

/**
 * The location of a permission check: a folder, and the template or release, if the object is one or belongs to one.
 */
interface PermissionScope {
  readonly folderId: string;
  readonly releaseId: string | null;
}

/**
 * Reads the facts that determine whether a user has a permission. The name can be in any letter case. Without a scope,
 * the permission is global.
 */
export async function readPermissionFacts(
  connection: Connection,
  username: string,
  permission: string,
  scope: PermissionScope | null,
): Promise<PermissionFacts> {
  const values = [username, scope?.folderId ?? null, scope?.releaseId ?? null, permission];
  const [row] = await connection.query<PermissionFacts>(factsStatement, values);
  if (row === undefined) throw new Error('the query of permission facts returned no row');
  return row;
}

/** An object of a permission check, with the location of its teams. */
export interface PermissionObject {
  readonly id: string;
  readonly title: string;
  readonly folderId: string;
  /** The id of the template or release that the object is or belongs to. */
  readonly releaseId: string | null;
  readonly template: boolean;
  /** The owner of the release. */
  readonly releaseOwner: string | null;
  /** The owner of the task, if the object is a task. */
  readonly taskOwner: string | null;
  readonly taskTeam: string | null;
}

/** The kinds of objects of a permission check. */
type PermissionObjectKind = 'Folder' | 'Release' | 'Phase' | 'Task' | 'Trigger' | 'Configuration';

const template = `r.status = ${statusSql('TEMPLATE')} as template`;
const partSql = (part: string, owner: string, team: string): string => `select p.id, p.title,
    r.folder_id as "folderId", r.id as "releaseId", ${template}, r.owner as "releaseOwner", ${owner} as "taskOwner",
    ${team} as "taskTeam"
  from ${part} p join live_releases r on r.id = p.release_id where p.id = any ($1::text[])`;
const noOwnerColumns = 'null as "releaseOwner", null as "taskOwner", null as "taskTeam"';

const objectStatements = {
  Folder: {
    name: 'permission-at-folder',
    text: `select id, title, id as "folderId", null as "releaseId", false as template, ${noOwnerColumns}
      from folders where id = any ($1::text[])`,
  },
  Release: {
    name: 'permission-at-release',
    text: `select id, title, folder_id as "folderId", id as "releaseId", ${template}, owner as "releaseOwner",
        null as "taskOwner", null as "taskTeam"
      from releases r where id = any ($1::text[])`,
  },
  Phase: { name: 'permission-at-phase', text: partSql('live_phases', 'null', 'null') },
  Task: { name: 'permission-at-task', text: partSql('live_tasks', 'p.owner', 'p.team') },
  Trigger: {
    name: 'permission-at-trigger',
    text: `select id, title, folder_id as "folderId", template_id as "releaseId", template_id is not null as template,
        ${noOwnerColumns} from triggers where id = any ($1::text[])`,
  },
  Configuration: {
    name: 'permission-at-configuration',
    text: `select id, title, coalesce(folder_id, 'Applications') as "folderId", null as "releaseId", false as template,
        ${noOwnerColumns} from configurations where id = any ($1::text[])`,
  },
} satisfies Record<PermissionObjectKind, { name: string; text: string }>;

/** Finds the object of the first candidate that exists; null if none does. */
export async function findPermissionObject(
  connection: Connection,
  kind: PermissionObjectKind,
  candidates: readonly string[],
): Promise<PermissionObject | null> {
  const rows = await connection.query<PermissionObject>(objectStatements[kind], [candidates]);
  return firstCandidate(candidates, rows, (object) => object.id);
}

/** The access attributes of an object, live or archived: its location, owner and teams. */
export interface AccessAttributes {
  readonly folderId: string;
  /** The last segment of the id of the release or template that the object is or belongs to; null for a folder. */
  readonly releaseId: string | null;
  /** The status of the release. */
  readonly status: ReleaseStatus | null;
  readonly owner: string | null;
  /** The owner and the team of the task, if the object is a task or a part of one. */
  readonly task: { readonly owner: string | null; readonly team: string | null } | null;
}

/** SQL for the task in access attributes. */
export const taskAccessSql = (task: string): string =>
  `json_build_object('owner', ${task}.owner, 'team', ${task}.team)`;

/** SQL for the access attributes of a release, or of an object in it. */
export const accessAttributesSql = (release: string, task = 'null::json'): string =>
  `json_build_object('folderId', ${release}.folder_id, 'releaseId', ${release}.id, 'status', ${release}.status,
    'owner', ${release}.owner, 'task', ${task})`;

/** SQL for the access attributes of the folder with this id. */
export const folderAccessSql = (id: string): string =>
  `json_build_object('folderId', ${id}, 'releaseId', null, 'status', null, 'owner', null, 'task', null)`;
