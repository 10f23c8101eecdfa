import { type CountingServer, startCountingServer, wantsBasic } from '../servers/counting-server.ts';
import { json, sentJson } from '../servers/routes.ts';

export const login = { username: 'switch', password: 'switch-password' };

interface Flag {
  readonly enabled: boolean;
  readonly percentage: number;
  readonly version: number;
}

/** A service of feature flags that accepts changes only of existing flags. */
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
        const { ifVersion, ...change } = sentJson<{ ifVersion: number; enabled: boolean; percentage: number }>(
          received,
        );
        const before = flags.get(name);
        if (before?.version !== ifVersion) return json({ message: 'changed by somebody else' }, 409);
        const flag = { ...change, version: ifVersion + 1 };
        flags.set(name, flag);
        return json(flag);
      },
    },
    wantsBasic(login.username, login.password),
  );
  return { ...server, flags };
}
