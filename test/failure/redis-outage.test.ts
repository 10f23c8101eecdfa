import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerProcess, startServer } from '../harness/product/serve.ts';
import { createRelease } from '../harness/rest/plans.ts';
import type { Release } from '../harness/rest/response-types.ts';
import { createRestClient } from '../harness/rest/rest-client.ts';
import { type FreshRedis, findRedisProgram, freshRedis } from '../harness/servers/redis.ts';

const withoutRedis = (await findRedisProgram()) === null && process.env.CI !== 'true';
let redis: FreshRedis;
let server: ServerProcess;
const rest = createRestClient(() => server.url);
beforeAll(async () => {
  if (withoutRedis) return;
  redis = await freshRedis();
  server = await startServer({ env: { REDIS_URL: redis.url } });
});
afterAll(async () => {
  await server?.stop();
  await redis?.stop();
});

const queue = async (): Promise<string> => {
  const readyz = await fetch(`${server.url}/readyz`);
  const { checks } = (await readyz.json()) as { readonly checks: { readonly queue: string } };
  return `${readyz.status} ${checks.queue}`;
};
const waitForQueueState = (state: string) => expect.poll(queue, { interval: 50 }).toBe(state);

/** Releases with an automatic start start, and no request waits for the timeout of a queue, which takes two seconds. */
async function expectService(): Promise<void> {
  let id = '';
  const startAndMeasure = async () => {
    const startedAt = performance.now();
    const soon = { autoStart: true, scheduledStartDate: new Date(Date.now() + 700).toISOString() };
    id = (await createRelease(rest, { Build: ['compile'] }, {}, soon)).id;
    return performance.now() - startedAt;
  };
  // A slow machine may need several attempts; a request that waited for the queue would always take longer.
  await expect.poll(startAndMeasure).toBeLessThan(1_500);
  const currentStatus = async () => (await rest.get<Release>(`/releases/${id}`)).status;
  await expect.poll(currentStatus, { interval: 50 }).toBe('IN_PROGRESS');
}

test.skipIf(withoutRedis)('a Redis that stops, restarts and then hangs blocks no request and no release', async () => {
  await waitForQueueState('200 ok');
  await redis.kill();
  await waitForQueueState('200 degraded');
  await expectService();
  await redis.restart();
  await waitForQueueState('200 ok');
  await expectService();
  redis.hang();
  await waitForQueueState('200 degraded');
  await expectService();
  await redis.restart();
  await waitForQueueState('200 ok');
  expect(server.output()).not.toContain('"level":"error"');
});
