import { randomBytes } from 'node:crypto';
import type pg from 'pg';

/** Whether statements are prepared by name, so that the server plans them once. */
export interface Preparing {
  /** Checks once how the pooler behind this new connection handles names. */
  learn(client: pg.ClientBase): Promise<void>;
  /** A statement as it is to be sent. */
  sent<S extends { readonly text: string }>(statement: S): S | { readonly text: string };
  /** Whether a statement has failed by its name, so that none goes by a name from now on. */
  isLost(error: unknown): boolean;
}

/** Error codes of PostgreSQL: a name in use, an unknown name. */
const lostNames: ReadonlySet<string | undefined> = new Set(['42P05', '26000']);

/**
 * Behind a pooler a connection has another server for each transaction. PgBouncer keeps names apart for its clients from
 * 1.21 on, where `max_prepared_statements` is not 0; older ones pass them on as they are: one client's name is taken for all
 * others, and unknown at the next server. So statements have no names there until it is seen that names are kept.
 */
export function preparing(pooled: boolean): Preparing {
  let named = !pooled;
  let known = !pooled;
  return {
    learn: async (client) => {
      if (known) return;
      named = await keepsNames(client);
      known = true;
    },
    sent: (statement) => (named ? statement : { text: statement.text }),
    isLost: (error) => {
      if (!named || !(error instanceof Error && 'code' in error && typeof error.code === 'string')) return false;
      if (!lostNames.has(error.code)) return false;
      named = false;
      known = true;
      return true;
    },
  };
}

/** A pooler that keeps names has its own at the server. In one transaction all goes to the same server. */
async function keepsNames(client: pg.ClientBase): Promise<boolean> {
  const name = `slipway-${randomBytes(8).toString('hex')}`;
  const text = `select '${name}' as name`;
  await client.query('begin');
  try {
    await client.query({ name, text });
    const { rows } = await client.query({ text: 'select name from pg_prepared_statements where statement = $1' }, [
      text,
    ]);
    const passedOn = rows.some((row) => row.name === name);
    if (passedOn) await client.query(`deallocate "${name}"`);
    return rows.length > 0 && !passedOn;
  } finally {
    await client.query('commit');
  }
}
