import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that fails once. */
export interface Cut {
  /** the address of the server by this way */
  readonly url: string;
  close(): void;
}

/**
 * Passes everything on to a PostgreSQL database or a Redis, until the clients have sent something for the `nth` time (all
 * connections together): then it cuts every connection there is, once, and passes everything on again. Where they are
 * to be `mute` instead, they stay, and nothing comes through them any more, as when a machine has lost its power.
 */
export async function cutOnce(serverUrl: string, nth: number, how: 'cut' | 'mute' = 'cut'): Promise<Cut> {
  const url = new URL(serverUrl);
  const target = where(url);
  const open = new Set<Socket>();
  const mute = new Set<Socket>();
  let sent = 0;
  const fail = (): void => {
    for (const one of open) {
      if (how === 'cut') one.destroy();
      else mute.add(one);
    }
  };
  const server = createServer((client) => {
    const database = connect(target);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(from);
      from
        .on('error', () => {})
        .on('close', () => {
          open.delete(from);
          to.destroy();
        });
      from.on('data', (chunk) => {
        if (from === client && ++sent === nth) fail();
        else if (!mute.has(from)) to.write(chunk);
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  through.searchParams.delete('host');
  const close = (): void => {
    server.close();
    for (const one of mute) one.destroy();
  };
  return { url: through.href, close };
}

/** Where it listens: a port, or PostgreSQL's socket in a folder. */
function where(url: URL) {
  const folder = url.searchParams.get('host');
  const port = Number(url.port || '5432');
  return folder === null ? { host: url.hostname, port } : { path: `${folder}/.s.PGSQL.${port}` };
}
