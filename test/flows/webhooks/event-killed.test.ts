import { type Database, openDatabase } from '@slipway/persistence';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../harness/database.ts';
import { sharedRunner } from '../../harness/product/part.ts';
import { type Running, run } from '../../harness/product/server.ts';
import { templateOf } from '../../harness/rest/plans.ts';
import { restAt } from '../../harness/rest/rest.ts';
import type { Release } from '../../harness/rest/shapes.ts';
import { eventsAt, nobody } from '../../harness/webhooks/events.ts';
import { endpointOf, expectTaken } from '../../harness/webhooks/hooks.ts';

let fresh: FreshDatabase;
let database: Database;
let product: Running;
let url: string;
const rest = restAt(() => url);
const { listener, post, runs, told } = eventsAt(rest, () => url);

async function start(): Promise<void> {
  const env = { DATABASE_URL: fresh.url, SECRET_KEY: '0'.repeat(64), ADMIN_PASSWORD: 'admin', SAMPLES: 'false' };
  product = run({ env: { ...(await sharedRunner()), ...env } });
  url = (await product.says(/is ready at (\S+)/))[1] ?? '';
}
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url, connections: 2, idleTimeoutMs: 600_000 });
  await start();
});
afterAll(async () => {
  product.signal('SIGTERM');
  await product.ended;
  await database.stop();
  await fresh.drop();
});

/** Holds a row so that the product answers but cannot continue, then kills and restarts it. */
async function killedHolding(table: string, id: string, answered: () => Promise<void>): Promise<void> {
  const held = Promise.withResolvers<void>();
  const killed = Promise.withResolvers<void>();
  const holding = database.transaction(async (connection) => {
    await connection.query({ text: `select id from ${table} where id = $1 for update` }, [id]);
    held.resolve();
    await killed.promise;
  });
  await held.promise;
  await answered();
  product.signal('SIGKILL');
  expect(await product.ended).toBe(null);
  killed.resolve();
  await holding;
  await start();
}

test('an event that was accepted before the product was killed creates its release afterwards, once', async () => {
  const endpoint = await endpointOf(rest, nobody);
  const template = await templateOf(rest, { Build: ['compile'] });
  const triggers = [await listener(endpoint, template), await listener(endpoint, template)];
  const last = triggers.map(({ id }) => id.split('/').at(-1) ?? '').toSorted()[1] ?? '';
  await killedHolding('triggers', last, async () => {
    expectTaken(await post(endpoint, {}));
    await expect.poll(async () => (await Promise.all(triggers.map(({ id }) => runs(id)))).flat().length).toBe(1);
  });
  const { results } = await told(endpoint);
  expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'created']);
  for (const { id } of triggers) expect((await runs(id)).map(({ outcome }) => outcome)).toEqual(['created']);
  expect(await database.query({ text: 'select count(*) from triggered_releases' })).toEqual([{ count: 2 }]);
});

test('an event that was accepted before the product was killed completes the task that waited for it afterwards, once', async () => {
  const endpoint = await endpointOf(rest, nobody);
  const wait = { title: 'wait', type: 'events.WaitForJsonEvent', eventSource: endpoint.id, condition: 'True' };
  const template = await templateOf(rest, { Deploy: [wait, { ...wait, title: 'again' }] });
  const { id } = await rest.post<Release>(`/templates/${template.id}/create`, {
    releaseTitle: 'Waits',
    autoStart: true,
  });
  const states = async () => (await rest.get<Release>(`/releases/${id}`)).phases[0]?.tasks.map(({ status }) => status);
  await expect.poll(states, { interval: 20 }).toEqual(['IN_PROGRESS', 'PLANNED']);
  await killedHolding('live_releases', id.split('/').at(-1) ?? '', async () => expectTaken(await post(endpoint, {})));
  const { results } = await told(endpoint);
  expect(results.map(({ outcome }) => outcome)).toEqual(['completed']);
  const { phases } = await rest.get<Release>(`/releases/${id}`);
  expect(phases[0]?.tasks.map(({ status, comments }) => [status, comments.length])).toEqual([
    ['COMPLETED', 1],
    ['IN_PROGRESS', 0],
  ]);
});
