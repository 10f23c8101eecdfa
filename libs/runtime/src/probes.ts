import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Config } from './config.ts';
import type { Health } from './health.ts';
import type { Metrics } from './metrics.ts';
import { refusePort } from './refuse-port.ts';
import { createWebServer } from './web-server.ts';

/** What tells of a process that serves nothing else. */
export interface Probes {
  /** for instance `http://127.0.0.1:5517` */
  readonly address: string;
  stop(): Promise<void>;
}

interface Told {
  readonly config: Pick<Config, 'host' | 'port'>;
  readonly health: Health;
  readonly metrics: Pick<Metrics, 'text' | 'contentType'>;
}

/** Answers `/livez`, `/readyz` and `/metrics` to whoever asks. Throws `CannotStart` when the port cannot be had. */
export async function startProbes({ config, health, metrics }: Told): Promise<Probes> {
  const server = createWebServer({
    answer: (request, response) => {
      answer(request.url ?? '', response).catch(() => reply(response, 500, 'text/plain', 'this cannot be told now\n'));
      request.resume();
    },
  });
  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    if (path === '/livez') return reply(response, 200, json, JSON.stringify({ alive: true }));
    if (path === '/metrics') return reply(response, 200, metrics.contentType, await metrics.text());
    if (path !== '/readyz') return reply(response, 404, 'text/plain', 'there is nothing here\n');
    const readiness = await health.readiness();
    reply(response, readiness.ready ? 200 : 503, json, JSON.stringify(readiness));
  };
  const { host, port } = config;
  await once(server.listen({ host, port }), 'listening').catch((error) => refusePort(error, config));
  const bound = server.address();
  const taken = typeof bound === 'object' && bound !== null ? bound.port : port;
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const json = 'application/json';

function reply(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
}
