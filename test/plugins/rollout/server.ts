import { type CountingServer, requireBasic, startCountingServer } from '../servers/counting-server.ts';
import { empty, xml } from '../servers/routes.ts';

export const login = { username: 'pilot', password: 'pilot-password' };

/** A deployment tool with an XML API. */
export interface Rollout extends CountingServer {
  /** the state of all deployments */
  state: 'EXECUTING' | 'EXECUTED' | 'STOPPED';
  readonly prepared: readonly string[];
}

export async function startRollout(): Promise<Rollout> {
  const prepared: string[] = [];
  const settings: Pick<Rollout, 'state'> = { state: 'EXECUTED' };
  const server = await startCountingServer(
    {
      'POST /deployit/deployment': ({ body }) => {
        prepared.push(body.toString());
        return xml(`<task id="d-${prepared.length}" state="PENDING"/>`, 201);
      },
      'POST /deployit/tasks/:id/start': () => empty(),
      'GET /deployit/tasks/:id': ({ params }) => {
        const second = settings.state === 'EXECUTED' ? 'DONE' : 'PENDING';
        const steps =
          `<step state="DONE"><description>Stop R&amp;D</description></step>` +
          `<step state="${second}"><description>Start</description></step>`;
        return xml(`<task id="${params.id}" state="${settings.state}"><steps>${steps}</steps></task>`);
      },
      'POST /deployit/tasks/:id/rollback': () => empty(),
      'DELETE /deployit/tasks/:id': () => empty(),
    },
    requireBasic(login.username, login.password),
  );
  return Object.assign(settings, server, { prepared });
}
