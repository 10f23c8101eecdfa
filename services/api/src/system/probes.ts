import type { Health, Metrics } from '@slipway/runtime';
import type { PlainRoute } from '../http/plain-route.ts';
import { jsonReply } from '../http/reply.ts';

/** Whether the process lives, and whether it can serve; nobody has to log in to ask. */
export const probes = (health: Health): readonly PlainRoute[] => [
  { method: 'GET', path: '/livez', answer: () => jsonReply({ alive: true }) },
  {
    method: 'GET',
    path: '/readyz',
    answer: async () => {
      const readiness = await health.readiness();
      return jsonReply(readiness, readiness.ready ? 200 : 503);
    },
  },
];

/** What the process measures; nobody has to log in to ask. */
export const metricsRoute = (metrics: Pick<Metrics, 'text' | 'contentType'>): PlainRoute => ({
  method: 'GET',
  path: '/metrics',
  answer: async () => ({ status: 200, type: metrics.contentType, content: await metrics.text() }),
});
