import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy for a server that fails once. */
export interface FlakyProxy {
  /** the URL of the server through the proxy */
  readonly url: string;
  close(): void;
}

/**
 * Forwards all connections to PostgreSQL or Redis until the clients have sent `failingChunk` chunks in total. Then it
 * fails once: with `cut` it closes all current connections; with `mute` it stops forwarding their data, like after a
 * power failure. Later connections work.
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

/** Returns the address of the server: a port, or PostgreSQL's socket in a folder. */
function serverAddress(url: URL) {
  const folder = url.searchParams.get('host');
  const port = Number(url.port || '5432');
  return folder === null ? { host: url.hostname, port } : { path: `${folder}/.s.PGSQL.${port}` };
}
