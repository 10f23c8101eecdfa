import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a PostgreSQL that fails once. */
export interface Cut {
  /** the address of the database by this way */
  readonly url: string;
  close(): void;
}

/**
 * Passes everything on to a PostgreSQL database, until the clients have sent something for the `nth` time (all
 * connections together): then it cuts every connection there is, once, and passes everything on again.
 */
export async function cutOnce(databaseUrl: string, nth: number): Promise<Cut> {
  const url = new URL(databaseUrl);
  const target = where(url);
  const open = new Set<Socket>();
  let sent = 0;
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
        if (from === client && ++sent === nth) for (const one of open) one.destroy();
        else to.write(chunk);
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  through.searchParams.delete('host');
  return { url: through.href, close: () => server.close() };
}

/** Where it listens: a socket in a folder, or a port. */
function where(url: URL) {
  const folder = url.searchParams.get('host');
  const port = Number(url.port || '5432');
  return folder === null ? { host: url.hostname, port } : { path: `${folder}/.s.PGSQL.${port}` };
}
