import { type CountingServer, requireBasic, startCountingServer } from '../servers/counting-server.ts';
import { json, parseJson } from '../servers/routes.ts';

export const login = { username: 'switch', password: 'switch-password' };

interface Flag {
  readonly enabled: boolean;
  readonly percentage: number;
  readonly version: number;
}

/** A feature flag service that accepts changes only of existing flags. */
export interface Switchyard extends CountingServer {
  readonly flags: Map<string, Flag>;
}

export async function startSwitchyard(): Promise<Switchyard> {
  const flags = new Map<string, Flag>([['new checkout', { enabled: false, percentage: 0, version: 1 }]]);
  const server = await startCountingServer(
    {
      'GET /flags/:flag': ({ params }) => {
        const flag = flags.get(params.flag ?? '');
        return flag ? json(flag) : json({ message: 'no such flag' }, 404);
      },
      'PATCH /flags/:flag': (received) => {
        const name = received.params.flag ?? '';
        const { ifVersion, ...change } = parseJson<{ ifVersion: number; enabled: boolean; percentage: number }>(
          received,
        );
        const currentFlag = flags.get(name);
        if (currentFlag?.version !== ifVersion) return json({ message: 'changed by somebody else' }, 409);
        const flag = { ...change, version: ifVersion + 1 };
        flags.set(name, flag);
        return json(flag);
      },
    },
    requireBasic(login.username, login.password),
  );
  return { ...server, flags };
}
