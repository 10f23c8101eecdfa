import { connectToOne, type Servers } from '@slipway/servers';
import type pg from 'pg';

/** Looks after connections that are in use. */
export interface Vigil {
  began(client: pg.ClientBase): void;
  ended(client: pg.ClientBase): void;
  stop(): void;
}

/** In use for longer than this, its server may be gone; two consecutive misses count as lost. */
const longMs = 2_000;
const everyMs = 1_000;

/**
 * A server that disappears (machine or network failure) closes no connections: statements would wait until their time
 * limit, while another server has its role. Therefore, once a statement takes long, this checks whether the server
 * still has the connection, or is reachable at all.
 */
export function keepVigil(servers: Servers): Vigil {
  const busy = new Map<pg.ClientBase, { readonly since: number; missed: number }>();
  let isLooking = false;
  const look = async (): Promise<void> => {
    const now = performance.now();
    const long = [...busy].filter(([, { since }]) => now - since > longMs);
    if (isLooking || long.length === 0) return;
    isLooking = true;
    const known = await knownBy(servers);
    isLooking = false;
    for (const [client, seen] of long) {
      if (known(client)) seen.missed = 0;
      else if (busy.get(client) === seen && ++seen.missed > 1) {
        servers.moved();
        servers.cut(client);
      }
    }
  };
  const timer = setInterval(look, everyMs);
  timer.unref();
  return {
    began: (client) => void busy.set(client, { since: performance.now(), missed: 0 }),
    ended: (client) => void busy.delete(client),
    stop: () => clearInterval(timer),
  };
}

/** Returns a function that reports whether a connection leads to the current primary. */
async function knownBy(servers: Servers): Promise<(client: pg.ClientBase) => boolean> {
  try {
    const { client, url } = await connectToOne(servers, { connectionTimeoutMillis: longMs, query_timeout: longMs });
    try {
      const { rows } = await client.query('select pid from pg_stat_activity where usename = current_user');
      const pids = new Set(rows.map(({ pid }) => pid));
      return (one) => servers.isAt(one, url, pids);
    } finally {
      client.end().catch(() => {});
    }
  } catch {
    return () => false;
  }
}
