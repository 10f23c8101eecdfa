import { type Database, openDatabase } from '@slipway/persistence/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../harness/database.ts';
import { type RunningProcess, run } from '../../harness/product/run-process.ts';
import { sharedRunnerEnv } from '../../harness/product/service-process.ts';
import { createTemplate } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { createRestClient } from '../../harness/rest/rest-client.ts';
import { isLong } from '../../harness/test-length.ts';
import { createEndpoint, expectAccepted } from '../../harness/webhooks/endpoints.ts';
import { createWebhookEvents, noAuthentication } from '../../harness/webhooks/webhook-events.ts';

let testDatabase: FreshDatabase;
let database: Database;
let product: RunningProcess;
let url: string;
const rest = createRestClient(() => url);
const { createTrigger, post, runs, latestDelivery } = createWebhookEvents(rest, () => url);

async function start(): Promise<void> {
  const env = { DATABASE_URL: testDatabase.url, SECRET_KEY: '0'.repeat(64), ADMIN_PASSWORD: 'admin', SAMPLES: 'false' };
  product = run({ env: { ...(await sharedRunnerEnv()), ...env } });
  url = (await product.waitForOutput(/is ready at (\S+)/))[1] ?? '';
}
beforeAll(async () => {
  testDatabase = await freshDatabase();
  database = openDatabase({ url: testDatabase.url, connections: 2, idleTimeoutMs: 600_000 });
  await start();
});
afterAll(async () => {
  product.signal('SIGTERM');
  await product.ended;
  await database.stop();
  await testDatabase.drop();
});

/** Locks a row so that the product can respond but not continue, then kills and restarts the product. */
async function killWhileLocked(table: string, id: string, onAnswer: () => Promise<void>): Promise<void> {
  const lockHeld = Promise.withResolvers<void>();
  const killed = Promise.withResolvers<void>();
  const lockTransaction = database.transaction(async (connection) => {
    await connection.query({ text: `select id from ${table} where id = $1 for update` }, [id]);
    lockHeld.resolve();
    await killed.promise;
  });
  await lockHeld.promise;
  await onAnswer();
  product.signal('SIGKILL');
  expect(await product.ended).toBe(null);
  killed.resolve();
  await lockTransaction;
  await start();
}

test('an event that was accepted before a crash creates its release after the restart, once', async () => {
  const endpoint = await createEndpoint(rest, noAuthentication);
  const template = await createTemplate(rest, { Build: ['compile'] });
  const triggers = [await createTrigger(endpoint, template), await createTrigger(endpoint, template)];
  const last = triggers.map(({ id }) => id.split('/').at(-1) ?? '').toSorted()[1] ?? '';
  await killWhileLocked('triggers', last, async () => {
    expectAccepted(await post(endpoint, {}));
    await expect.poll(async () => (await Promise.all(triggers.map(({ id }) => runs(id)))).flat().length).toBe(1);
  });
  const { results } = await latestDelivery(endpoint);
  expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'created']);
  for (const { id } of triggers) expect((await runs(id)).map(({ outcome }) => outcome)).toEqual(['created']);
  expect(await database.query({ text: 'select count(*) from triggered_releases' })).toEqual([{ count: 2 }]);
});

test.runIf(isLong)(
  'an event that was accepted before a crash completes the waiting task after the restart, once',
  async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const wait = { title: 'wait', type: 'events.WaitForJsonEvent', eventSource: endpoint.id, condition: 'True' };
    const template = await createTemplate(rest, { Deploy: [wait, { ...wait, title: 'again' }] });
    const { id } = await rest.post<Release>(`/templates/${template.id}/create`, {
      releaseTitle: 'Waits',
      autoStart: true,
    });
    const states = async () =>
      (await rest.get<Release>(`/releases/${id}`)).phases[0]?.tasks.map(({ status }) => status);
    await expect.poll(states, { interval: 20 }).toEqual(['IN_PROGRESS', 'PLANNED']);
    await killWhileLocked('live_releases', id.split('/').at(-1) ?? '', async () =>
      expectAccepted(await post(endpoint, {})),
    );
    const { results } = await latestDelivery(endpoint);
    expect(results.map(({ outcome }) => outcome)).toEqual(['completed']);
    const { phases } = await rest.get<Release>(`/releases/${id}`);
    expect(phases[0]?.tasks.map(({ status, comments }) => [status, comments.length])).toEqual([
      ['COMPLETED', 1],
      ['IN_PROGRESS', 0],
    ]);
  },
);
