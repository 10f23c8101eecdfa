import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { statusSql } from '../database/statuses.ts';
import { setByNonAdminSql } from '../people/grants.ts';
import { type AccessAttributes, accessAttributesSql, taskAccessSql } from '../people/permission-facts.ts';
import { validSessionSql } from '../people/sessions.ts';

/** A changed plan. */
export interface PlanChange {
  readonly releaseId: string;
  readonly folderId: string | null;
  readonly template: boolean;
  /** Whether the change may affect lists. */
  readonly listed: boolean;
  /**
   * The recipients whose tasks may have changed: `user:ann`, `team:Operations`, `role:reviewer` or `unassigned`. Null
   * for none.
   */
  readonly people: readonly string[] | null;
}

/** The current state of a live release, template or task. */
export interface WatchedRow {
  readonly id: string;
  /** The version of the release that it is or belongs to. */
  readonly version: number;
  readonly access: AccessAttributes;
}

/** The user of a valid login. */
interface WatcherRow {
  /** The name in lower case. */
  readonly username: string;
  readonly loginAllowed: boolean;
  readonly credentialVersion: number;
  /** Whether the user must choose a new password before any other request. */
  readonly mustChangePassword: boolean;
}

/** The query of a poll. Ids are last segments. */
export interface ChangeQuery {
  /** The position of the previous poll; null to omit changes. */
  readonly since: string | null;
  /** Objects to report if their release has changed. */
  readonly tasks: readonly string[];
  /** Objects to report in any case. */
  readonly always: { readonly releases: readonly string[]; readonly tasks: readonly string[] };
  /** The logins to validate: ids of sessions and tokens, and names in lower case. */
  readonly logins: {
    readonly sessions: readonly string[];
    readonly tokens: readonly string[];
    readonly usernames: readonly string[];
  };
}

/** The result of a poll. */
export interface ChangeSet {
  /** The position of this poll. */
  readonly until: string;
  /** The time of the primary at which all reported changes were committed. */
  readonly at: Instant;
  /** The version of all permissions. */
  readonly grants: number;
  /** The id of the change log. It changes when the log is lost; null before the log exists. */
  readonly era: string | null;
  /** The changes since the previous poll; null if there are too many. */
  readonly changes: readonly PlanChange[] | null;
  readonly releases: readonly WatchedRow[];
  readonly tasks: readonly WatchedRow[];
  /** Ids of sessions and tokens that are no longer valid. */
  readonly ended: readonly string[];
  readonly users: readonly WatcherRow[];
}

/** The maximum number of reported changes. Above it, the changes are omitted. */
const maxChanges = 5_000;

const rowOf = (id: string, access: string): string =>
  `json_agg(json_build_object('id', ${id}, 'version', r.version, 'access', ${access}))`;

/**
 * Transactions do not commit in the order in which they began: the changes since a poll are those that its snapshot
 * does not contain. Ids are sent as arrays, so that PostgreSQL uses the index.
 */
const changesStatement = {
  name: 'look-at-changes',
  text: `with c as materialized (
      select release_id, folder_id, template, listed, people from plan_changes
      where tx >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(tx, $1::pg_snapshot)
      order by tx limit ${maxChanges + 1}
    )
    select pg_current_snapshot()::text as until, floor(extract(epoch from clock_timestamp()) * 1000)::bigint as at,
      (select version from access_version) as grants,
      (select min(release_id) from plan_changes where tx = '0') as era,
      (select json_agg(json_build_object('releaseId', release_id, 'folderId', folder_id, 'template', template,
        'listed', listed, 'people', people)) from c) as changes,
      (select ${rowOf('r.id', accessAttributesSql('r'))} from live_releases r
        where r.id = any (array(select release_id from c union select unnest($3::text[])))) as releases,
      (select ${rowOf('t.id', accessAttributesSql('r', taskAccessSql('t')))} from live_tasks t
        join live_releases r on r.id = t.release_id
        where t.id = any (array(
          select id from live_tasks where id = any ($2::text[]) and release_id in (select release_id from c)
          union select unnest($4::text[])))) as tasks,
      (select json_agg(id) from (
        select id from unnest($5::text[]) as given (id)
          where not exists (select from sessions s join users u on ${validSessionSql}
            where s.id = given.id and not u.must_change_password)
        union all
        select id from unnest($6::text[]) as given (id)
          where not exists (select from personal_access_tokens t join users u on lower(u.username) = t.username
            where t.id = given.id and u.login_allowed and (t.expires_at is null or t.expires_at > now())
              and not ${setByNonAdminSql('t.of_other', 'u')})
      ) as over) as ended,
      (select json_agg(json_build_object('username', lower(u.username), 'loginAllowed', u.login_allowed,
        'credentialVersion', u.credential_version, 'mustChangePassword', u.must_change_password)) from users u where lower(u.username) = any ($7::text[])) as users`,
};

type Row = Omit<ChangeSet, 'changes' | 'releases' | 'tasks' | 'ended' | 'users'> & {
  readonly [Name in 'changes' | 'releases' | 'tasks' | 'ended' | 'users']: ChangeSet[Name] | null;
};

/** Reads the changes and the watched objects in one statement. */
export async function readChanges(connection: Connection, query: ChangeQuery): Promise<ChangeSet> {
  const { since, tasks, always, logins } = query;
  const values = [since, tasks, always.releases, always.tasks, logins.sessions, logins.tokens, logins.usernames];
  const [row] = await connection.query<Row>(changesStatement, values);
  if (row === undefined) throw new Error('a look has no row');
  const { changes, releases, tasks: taskRows, ended, users } = row;
  return {
    ...row,
    changes: (changes?.length ?? 0) > maxChanges ? null : (changes ?? []),
    releases: releases ?? [],
    tasks: taskRows ?? [],
    ended: ended ?? [],
    users: users ?? [],
  };
}

const beginStatement = {
  name: 'begin-era-of-changes',
  text: `insert into plan_changes (tx, release_id, template, listed) values ('0', $1, false, false)`,
};

/** Creates the id of the change log. */
export async function beginEpoch(connection: Connection, name: string): Promise<void> {
  await connection.query(beginStatement, [name]);
}

const deleteStatement = {
  name: 'delete-changes',
  text: `with old as (
      delete from plan_changes where ctid = any (array(
        select ctid from plan_changes where tx > '0' and at < now() - interval '10 minutes' order by tx limit $1))
      returning 1
    )
    select count(*) as count from old`,
};

/** Deletes at most `limit` changes that are older than any stream needs. Returns their number. */
export async function deleteExpiredChanges(connection: Connection, limit: number): Promise<number> {
  const [row] = await connection.query<{ readonly count: number }>(deleteStatement, [limit]);
  return row?.count ?? 0;
}

/**
 * SQL that notifies event streams of the deleted or archived plans in `gone`, which has the id, the folder and the
 * status.
 */
export const deletedPlansSql = `insert into plan_changes (release_id, folder_id, template, listed)
  select id, folder_id, status = ${statusSql('TEMPLATE')}, true from gone`;
