import { type CountingServer, requireBasic, startCountingServer } from '../servers/counting-server.ts';
import { json, parseJson } from '../servers/routes.ts';

export const login = { username: 'smith', password: 'smith-password' };

/** A build server. A build ends after a number of reads. */
export interface Forge extends CountingServer {
  /** the number of reads until a build has ended */
  looks: number;
  /** the result of builds */
  state: 'Successful' | 'Failed';
  readonly builds: { readonly plan: string; readonly properties: unknown; looked: number }[];
}

export async function startForge(): Promise<Forge> {
  const builds: Forge['builds'] = [];
  const settings: Pick<Forge, 'looks' | 'state'> = { looks: 2, state: 'Successful' };
  const server = await startCountingServer(
    {
      'POST /api/queue': (received) => {
        const { plan, properties } = parseJson<{ plan: { key: string }; properties?: unknown }>(received);
        builds.push({ plan: plan.key, properties, looked: 0 });
        return json({ number: builds.length });
      },
      'GET /api/builds/:number': ({ params }) => {
        const build = builds[Number(params.number) - 1];
        if (build === undefined) return json({ message: 'no such build' }, 404);
        build.looked += 1;
        const finished = build.looked >= settings.looks;
        const state = finished ? settings.state : 'Unknown';
        return json({ finished, state, percentage: 50, reason: finished ? 'two tests failed' : null });
      },
    },
    requireBasic(login.username, login.password),
  );
  return Object.assign(settings, server, { builds });
}
