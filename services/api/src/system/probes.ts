import type { Config, Health, Metrics } from '@slipway/runtime';
import type { PlainRoute } from '../http/plain-route.ts';
import { jsonReply } from '../http/reply.ts';

interface Telling {
  readonly config: Pick<Config, 'managementPort'>;
  readonly health: Health;
  readonly metrics: Pick<Metrics, 'expose'>;
}

/** What is told on the port for management, where there is one, is told nowhere else. */
const unlessElsewhere = ({ config }: Telling, routes: readonly PlainRoute[]): readonly PlainRoute[] =>
  config.managementPort === undefined ? routes : [];

/** Whether the process lives, and whether it can serve; nobody has to log in to ask. */
export const probesHere = (told: Telling): readonly PlainRoute[] =>
  unlessElsewhere(told, [
    { method: 'GET', path: '/livez', answer: () => jsonReply({ alive: true }) },
    {
      method: 'GET',
      path: '/readyz',
      answer: async () => {
        const readiness = await told.health.readiness();
        return jsonReply(readiness, readiness.ready ? 200 : 503);
      },
    },
  ]);

/** What the process measures; nobody has to log in to ask. */
export const metricsHere = (told: Telling): readonly PlainRoute[] =>
  unlessElsewhere(told, [
    {
      method: 'GET',
      path: '/metrics',
      answer: async ({ message }) => {
        const { type, text } = await told.metrics.expose(message.headers.accept);
        return { status: 200, type, content: text };
      },
    },
  ]);
