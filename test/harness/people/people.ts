import { addUser, bumpAccess, type Connection } from '@slipway/persistence';
import type { Served } from '../product/serve.ts';
import { basic, type Rest, restAt } from '../rest/rest.ts';

/** Who is in a team: users by name, roles by id. */
export interface Members {
  readonly users?: readonly string[];
  readonly roles?: readonly string[];
}

/** Users of a test, created without the API, whose user operations other tests cover. */
export interface People {
  /** A user, and a client logged in as them. */
  user(name: string): Promise<Rest>;
  /** Users who never log in. */
  named(...names: readonly string[]): Promise<void>;
  /** A role that users have; its id is its name after `Role`. */
  role(name: string, permissions: readonly string[], users: readonly string[]): Promise<void>;
  /** A team on a folder, which has teams of its own from then on, or on a template or release at the top. */
  team(on: Named, permissions: readonly string[], members: Members, name?: string): Promise<void>;
  /**
   * Gives a folder teams of its own, empty ones: those above no longer apply in it and in folders that inherit from
   * it.
   */
  cut(folder: Named): Promise<void>;
  /** A new user, in a team of their own, with exactly these permissions on an object. */
  who(on: Named, ...permissions: readonly string[]): Promise<Rest>;
  /** A new user without teams and roles. */
  nobody(): Promise<Rest>;
}

type Named = { readonly id: string };

/** The people of a server. */
export function peopleOf({ database, url }: Pick<Served, 'database' | 'url'>): People {
  let count = 0;
  const last = ({ id }: Named) => id.slice(id.lastIndexOf('/') + 1);
  const changed = (work: (connection: Connection) => Promise<void>) =>
    database().transaction(async (connection) => {
      await work(connection);
      await bumpAccess(connection);
    });

  async function user(name: string): Promise<Rest> {
    // argon2 takes a while: a user takes over the hash of admin
    const [row] = await database().query<{ readonly hash: string }>({
      text: `select password_hash as hash from users where username = 'admin'`,
    });
    await addUser(database(), { username: name, passwordHash: row!.hash, fullName: null, email: null });
    return restAt(url, basic(name, 'admin'));
  }
  const cut: People['cut'] = (folder) =>
    changed(async (connection) => {
      const text = `update folders set scope_id = $1 where path @> array[$1::text]
        and scope_id = (select scope_id from folders where id = $1)`;
      await connection.query({ text }, [last(folder)]);
    });
  const team: People['team'] = async (on, permissions, { users = [], roles = [] }, name) => {
    count += 1;
    const id = `TeamOfTest${count}`;
    const principals: readonly (readonly [string, string])[] = [
      ...users.map((one) => [`user:${one.toLowerCase()}`, one] as const),
      ...roles.map((one) => [`role:Role${one}`, one] as const),
    ];
    await cut(on);
    await changed(async (connection) => {
      const insert = `insert into teams (id, scope_id, name, permissions, position) values ($1, $2, $3, $4, $5)`;
      await connection.query({ text: insert }, [id, last(on), name ?? `Team ${count}`, permissions, count]);
      const member = `insert into team_members (team_id, principal, name, position) values ($1, $2, $3, 0)`;
      for (const [principal, as] of principals) await connection.query({ text: member }, [id, principal, as]);
    });
  };
  const fresh = async () => {
    count += 1;
    return { name: `user${count}`, rest: await user(`user${count}`) };
  };
  return {
    user,
    named: async (...names) => {
      for (const username of names) {
        await addUser(database(), { username, passwordHash: null, fullName: null, email: null });
      }
    },
    cut,
    team,
    role: (name, permissions, users) =>
      changed(async (connection) => {
        const insert = `insert into roles (id, name, permissions) values ($1, $2, $3)`;
        await connection.query({ text: insert }, [`Role${name}`, name, permissions]);
        const member = `insert into role_principals (role_id, principal, name) values ($1, lower($2), $2)`;
        for (const one of users) await connection.query({ text: member }, [`Role${name}`, one]);
      }),
    who: async (on, ...permissions) => {
      const { name, rest } = await fresh();
      await team(on, permissions, { users: [name] });
      return rest;
    },
    nobody: async () => (await fresh()).rest,
  };
}
