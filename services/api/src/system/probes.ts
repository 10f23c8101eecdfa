import type { Config, Health, Metrics } from '@slipway/process';
import type { PlainRoute } from '../http/plain-route.ts';
import { jsonReply } from '../http/reply.ts';

interface ProbeDeps {
  readonly config: Pick<Config, 'managementPort'>;
  readonly health: Health;
  readonly metrics: Pick<Metrics, 'expose'>;
}

/** With a management port, only this port serves the probes. */
const unlessManagementPort = ({ config }: ProbeDeps, routes: readonly PlainRoute[]): readonly PlainRoute[] =>
  config.managementPort === undefined ? routes : [];

/** The liveness and readiness probes of the process. They require no login. */
export const probeRoutes = (probeDeps: ProbeDeps): readonly PlainRoute[] =>
  unlessManagementPort(probeDeps, [
    { method: 'GET', path: '/livez', answer: () => jsonReply({ alive: true }) },
    {
      method: 'GET',
      path: '/readyz',
      answer: async () => {
        const readiness = await probeDeps.health.readiness();
        return jsonReply(readiness, readiness.ready ? 200 : 503);
      },
    },
  ]);

/** The metrics of the process. They require no login. */
export const metricsRoutes = (probeDeps: ProbeDeps): readonly PlainRoute[] =>
  unlessManagementPort(probeDeps, [
    {
      method: 'GET',
      path: '/metrics',
      answer: async ({ message }) => {
        const { type, text } = await probeDeps.metrics.expose(message.headers.accept);
        return { status: 200, type, content: text };
      },
    },
  ]);
