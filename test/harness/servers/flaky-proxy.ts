import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that fails once. */
export interface FlakyProxy {
  /** the address of the server by this way */
  readonly url: string;
  close(): void;
}

/**
 * Passes everything on to a PostgreSQL database or a Redis, until the clients have sent something for the `nth` time (all
 * connections together): then it cuts every connection there is, once, and passes everything on again. Where they are
 * to be `mutedSockets` instead, they stay, and nothing comes through them any more, as when a machine has lost its power.
 */
export async function startFlakyProxy(
  serverUrl: string,
  failingChunk: number,
  failureMode: 'cut' | 'mute' = 'cut',
): Promise<FlakyProxy> {
  const url = new URL(serverUrl);
  const target = serverAddress(url);
  const openSockets = new Set<Socket>();
  const mutedSockets = new Set<Socket>();
  let receivedChunks = 0;
  const fail = (): void => {
    for (const socket of openSockets) {
      if (failureMode === 'cut') socket.destroy();
      else mutedSockets.add(socket);
    }
  };
  const server = createServer((client) => {
    const database = connect(target);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      openSockets.add(from);
      from
        .on('error', () => {})
        .on('close', () => {
          openSockets.delete(from);
          to.destroy();
        });
      from.on('data', (chunk) => {
        if (from === client && ++receivedChunks === failingChunk) fail();
        else if (!mutedSockets.has(from)) to.write(chunk);
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const proxyUrl = new URL(url);
  proxyUrl.hostname = '127.0.0.1';
  proxyUrl.port = String(port);
  proxyUrl.searchParams.delete('host');
  const close = (): void => {
    server.close();
    for (const socket of mutedSockets) socket.destroy();
  };
  return { url: proxyUrl.href, close };
}

/** Where it listens: a port, or PostgreSQL's socket in a folder. */
function serverAddress(url: URL) {
  const folder = url.searchParams.get('host');
  const port = Number(url.port || '5432');
  return folder === null ? { host: url.hostname, port } : { path: `${folder}/.s.PGSQL.${port}` };
}
