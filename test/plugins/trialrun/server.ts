import { type CountingServer, requireHeader, startCountingServer } from '../servers/counting-server.ts';
import { json, parseJson } from '../servers/routes.ts';

export const apiKey = 'trialrun-key-1';

/** A test runner. A session has ended when it is read for the second time. */
export interface Grid extends CountingServer {
  /** the number of failed tests of each session */
  failing: number;
  readonly sessions: readonly { readonly browser: string }[];
}

export async function startGrid(): Promise<Grid> {
  const sessions: { readonly suite: string; readonly browser: string; looked: number }[] = [];
  const settings: Pick<Grid, 'failing'> = { failing: 0 };
  const server = await startCountingServer(
    {
      'POST /grid/sessions': (received) => {
        sessions.push({ ...parseJson<{ suite: string; browser: string }>(received), looked: 0 });
        return json({ session: `s${sessions.length}` }, 201);
      },
      'GET /grid/sessions/:id': ({ params }) => {
        const session = sessions[Number(params.id?.slice(1)) - 1];
        if (session === undefined) return json({ message: 'no such session' }, 404);
        session.looked += 1;
        if (session.looked === 1) return json({ state: 'running' }, 200, { 'retry-after': '2' });
        return json({ state: 'ended', passed: 10 - settings.failing, failed: settings.failing });
      },
    },
    requireHeader('x-api-key', apiKey),
  );
  return Object.assign(settings, server, { sessions });
}
