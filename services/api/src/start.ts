import type { Server, ServerResponse } from 'node:http';
import { setTimeout as later } from 'node:timers/promises';
import { createWebServer } from '@slipway/runtime';
import { createApp } from './app.ts';
import type { ProcessDeps } from './context/deps.ts';
import { createRecorders } from './people/recorders.ts';
import { pluginsIn } from './plugins/install.ts';
import { installFound } from './plugins/install-found.ts';
import { openSignOn } from './sign-on/open.ts';
import { licenceFiles, requireLicenceFiles } from './system/licence.ts';
import { createEventProcessor } from './webhooks/process-events.ts';

export interface Api {
  /** `http://host:port` with the context root */
  readonly address: string;
  /** Takes no new requests, answers those in flight, and closes. */
  stop(): Promise<void>;
}

/** Connections that are still sending or reading after this long are cut off. */
const graceMs = 10_000;

/** Starts the api on the configured host and port. Fails with the error of `listen`, such as EADDRINUSE, or CannotStart. */
export async function startApi(given: ProcessDeps): Promise<Api> {
  const files = licenceFiles(given.config);
  if (files) await requireLicenceFiles(files);
  const signOn = await openSignOn(given);
  await installFound(given);
  await given.plugins?.current();
  const { plugins = pluginsIn(given.database) } = given;
  const processor = createEventProcessor({ ...given, plugins });
  const recorders = createRecorders(given);
  const answer = createApp({ ...given, plugins }, { processEvent: processor.process, recorders, signOn });
  const server = createWebServer({ answer });
  server.on('request', (_, response) => endIdleOnes(server, response));
  const { host, port, contextRoot } = given.config;
  await listen(server, host, port);
  return {
    address: `${addressOf(server, host)}${contextRoot}`,
    stop: () => stop(server).then(processor.stop).then(recorders.stop),
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: 1024 }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function addressOf(server: Server, host: string): string {
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Ends connections that were answered: a server that closes waits for all of them, and clients keep them open. */
function endIdleOnes(server: Server, response: ServerResponse): void {
  response.once('close', () => {
    if (!server.listening) setImmediate(() => server.closeIdleConnections());
  });
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const timer = new AbortController();
  const cut = later(graceMs, undefined, { signal: timer.signal, ref: false }).then(
    () => server.closeAllConnections(),
    () => {},
  );
  await closed;
  timer.abort();
  await cut;
}
