import { randomBytes } from 'node:crypto';
import type pg from 'pg';

/** Decides whether statements are prepared under their names, so that the server plans them once. */
export interface PreparedStatements {
  /** Checks once whether the pooler behind this new connection supports prepared statements. */
  detect(client: pg.ClientBase): Promise<void>;
  /** Returns a statement in the form to send: with or without its name. */
  toQuery<S extends { readonly text: string }>(statement: S): S | { readonly text: string };
  /**
   * Returns whether an error was caused by the name of a statement. If so, statements are sent without names from then
   * on.
   */
  isNameLost(error: unknown): boolean;
}

/** PostgreSQL error codes: duplicate prepared statement, unknown prepared statement. */
const lostNameStates: ReadonlySet<string | undefined> = new Set(['42P05', '26000']);

/**
 * Behind a pooler, each transaction can use another server connection. PgBouncer tracks prepared statements for each
 * client since 1.21, unless `max_prepared_statements` is 0. Older versions pass the names through: a name of one client
 * is then in use for all clients, and unknown on the next server connection. Therefore, statements have no names behind
 * a pooler until a check shows that it tracks them.
 */
export function createPreparedStatements(pooled: boolean): PreparedStatements {
  let usesNames = !pooled;
  let isDetected = !pooled;
  return {
    detect: async (client) => {
      if (isDetected) return;
      usesNames = await supportsNames(client);
      isDetected = true;
    },
    toQuery: (statement) => (usesNames ? statement : { text: statement.text }),
    isNameLost: (error) => {
      if (!usesNames || !(error instanceof Error && 'code' in error && typeof error.code === 'string')) return false;
      if (!lostNameStates.has(error.code)) return false;
      usesNames = false;
      isDetected = true;
      return true;
    },
  };
}

/** A pooler that tracks names uses different names on the server. A transaction uses one server connection. */
async function supportsNames(client: pg.ClientBase): Promise<boolean> {
  const name = `slipway-${randomBytes(8).toString('hex')}`;
  const text = `select '${name}' as name`;
  await client.query('begin');
  try {
    await client.query({ name, text });
    const { rows } = await client.query({ text: 'select name from pg_prepared_statements where statement = $1' }, [
      text,
    ]);
    const isPassedThrough = rows.some((row) => row.name === name);
    if (isPassedThrough) await client.query(`deallocate "${name}"`);
    return rows.length > 0 && !isPassedThrough;
  } finally {
    await client.query('commit');
  }
}
