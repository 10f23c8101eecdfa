import pg from 'pg';
import type { Http } from '../measure/http.ts';

/** The size of the population. */
export interface PopulationSize {
  readonly users: number;
  /** top-level folders, each with its own teams */
  readonly departments: number;
  readonly teamsEach: number;
  /** teams of the member, in as many departments */
  readonly own: number;
}

/** The user who is compared with admin. The password equals the name. */
export const member = 'user299';

/**
 * Returns the departments whose releases the member sees, from the one with the most releases to that with the fewest.
 * Department 0 is the folder `FolderD0`.
 */
export const departmentsSeen = ({ departments, own: ownTeams }: PopulationSize): readonly number[] =>
  Array.from({ length: ownTeams }, (_, index) => Math.floor(((index + 0.5) * departments) / ownTeams));

/**
 * Returns SQL that puts every user into two teams, and the member into one team in each of the member's departments.
 */
const insertPopulationSql = (size: PopulationSize): string => `
  delete from users where username like 'user%' and username <> '${member}';
  delete from teams where scope_id like 'FolderD%';
  insert into users (username, full_name, email, login_allowed)
    select 'user' || n, 'User ' || n, 'user' || n || '@example.com', true
    from generate_series(0, ${size.users - 1}) n where 'user' || n <> '${member}';
  insert into teams (id, scope_id, name, permissions, position)
    select 'TeamD' || d || 'T' || t, 'FolderD' || d, 'Team ' || t,
      '{folder#view,release#view,release#edit,release#edit_task,release#start,template#view,template#create_release}', t
    from generate_series(0, ${size.departments - 1}) d, generate_series(0, ${size.teamsEach - 1}) t;
  insert into team_members (team_id, principal, name, position)
    select distinct on (1, 2) 'TeamD' || (n * k) % ${size.departments} || 'T' || n % ${size.teamsEach}, 'user:user' || n, 'user' || n, n
    from generate_series(0, ${size.users - 1}) n, unnest(array[7, 11]) k where 'user' || n <> '${member}';
  insert into team_members (team_id, principal, name, position)
    select 'TeamD' || d || 'T0', 'user:${member}', '${member}', 0
    from unnest(array[${departmentsSeen(size).join(',')}]) d;
  update access_version set version = version + 1;`;

/** Creates the member, the other users, and the teams of the departments. The departments must exist. */
export async function fillWithPeople(http: Http, url: string, size: PopulationSize): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select from users where username = $1', [member]);
  const user = { fullName: 'Member', email: '', loginAllowed: true, password: member };
  if (rows.length === 0) await http.request('POST', `/users/${member}`, user);
  await client.query(insertPopulationSql(size));
  for (const table of ['users', 'teams', 'team_members']) await client.query(`vacuum analyze ${table}`);
  await client.end();
}
