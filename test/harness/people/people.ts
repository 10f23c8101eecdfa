import type { Connection } from '@slipway/persistence/database';
import { addUser, bumpAccessVersion } from '@slipway/persistence/people';
import type { ServedProduct } from '../product/serve.ts';
import { basicAuth, createRestClient, type RestClient } from '../rest/rest-client.ts';

/** The members of a team: users by name, roles by id. */
export interface Members {
  readonly users?: readonly string[];
  readonly roles?: readonly string[];
}

/** Creates the users of tests directly in the database. Other tests cover the API of users. */
export interface People {
  /** Creates a user; returns a client with their login. */
  createUser(name: string): Promise<RestClient>;
  /** Creates users who never log in. */
  createUsersWithoutLogin(...names: readonly string[]): Promise<void>;
  /** Creates a role and adds users to it; its id is `Role` and its name. */
  createRole(name: string, permissions: readonly string[], users: readonly string[]): Promise<void>;
  /** Creates a team. A folder gets its own teams by this; a template or release must be at the top. */
  createTeam(target: ObjectWithId, permissions: readonly string[], members: Members, name?: string): Promise<void>;
  /**
   * Gives a folder its own teams without members. The teams of its parents no longer apply to it and its inheriting
   * subfolders.
   */
  stopInheritance(folder: ObjectWithId): Promise<void>;
  /** Creates a user in a team with exactly these permissions on an object. */
  createUserWith(target: ObjectWithId, ...permissions: readonly string[]): Promise<RestClient>;
  /** Creates a user without teams and roles. */
  createUserWithoutPermissions(): Promise<RestClient>;
}

type ObjectWithId = { readonly id: string };

/** Returns the helpers for users of a server. */
export function peopleOf({ database, url }: Pick<ServedProduct, 'database' | 'url'>): People {
  let count = 0;
  const lastSegmentOf = ({ id }: ObjectWithId) => id.slice(id.lastIndexOf('/') + 1);
  const changeAccess = (work: (connection: Connection) => Promise<void>) =>
    database().transaction(async (connection) => {
      await work(connection);
      await bumpAccessVersion(connection);
    });

  async function createUser(name: string): Promise<RestClient> {
    // hashing with argon2 takes long, so the user gets a copy of the hash of admin
    const [row] = await database().query<{ readonly hash: string }>({
      text: `select password_hash as hash from users where username = 'admin'`,
    });
    await addUser(database(), { username: name, passwordHash: row!.hash, fullName: null, email: null });
    return createRestClient(url, basicAuth(name, 'admin'));
  }
  const stopInheritance: People['stopInheritance'] = (folder) =>
    changeAccess(async (connection) => {
      const text = `update folders set scope_id = $1 where path @> array[$1::text]
        and scope_id = (select scope_id from folders where id = $1)`;
      await connection.query({ text }, [lastSegmentOf(folder)]);
    });
  const createTeam: People['createTeam'] = async (target, permissions, { users = [], roles = [] }, name) => {
    count += 1;
    const id = `TeamOfTest${count}`;
    const principals: readonly (readonly [string, string])[] = [
      ...users.map((principalName) => [`user:${principalName.toLowerCase()}`, principalName] as const),
      ...roles.map((principalName) => [`role:Role${principalName}`, principalName] as const),
    ];
    await stopInheritance(target);
    await changeAccess(async (connection) => {
      const insert = `insert into teams (id, scope_id, name, permissions, position) values ($1, $2, $3, $4, $5)`;
      await connection.query({ text: insert }, [
        id,
        lastSegmentOf(target),
        name ?? `Team ${count}`,
        permissions,
        count,
      ]);
      const member = `insert into team_members (team_id, principal, name, position) values ($1, $2, $3, 0)`;
      for (const [principal, memberName] of principals)
        await connection.query({ text: member }, [id, principal, memberName]);
    });
  };
  const createNextUser = async () => {
    count += 1;
    return { name: `user${count}`, rest: await createUser(`user${count}`) };
  };
  return {
    createUser,
    createUsersWithoutLogin: async (...names) => {
      for (const username of names) {
        await addUser(database(), { username, passwordHash: null, fullName: null, email: null });
      }
    },
    stopInheritance,
    createTeam,
    createRole: (name, permissions, users) =>
      changeAccess(async (connection) => {
        const insert = `insert into roles (id, name, permissions) values ($1, $2, $3)`;
        await connection.query({ text: insert }, [`Role${name}`, name, permissions]);
        const member = `insert into role_principals (role_id, principal, name) values ($1, lower($2), $2)`;
        for (const principalName of users) await connection.query({ text: member }, [`Role${name}`, principalName]);
      }),
    createUserWith: async (target, ...permissions) => {
      const { name, rest } = await createNextUser();
      await createTeam(target, permissions, { users: [name] });
      return rest;
    },
    createUserWithoutPermissions: async () => (await createNextUser()).rest,
  };
}
