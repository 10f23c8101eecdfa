import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { statusSql } from '../database/statuses.ts';
import { setByNonAdminSql } from '../people/grants.ts';
import { type AccessAttributes, accessAttributesSql, taskAccessSql } from '../people/permission-facts.ts';
import { validSessionSql } from '../people/sessions.ts';

/** A plan that was changed. */
export interface PlanChange {
  readonly releaseId: string;
  readonly folderId: string | null;
  readonly template: boolean;
  /** whether lists may show another thing */
  readonly listed: boolean;
  /** Users whose tasks may have changed: `user:ann`, `team:Operations`, `role:reviewer` or `unassigned`; null: none. */
  readonly people: readonly string[] | null;
}

/** A live release, template or task as it is now. */
export interface WatchedRow {
  readonly id: string;
  /** its own, or that of its release */
  readonly version: number;
  readonly access: AccessAttributes;
}

/** The validity of a user's login. */
interface WatcherRow {
  /** in lower case */
  readonly username: string;
  readonly loginAllowed: boolean;
  readonly credentialVersion: number;
}

/** The objects to check; ids are last segments. */
export interface ChangeQuery {
  /** The position of the previous poll; null: no changes are requested. */
  readonly since: string | null;
  /** Reported if their release has changed. */
  readonly tasks: readonly string[];
  /** Reported independent of a change. */
  readonly always: { readonly releases: readonly string[]; readonly tasks: readonly string[] };
  /** The logins to validate: ids of sessions and tokens, names in lower case. */
  readonly logins: {
    readonly sessions: readonly string[];
    readonly tokens: readonly string[];
    readonly usernames: readonly string[];
  };
}

/** The state at one time. */
export interface ChangeSet {
  /** up to where changes are known now */
  readonly until: string;
  /** The time of the primary at which all reported changes were committed. */
  readonly at: Instant;
  /** the version of all grants */
  readonly grants: number;
  /** another one when what was kept of changes is lost; null: nothing is kept yet */
  readonly era: string | null;
  /** Null if there are too many. */
  readonly changes: readonly PlanChange[] | null;
  readonly releases: readonly WatchedRow[];
  readonly tasks: readonly WatchedRow[];
  /** Ids of sessions and tokens that are no longer valid. */
  readonly ended: readonly string[];
  readonly users: readonly WatcherRow[];
}

/** Above this number of changes, single changes are not reported. */
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
          where not exists (select from sessions s join users u on ${validSessionSql} where s.id = given.id)
        union all
        select id from unnest($6::text[]) as given (id)
          where not exists (select from personal_access_tokens t join users u on lower(u.username) = t.username
            where t.id = given.id and u.login_allowed and (t.expires_at is null or t.expires_at > now())
              and not ${setByNonAdminSql('t.of_other', 'u')})
      ) as over) as ended,
      (select json_agg(json_build_object('username', lower(u.username), 'loginAllowed', u.login_allowed,
        'credentialVersion', u.credential_version)) from users u where lower(u.username) = any ($7::text[])) as users`,
};

type Row = Omit<ChangeSet, 'changes' | 'releases' | 'tasks' | 'ended' | 'users'> & {
  readonly [Name in 'changes' | 'releases' | 'tasks' | 'ended' | 'users']: ChangeSet[Name] | null;
};

/** Looks at what was changed, and at what is watched, by one statement. */
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

/** Names what is kept of changes from now on. */
export async function beginEpoch(connection: Connection, name: string): Promise<void> {
  await connection.query(beginStatement, [name]);
}

const deleteStatement = {
  name: 'forget-changes',
  text: `with old as (
      delete from plan_changes where ctid = any (array(
        select ctid from plan_changes where tx > '0' and at < now() - interval '10 minutes' order by tx limit $1))
      returning 1
    )
    select count(*) as count from old`,
};

/** Deletes changes that are older than any stream needs, at most `limit`. Returns their number. */
export async function deleteExpiredChanges(connection: Connection, limit: number): Promise<number> {
  const [row] = await connection.query<{ readonly count: number }>(deleteStatement, [limit]);
  return row?.count ?? 0;
}

/** SQL that notifies event streams of the deleted or archived plans in `gone`, with id, folder and status. */
export const deletedPlansSql = `insert into plan_changes (release_id, folder_id, template, listed)
  select id, folder_id, status = ${statusSql('TEMPLATE')}, true from gone`;
