import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Health } from './health.ts';
import { type HostPort, type Listener, listen } from './listener.ts';
import type { Metrics } from './metrics.ts';

/** The probes and metrics of a process. */
interface ProbeSources {
  readonly health: Health;
  readonly metrics: Pick<Metrics, 'expose'>;
}

const json = 'application/json';

function reply(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
}

const notFound: RequestListener = (_, response) => reply(response, 404, 'text/plain', 'there is nothing here\n');

/** Answers `/livez`, which calls no other service, `/readyz` and `/metrics`; `otherwise` handles the others. */
export function answerProbes({ health, metrics }: ProbeSources, fallback = notFound): RequestListener {
  const answer = async (request: IncomingMessage, response: ServerResponse & { req: IncomingMessage }) => {
    const { url } = request;
    if (url === '/livez') return reply(response, 200, json, JSON.stringify({ alive: true }));
    if (url === '/metrics') {
      const { type, text } = await metrics.expose(request.headers.accept);
      return reply(response, 200, type, text);
    }
    if (url !== '/readyz') return fallback(request, response);
    const readiness = await health.readiness();
    reply(response, readiness.ready ? 200 : 503, json, JSON.stringify(readiness));
  };
  return (request, response) => {
    answer(request, response).catch(() => reply(response, 500, 'text/plain', 'currently unavailable\n'));
    request.resume();
  };
}

/** A listener for probes only; a stop closes its connections. */
type Probes = Pick<Listener, 'address'> & { stop(): Promise<void> };

/** Answers the probes of a process on a port of their own. Throws `StartupError` when the port cannot be had. */
export async function startProbes({
  hostPort,
  ...sources
}: ProbeSources & { readonly hostPort: HostPort }): Promise<Probes> {
  const { address, stop } = await listen(hostPort, answerProbes(sources));
  return { address, stop: () => stop(0) };
}
