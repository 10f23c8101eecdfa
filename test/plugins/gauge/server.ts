import { type CountingServer, requireHeader, startCountingServer } from '../servers/counting-server.ts';
import { empty, json, parseJson } from '../servers/routes.ts';

export const token = 'gauge-token-1';

/** A monitoring service. An annotation that is sent again with its key is stored once. */
export interface Gauge extends CountingServer {
  readonly annotations: Map<string, Record<string, unknown>>;
  points: readonly (readonly [string, number])[];
}

export async function startGauge(): Promise<Gauge> {
  const annotations = new Map<string, Record<string, unknown>>();
  const settings: Pick<Gauge, 'points'> = { points: [['t1', 3]] };
  const server = await startCountingServer(
    {
      'POST /api/annotations': (received) => {
        const key = String(received.headers['idempotency-key']);
        if (!annotations.has(key)) annotations.set(key, { id: `a${annotations.size}`, ...parseJson<object>(received) });
        return json({ id: annotations.get(key)?.id }, 201);
      },
      'PATCH /api/annotations/:id': () => empty(),
      'GET /api/points': () => json({ points: settings.points }),
    },
    requireHeader('authorization', `Api-Token ${token}`),
  );
  return Object.assign(settings, server, { annotations });
}
