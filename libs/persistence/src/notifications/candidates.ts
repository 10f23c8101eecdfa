import type { NotificationPreferences } from '@slipway/domain/notifications';
import type { Connection } from '../database/database.ts';
import type { RoleGrant, ScopedGrant } from '../people/grants.ts';

/** A user who may be notified, with permissions, teams and preferences. */
export interface Candidate {
  /** in lower case */
  readonly username: string;
  /** as created */
  readonly name: string;
  readonly loginAllowed: boolean;
  readonly hasEmail: boolean;
  /** has rejected mails */
  readonly suspended: boolean;
  readonly roles: readonly RoleGrant[];
  /** the user's teams in the scopes of the query */
  readonly teams: readonly ScopedGrant[];
  /** the members that the user has set */
  readonly preferences: Partial<NotificationPreferences>;
}

/** The users that a batch of events may concern. */
export interface CandidateQuery {
  /** the scopes in which teams and permissions count: folders, and releases at the top level */
  readonly scopes: readonly string[];
  /** names of teams, in any of these scopes */
  readonly teams: readonly string[];
  /** names of roles in lower case */
  readonly roles: readonly string[];
  /** names of users in lower case */
  readonly users: readonly string[];
}

const statement = {
  name: 'candidates-of-events',
  text: `with team_principal as materialized (
      select distinct m.principal from teams t join team_members m on m.team_id = t.id
      where t.scope_id = any ($1::text[]) and t.name = any ($2::text[])
    ), member as materialized (
      -- users, and groups of a directory, in lower case
      select principal as name from role_principals where role_id in (
        select id from roles where lower(name) = any ($3::text[])
        union all select substr(principal, 6) from team_principal where principal like 'role:%')
      union select substr(principal, 6) from team_principal where principal like 'user:%'
      union select unnest($4::text[])
    ), candidate as (
      select username from users where lower(username) = any (array(select name from member))
      union select username from users where groups && array(select name from member)
    )
    select lower(u.username) as username, u.username as name, u.login_allowed as "loginAllowed",
      coalesce(u.email, '') <> '' as "hasEmail", p.address_suspended is not distinct from u.email as suspended,
      coalesce(g.roles, '[]') as roles, coalesce(t.teams, '[]') as teams, coalesce(p.preferences, '{}') as preferences
    from candidate c join users u on u.username = c.username
      left join notification_preferences p on p.username = lower(u.username)
      left join lateral (
        select json_agg(json_build_object('id', r.id, 'name', r.name, 'permissions', r.permissions)) as roles,
          array_agg('role:' || r.id) as principals
        from roles r where r.id in (select role_id from role_principals
          where principal = lower(u.username) or principal = any (u.groups))
      ) g on true
      left join lateral (
        select json_agg(json_build_object('scopeId', t.scope_id, 'name', t.name, 'permissions', t.permissions)) as teams
        from teams t where t.scope_id = any ($1::text[]) and t.id in (select team_id from team_members
          where principal = 'user:' || lower(u.username) or principal = any (g.principals))
      ) t on true`,
};

/** Reads the users that a batch of events may concern, in one statement. A group of a directory is not a user. */
export const readCandidates = (
  connection: Connection,
  { scopes, teams, roles, users }: CandidateQuery,
): Promise<readonly Candidate[]> => connection.query<Candidate>(statement, [scopes, teams, roles, users]);
