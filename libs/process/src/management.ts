import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { startTracing } from '@slipway/tracing';
import { createHealth, type Health } from './health.ts';
import { type HostPort, type Listener, listen } from './listener.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { Process } from './process.ts';

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

/** Handles `/livez`, which calls no other service, `/readyz` and `/metrics`. `fallback` handles other requests. */
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

/** A listener for probes only. Stopping it closes its connections. */
type Probes = Pick<Listener, 'address'> & { stop(): Promise<void> };

/** Serves the probes of a process on a separate port. Throws `StartupError` if the port is not available. */
export async function startProbes({
  hostPort,
  ...sources
}: ProbeSources & { readonly hostPort: HostPort }): Promise<Probes> {
  const { address, stop } = await listen(hostPort, answerProbes(sources));
  return { address, stop: () => stop(0) };
}

/** The probes and metrics of a process from its start on. */
export interface Management {
  readonly health: Health;
  readonly metrics: Metrics;
  /** The address of the probes; null if the port of the service serves them. */
  readonly address: string | null;
  /**
   * Completes the start: from now on, the checks determine readiness. A stop makes the process unready immediately, and
   * calls `drain`.
   */
  started(drain?: () => void): Promise<void>;
}

/**
 * Serves probes and metrics on MANAGEMENT_PORT, if set, before any other part starts. Until the start is complete, the
 * process is live but not ready. Throws `StartupError` if the port is not available.
 */
export async function startManagement({ config, lifecycle }: Process): Promise<Management> {
  const { host, managementPort: port } = config;
  const health = createHealth();
  const metrics = createMetrics();
  const markStarted = health.waitFor('start');
  const hostPort = port === undefined ? null : { host, port, variable: 'MANAGEMENT_PORT' };
  const probes = await lifecycle.start(
    'management',
    () => hostPort && startProbes({ hostPort, health, metrics }),
    (listening) => listening?.stop(),
  );
  return {
    health,
    metrics,
    address: probes?.address ?? null,
    started: async (drain = () => {}) => {
      await lifecycle.start('readiness', () => health, {
        end: () => health.drain(),
        drain: () => {
          health.drain();
          drain();
        },
      });
      markStarted();
    },
  };
}

/** The minimum time between two warnings about an unavailable collector. */
const warnEveryMs = 60_000;

/** Starts the tracing of this process, if it is configured. */
export async function startTraces(
  { config: { tracing }, logger, lifecycle }: Process,
  metrics: Pick<Metrics, 'spans'>,
): Promise<void> {
  if (tracing === undefined) return;
  let warnedAt = Number.NEGATIVE_INFINITY;
  const observer = {
    sent: (count: number) => metrics.spans('sent', count),
    lost: (count: number, reason: string) => {
      metrics.spans('dropped', count);
      if (performance.now() - warnedAt < warnEveryMs) return;
      warnedAt = performance.now();
      logger.warn({ count, reason }, 'could not send traces; they are lost');
    },
  };
  await lifecycle.start(
    'traces',
    () => startTracing({ ...tracing, observer }),
    (traces) => traces.stop(),
  );
}
