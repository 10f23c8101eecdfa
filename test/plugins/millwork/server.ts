import { type CountingServer, requireBasic, startCountingServer } from '../servers/counting-server.ts';
import { empty, json, parseForm } from '../servers/routes.ts';

export const login = { username: 'miller', password: 'miller-password' };
const crumb = 'c0ffee';

/** A build server with a queue. The test decides when a build leaves the queue and when it ends. */
export interface Mill extends CountingServer {
  /** The parameters of each build, in the order of their starts. */
  readonly builds: readonly Readonly<Record<string, string>>[];
  /** The result of all builds; null while they run. */
  result: string | null;
  /** whether queued builds start */
  runs: boolean;
}

export async function startMill(): Promise<Mill> {
  const builds: Record<string, string>[] = [];
  const settings: Pick<Mill, 'result' | 'runs'> = { result: 'SUCCESS', runs: true };
  const server = await startCountingServer(
    {
      'GET /crumbIssuer/api/json': () => json({ crumb, crumbRequestField: 'X-Crumb' }),
      'POST /job/:folder/job/:job/buildWithParameters': (received) => {
        if (received.headers['x-crumb'] !== crumb) return json({ message: 'No valid crumb' }, 403);
        builds.push(Object.fromEntries(parseForm(received)));
        return empty(201, { location: `${server.url}/queue/item/${builds.length}/` });
      },
      'GET /queue/item/:id/api/json': ({ params }) =>
        json(settings.runs ? { executable: { number: Number(params.id) } } : { why: 'Waiting for a place' }),
      'GET /job/:folder/job/:job/:number/api/json': ({ params }) =>
        json({ number: Number(params.number), building: settings.result === null, result: settings.result }),
      'POST /job/:folder/job/:job/:number/stop': () => empty(200),
      'POST /queue/cancelItem': () => empty(),
    },
    requireBasic(login.username, login.password),
  );
  return Object.assign(settings, server, { builds });
}
