import type { Connection } from './database.ts';
import { defaultLimits } from './pool.ts';

/** Connections of a server that ordinary roles may have, and those that are open. */
export interface ConnectionLimits {
  readonly most: number;
  readonly open: number;
}

const statements = {
  room: {
    name: 'connection-room',
    text: `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - current_setting('reserved_connections')::int as most,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as open`,
  },
  limits: {
    name: 'role-limits',
    text: `select name, setting::int as ms from pg_settings where name in ('statement_timeout', 'lock_timeout') order by name`,
  },
};

/** The number of available connections of the server. */
export async function readConnectionLimits(connection: Connection): Promise<ConnectionLimits> {
  const [row] = await connection.query<ConnectionLimits>(statements.room);
  return row ?? { most: 0, open: 0 };
}

/** One limit of the role, by its name in PostgreSQL. */
interface TimeoutSetting {
  readonly name: 'statement_timeout' | 'lock_timeout';
  /** 0: without a limit */
  readonly ms: number;
}

/**
 * The limits of single statements that are missing, or higher than those of a direct connection, in milliseconds.
 * Behind a pooler, a statement outside a transaction has the limits of its role.
 */
export async function readLooseTimeouts(connection: Connection): Promise<readonly TimeoutSetting[]> {
  const limits = await connection.query<TimeoutSetting>(statements.limits);
  return limits.filter(({ name, ms }) => ms === 0 || ms > defaultLimits[name]);
}
