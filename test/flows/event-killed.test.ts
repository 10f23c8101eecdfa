import { type Database, openDatabase } from '@slipway/persistence';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../harness/database.ts';
import { eventsAt, nobody } from '../harness/events.ts';
import { endpointOf, expectTaken } from '../harness/hooks.ts';
import { templateOf } from '../harness/plans.ts';
import { restAt } from '../harness/rest.ts';
import { type Running, run } from '../harness/server.ts';

let fresh: FreshDatabase;
let database: Database;
let product: Running;
let url: string;
const rest = restAt(() => url);
const { listener, post, runs, told } = eventsAt(rest, () => url);

async function start(): Promise<void> {
  const env = { DATABASE_URL: fresh.url, SECRET_KEY: '0'.repeat(64), ADMIN_PASSWORD: 'admin', SAMPLES: 'false' };
  product = run({ env });
  url = (await product.says(/is ready at (\S+)/))[1] ?? '';
}
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url, connections: 2 });
  await start();
});
afterAll(async () => {
  product.signal('SIGTERM');
  await product.ended;
  await database.stop();
  await fresh.drop();
});

test('what was accepted before the product was killed makes its release afterwards, once', async () => {
  const endpoint = await endpointOf(rest, nobody);
  const template = await templateOf(rest, { Build: ['compile'] });
  const triggers = [await listener(endpoint, template), await listener(endpoint, template)];
  const held = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  // Who holds a trigger keeps it from firing: the product answers, and is killed with the firing before it.
  const holding = database.transaction(async (connection) => {
    await connection.query({ text: 'select id from triggers where id = $1 for update' }, [
      triggers.map(({ id }) => id.split('/').at(-1) ?? '').toSorted()[1] ?? '',
    ]);
    held.resolve();
    await answered.promise;
  });
  await held.promise;
  expectTaken(await post(endpoint, {}));
  await expect.poll(async () => (await Promise.all(triggers.map(({ id }) => runs(id)))).flat().length).toBe(1);
  product.signal('SIGKILL');
  expect(await product.ended).toBe(null);
  answered.resolve();
  await holding;

  await start();
  const { results } = await told(endpoint);
  expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'created']);
  for (const { id } of triggers) expect((await runs(id)).map(({ outcome }) => outcome)).toEqual(['created']);
  expect(await database.query({ text: 'select count(*) from triggered_releases' })).toEqual([{ count: 2 }]);
});
