import { randomBytes } from 'node:crypto';
import type pg from 'pg';

/** Whether statements are prepared by name, so that the server plans them once. */
export interface PreparedStatements {
  /** Checks once how the pooler behind this new connection handles names. */
  detect(client: pg.ClientBase): Promise<void>;
  /** A statement as it is to be sent. */
  toQuery<S extends { readonly text: string }>(statement: S): S | { readonly text: string };
  /** Whether a statement has failed by its name, so that none goes by a name from now on. */
  isNameLost(error: unknown): boolean;
}

/** Error codes of PostgreSQL: a name in use, an unknown name. */
const lostNameStates: ReadonlySet<string | undefined> = new Set(['42P05', '26000']);

/**
 * Behind a pooler a connection has another server for each transaction. PgBouncer keeps names apart for its clients from
 * 1.21 on, where `max_prepared_statements` is not 0; older ones pass them on as they are: one client's name is taken for all
 * others, and unknown at the next server. So statements have no names there until it is seen that names are kept.
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

/** A pooler that keeps names has its own at the server. In one transaction all goes to the same server. */
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
