import type { Health, Metrics } from '@slipway/runtime';
import { Router } from 'express';
import { replyJson } from '../http/reply.ts';

/** Whether the process lives, and whether it can serve; nobody has to log in to ask. */
export function probes(health: Health): Router {
  const router = Router();
  router.get('/livez', (_request, response) => replyJson(response, { alive: true }));
  router.get('/readyz', async (_request, response) => {
    const readiness = await health.readiness();
    replyJson(response, readiness, readiness.ready ? 200 : 503);
  });
  return router;
}

/** What the process measures; nobody has to log in to ask. */
export function figures(metrics: Pick<Metrics, 'text' | 'contentType'>): Router {
  const router = Router();
  router.get('/metrics', async (_request, response) => {
    const text = await metrics.text();
    response.setHeader('Content-Type', metrics.contentType);
    response.setHeader('Cache-Control', 'no-store');
    response.end(text);
  });
  return router;
}
