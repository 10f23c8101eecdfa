import { type CountingServer, requireBasic, startCountingServer } from '../servers/counting-server.ts';
import { json, parseForm } from '../servers/routes.ts';

export const login = { username: 'scan', password: 'scan-password' };

/** A scanner. A scan has each of these statuses in turn, and keeps the last one. */
export interface Scanner extends CountingServer {
  states: readonly string[];
  measures: Readonly<Record<string, number>>;
}

export async function startScanner(): Promise<Scanner> {
  const settings: Pick<Scanner, 'states' | 'measures'> = {
    states: ['RUNNING', 'OK'],
    measures: { blockers: 0, debt: 7 },
  };
  const scans: { readonly project: string; looked: number }[] = [];
  const server = await startCountingServer(
    {
      'POST /api/scans': (received) => {
        scans.push({ project: parseForm(received).get('project') ?? '', looked: 0 });
        return json({ id: String(scans.length) }, 201);
      },
      'GET /api/scans/:id': ({ params }) => {
        const scan = scans[Number(params.id) - 1];
        if (scan === undefined) return json({ error: 'no such scan' }, 404);
        const status = settings.states[Math.min(scan.looked, settings.states.length - 1)];
        scan.looked += 1;
        return json({ status });
      },
      'GET /api/measures': ({ query }) => {
        const metrics = (query.get('metrics') ?? '').split(',').filter(Boolean);
        return json({ measures: metrics.map((metric) => ({ metric, value: settings.measures[metric] })) });
      },
    },
    requireBasic(login.username, login.password),
  );
  return Object.assign(settings, server);
}
