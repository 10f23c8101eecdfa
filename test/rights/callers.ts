import type { Connection } from '@slipway/persistence/database';
import { bumpAccessVersion } from '@slipway/persistence/people';
import { createTokenText, hashSecret } from '../../services/api/src/people/tokens.ts';
import type { ServedProduct } from '../harness/product/serve.ts';
import { basicAuth, createRestClient, type RestClient } from '../harness/rest/rest-client.ts';
import type { Caller, TeamLocation } from './matrix-cells.ts';

/** The team of each requested object, which has no permissions: only its members take part in tasks. */
export const crewTeamName = 'Crew';

/** Ids of folders by the location of teams. */
export type Scopes = Readonly<Record<TeamLocation | 'cut', string>>;

interface CallerRow {
  readonly username: string;
  readonly token: string;
}

async function addUsers(connection: Connection, rows: readonly CallerRow[]): Promise<void> {
  const names = rows.map(({ username }) => username);
  await connection.query({ text: 'insert into users (username) select unnest($1::text[]) on conflict do nothing' }, [
    names,
  ]);
  const tokens = `insert into personal_access_tokens (id, username, note, hash)
    select 'Token' || position, lower(name), 'matrix', hash
    from unnest($1::text[], $2::text[]) with ordinality as each (name, hash, position)`;
  await connection.query({ text: tokens }, [names, rows.map(({ token }) => hashSecret(token))]);
}

async function addTeam(
  connection: Connection,
  team: { readonly id: string; readonly scope: string; readonly name: string; readonly permissions: readonly string[] },
  principal: string,
): Promise<void> {
  const insert = 'insert into teams (id, scope_id, name, permissions, position) values ($1, $2, $3, $4, 100)';
  await connection.query({ text: insert }, [team.id, team.scope, team.name, team.permissions]);
  const member = 'insert into team_members (team_id, principal, name, position) values ($1, $2, $3, 0)';
  await connection.query({ text: member }, [team.id, principal, principal.slice(principal.indexOf(':') + 1)]);
}

async function addRole(
  connection: Connection,
  id: string,
  permissions: readonly string[],
  user: string,
): Promise<void> {
  await connection.query({ text: 'insert into roles (id, name, permissions) values ($1, $1, $2)' }, [id, permissions]);
  const member = 'insert into role_principals (role_id, principal, name) values ($1, lower($2), $2)';
  await connection.query({ text: member }, [id, user]);
}

/** Owners and members have the names that the objects contain. */
const usernameOf = ({ name, local, global }: Caller, index: number): string =>
  local === undefined && global === undefined ? name : `asker${index}`;

/**
 * Creates all callers, with their teams and roles, in one transaction; returns their clients by name. All but `nobody`
 * and `admin` log in with tokens: some operations reject tokens.
 */
export async function createCallers(
  { database, url }: Pick<ServedProduct, 'database' | 'url'>,
  callers: readonly Caller[],
  scopes: Scopes,
): Promise<ReadonlyMap<string, RestClient>> {
  const rows = callers.map((caller, index) => ({
    name: caller.name,
    username: usernameOf(caller, index),
    token: createTokenText(),
  }));
  await database().transaction(async (connection) => {
    await addUsers(connection, rows);
    const crewTeam = { id: 'TeamCrew', scope: scopes.own, name: crewTeamName, permissions: [] };
    await addTeam(connection, crewTeam, 'user:team-member');
    // a task names only teams of its folder
    for (const scope of new Set([scopes.above, scopes.cut])) {
      if (scope === scopes.own) continue;
      await addTeam(connection, { ...crewTeam, id: `TeamCrewOf${scope}`, scope }, 'user:somebody-else');
    }
    for (const [index, caller] of callers.entries()) {
      const { local, global } = caller;
      const name = usernameOf(caller, index);
      if (global !== undefined || local?.byRole) await addRole(connection, `RoleOf${index}`, global ?? [], name);
      if (local === undefined) continue;
      const principal = local.byRole ? `role:RoleOf${index}` : `user:${name.toLowerCase()}`;
      const team = { id: `TeamOf${index}`, scope: scopes[local.at], name: `Team ${index}` };
      await addTeam(connection, { ...team, permissions: local.permissions }, principal);
    }
    const cut = 'update folders set scope_id = id where id = $1';
    await connection.query({ text: cut }, [scopes.cut]);
    await connection.query({
      text: `update users set password_hash = (select password_hash from users where username = 'admin')
        where username = 'nobody'`,
    });
    await bumpAccessVersion(connection);
  });
  return new Map(
    rows.map(({ name, username, token }) => {
      const byPassword = username === 'nobody' || username === 'admin';
      return [
        name,
        createRestClient(url, byPassword ? basicAuth(username, 'admin') : { 'x-release-personal-token': token }),
      ];
    }),
  );
}
