import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../harness/database.ts';
import { type ServiceProcess, startService } from '../harness/product/service-process.ts';
import { freePort } from '../harness/servers/free-port.ts';
import { isLong } from '../harness/test-length.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const start = (
  kind: 'api' | 'scheduler' | 'script-runner',
  env: Record<string, string> = {},
): Promise<ServiceProcess> =>
  startService(kind, { DATABASE_URL: database.url, SCRIPT_RUNNER_SECRET: 's'.repeat(16), ...env });

const get = async (address: string) => {
  const answer = await fetch(address);
  return [answer.status, await answer.text(), answer.headers.get('connection')] as const;
};
const statuses = (address: string) =>
  Promise.all(['livez', 'readyz', 'metrics'].map(async (path) => (await get(`${address}/${path}`))[0]));

const drained = (checks: object) => JSON.stringify({ ready: false, draining: true, checks });
const healthyChecks = { database: 'ok', queue: 'ok' };

test.each([
  ['api', healthyChecks, '/api/v1/templates', 401],
  ['scheduler', healthyChecks, '/livez', 200],
  ['script-runner', { pool: 'ok' }, '/elsewhere', 404],
] as const)(
  'the probes of %s are only on the management port; after SIGTERM it is not ready at once, and serves until the next signal',
  async (kind, checks, path, status) => {
    const port = await freePort();
    const management = `http://127.0.0.1:${port}`;
    const part = await start(kind, { MANAGEMENT_PORT: `${port}`, CONTEXT_ROOT: '/slipway', DRAIN_SECONDS: '3600' });
    expect(await statuses(management)).toEqual([200, 200, 200]);
    if (kind === 'scheduler') expect(part.address).toBe(management);
    else {
      expect(await statuses(part.address)).toEqual([404, 404, 404]);
      expect(await statuses(new URL(part.address).origin)).toEqual([404, 404, 404]);
    }
    expect((await get(`${part.address}${path}`))[0]).toBe(status);
    part.signal('SIGTERM');
    await part.waitForOutput(/no longer ready, and continues to serve until it stops/);
    expect(await get(`${management}/readyz`)).toEqual([503, drained(checks), 'keep-alive']);
    expect((await get(`${management}/livez`))[0]).toBe(200);
    // from now on each response closes its connection
    const [product, , connection] = await get(`${part.address}${path}`);
    expect([product, connection]).toEqual([status, kind === 'scheduler' ? 'keep-alive' : 'close']);
    let code: number | null | undefined;
    void part.ended.then((ended) => {
      code = ended;
    });
    // A process that forwards signals sends the same signal twice within a second; both count as one.
    await expect
      .poll(() => {
        if (code === undefined) part.signal('SIGTERM');
        return code;
      })
      .toBe(0);
  },
);

test('an api without a management port has its probes below its context root too, and its drain ends automatically', async () => {
  const api = await start('api', { CONTEXT_ROOT: '/slipway', DRAIN_SECONDS: '1' });
  expect(await statuses(api.address)).toEqual([200, 200, 200]);
  expect(await statuses(new URL(api.address).origin)).toEqual([200, 200, 200]);
  expect(await api.stop()).toBe(0);
});

test.runIf(isLong)('Ctrl-C skips the drain', async () => {
  const api = await start('api', { DRAIN_SECONDS: '3600' });
  api.signal('SIGINT');
  expect(await api.ended).toBe(0);
});
