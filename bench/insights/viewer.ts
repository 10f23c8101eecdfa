import pg from 'pg';
import type { Http } from '../measure/http.ts';

/** The user who sees the releases of one department in five. The password equals the name. */
export const viewer = 'viewer';

/** Gives each department a team, and the viewer a place in some of them and the permission for insights. */
const accessSql = (departments: readonly number[], seen: number): string => `
  delete from teams where scope_id like 'FolderD%';
  insert into teams (id, scope_id, name, permissions, position)
    select 'TeamD' || d, 'FolderD' || d, 'Team ' || d, '{folder#view,release#view}', 0 from unnest(array[${departments.join(',')}]) d;
  insert into team_members (team_id, principal, name, position)
    select 'TeamD' || d, 'user:${viewer}', '${viewer}', 0 from unnest(array[${departments.slice(0, seen).join(',')}]) d;
  insert into roles (id, name, permissions) values ('RoleReporters', 'Reporters', '{reports#view}') on conflict do nothing;
  insert into role_principals (role_id, principal, name) values ('RoleReporters', '${viewer}', '${viewer}') on conflict do nothing;
  update access_version set version = version + 1;`;

/** Creates the viewer, who sees a fifth of the departments. */
export async function addViewer(http: Http, url: string, departments: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select from users where username = $1', [viewer]);
  const user = { fullName: 'Viewer', email: '', loginAllowed: true, password: viewer };
  if (rows.length === 0) await http.request('POST', `/users/${viewer}`, user);
  await client.query(accessSql([...Array(departments).keys()], Math.round(departments / 5)));
  for (const table of ['teams', 'team_members']) await client.query(`vacuum analyze ${table}`);
  await client.end();
}
