import type { Instant } from '@slipway/domain/model';
import { type Actor, writeAudit } from '../audit/index.ts';
import type { Connection, Database } from '../database/database.ts';

/** An agent that runs containers. */
export interface ContainerAgent {
  readonly id: string;
  readonly name: string;
  /** the user whose token it has */
  readonly username: string;
  readonly labels: readonly string[];
  readonly registeredAt: Instant;
  readonly lastSeenAt: Instant;
}

const columns = `id, name, username, labels, registered_at as "registeredAt", last_seen_at as "lastSeenAt"`;

const statements = {
  add: {
    name: 'add-container-agent',
    text: 'insert into container_agents (id, name, username, labels) values ($1, $2, $3, $4)',
  },
  rename: {
    name: 'rename-container-agent',
    text: `update container_agents set name = $3, labels = $4, last_seen_at = now()
      where id = $1 and username = $2 returning id`,
  },
  see: {
    name: 'see-container-agent',
    text: `update container_agents set last_seen_at = now() where id = $1 and username = $2 returning ${columns}`,
  },
  read: { name: 'read-container-agent', text: `select ${columns} from container_agents where id = $1` },
  list: { name: 'list-container-agents', text: `select ${columns} from container_agents order by name, id limit $1` },
  deleteExpired: {
    name: 'delete-expired-container-agents',
    text: `delete from container_agents where id in (
        select id from container_agents a
        where last_seen_at < now() - interval '30 days'
          and not exists (select from container_jobs j where j.agent_id = a.id) limit $1
      ) returning id`,
  },
};

/** The registration of an agent. */
export interface AgentRegistration {
  /** the id for a new agent */
  readonly newId: string;
  /** the id of an earlier registration; null: none */
  readonly id: string | null;
  readonly name: string;
  readonly labels: readonly string[];
  readonly actor: Actor;
}

/**
 * Registers an agent and returns its id. An agent with the id of an earlier registration of the same user keeps it.
 * Otherwise, it is a new agent, so that two agents never share an id by mistake.
 */
export async function registerAgent(database: Database, registration: AgentRegistration): Promise<string> {
  const { newId, id, name, labels, actor } = registration;
  const { username } = actor;
  return await database.transaction(async (connection) => {
    const known = id === null ? [] : await connection.query(statements.rename, [id, username, name, labels]);
    if (id !== null && known.length > 0) return id;
    await connection.query(statements.add, [newId, name, username, labels]);
    await writeAudit(connection, { actor, action: 'AGENT_REGISTERED', subject: name, before: null, after: { labels } });
    return newId;
  });
}

/** Records a contact with an agent of a user, and returns the agent; null if the user has no agent with this id. */
export async function seeAgent(connection: Connection, id: string, username: string): Promise<ContainerAgent | null> {
  const [agent = null] = await connection.query<ContainerAgent>(statements.see, [id, username]);
  return agent;
}

/** Reads an agent; null if it does not exist. */
export async function readAgent(connection: Connection, id: string): Promise<ContainerAgent | null> {
  const [agent = null] = await connection.query<ContainerAgent>(statements.read, [id]);
  return agent;
}

const maxListed = 1_000;

/** Lists the agents by name. */
export const listAgents = (connection: Connection): Promise<readonly ContainerAgent[]> =>
  connection.query<ContainerAgent>(statements.list, [maxListed]);

/** Deletes agents without contact for 30 days, which have no jobs. Returns the number of deleted agents. */
export const deleteExpiredAgents = async (connection: Connection, limit: number): Promise<number> =>
  (await connection.query(statements.deleteExpired, [limit])).length;
