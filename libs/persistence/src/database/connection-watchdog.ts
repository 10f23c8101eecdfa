import { connectToPrimary, type Servers } from '@slipway/server-addresses';
import type pg from 'pg';

/** Watches connections that are in use. */
export interface ConnectionWatchdog {
  track(client: pg.ClientBase): void;
  untrack(client: pg.ClientBase): void;
  stop(): void;
}

/**
 * The time after which the server of a connection in use is checked. Two consecutive failed checks mean that it is
 * lost.
 */
const checkAfterMs = 2_000;
const intervalMs = 1_000;

/**
 * A server that disappears (machine or network failure) closes no connections. Statements would wait until their
 * timeout, although another server has taken over. Therefore, if a statement takes long, the watchdog checks whether
 * the server is reachable and still has the connection.
 */
export function startConnectionWatchdog(servers: Servers): ConnectionWatchdog {
  const busy = new Map<pg.ClientBase, { readonly since: number; missedChecks: number }>();
  let isChecking = false;
  const checkConnections = async (): Promise<void> => {
    const now = performance.now();
    const longRunning = [...busy].filter(([, { since }]) => now - since > checkAfterMs);
    if (isChecking || longRunning.length === 0) return;
    isChecking = true;
    const isServed = await readServedConnections(servers);
    isChecking = false;
    for (const [client, state] of longRunning) {
      if (isServed(client)) state.missedChecks = 0;
      else if (busy.get(client) === state && ++state.missedChecks > 1) {
        servers.primaryChanged();
        servers.destroyConnection(client);
      }
    }
  };
  const timer = setInterval(checkConnections, intervalMs);
  timer.unref();
  return {
    track: (client) => void busy.set(client, { since: performance.now(), missedChecks: 0 }),
    untrack: (client) => void busy.delete(client),
    stop: () => clearInterval(timer),
  };
}

/** Returns a function that reports whether a connection leads to the current primary. */
async function readServedConnections(servers: Servers): Promise<(client: pg.ClientBase) => boolean> {
  try {
    const { client, url } = await connectToPrimary(servers, {
      connectionTimeoutMillis: checkAfterMs,
      query_timeout: checkAfterMs,
    });
    try {
      const { rows } = await client.query('select pid from pg_stat_activity where usename = current_user');
      const pids = new Set(rows.map(({ pid }) => pid));
      return (connection) => servers.isConnectedTo(connection, url, pids);
    } finally {
      client.end().catch(() => {});
    }
  } catch {
    return () => false;
  }
}
