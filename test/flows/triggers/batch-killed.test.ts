import { type Database, openDatabase } from '@slipway/persistence';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../harness/database.ts';
import { sharedRunner } from '../../harness/product/part.ts';
import { type Running, run } from '../../harness/product/server.ts';
import { templateOf } from '../../harness/rest/plans.ts';
import { restAt } from '../../harness/rest/rest.ts';
import { eventsAt, nobody } from '../../harness/webhooks/events.ts';
import { endpointOf, expectTaken, ledger } from '../../harness/webhooks/hooks.ts';

let fresh: FreshDatabase;
let database: Database;
let product: Running;
let url: string;
const rest = restAt(() => url);
const { listener, post, runs } = eventsAt(rest, () => url);

/** Starts the product. With a named point in the code, the product kills itself there. */
async function start(crashAt = ''): Promise<void> {
  const own = { CRASH_AT: crashAt, SAMPLES: 'false' };
  product = run({
    env: {
      ...(await sharedRunner()),
      DATABASE_URL: fresh.url,
      SECRET_KEY: '0'.repeat(64),
      ADMIN_PASSWORD: 'admin',
      ...own,
    },
  });
  url = (await product.says(/is ready at (\S+)/))[1] ?? '';
}
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url, connections: 2, idleTimeoutMs: 600_000 });
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});
beforeEach(() => start());
afterEach(async () => {
  product.signal('SIGTERM');
  await product.ended;
});

const deliveries = Array.from({ length: 20 }, (_, index) => `push ${index}`);

test.each([
  ['inside the transaction that fires for them', 'inside-transaction', false],
  ['between that and the note that they were told', 'after-commit', true],
])('deliveries that wait make a release each, also where the product is killed %s', async (_, crashAt, fired) => {
  const endpoint = await endpointOf(rest, nobody);
  const template = await templateOf(rest, { Build: ['compile'] });
  const mapped = { type: 'StringValue', targetProperty: 'releaseTitle', value: '${counter}' };
  const trigger = await listener(endpoint, template, { mappedProperties: [mapped] });
  const own = trigger.id.split('/').at(-1) ?? '';
  product.signal('SIGTERM');
  await product.ended;

  await start(crashAt);
  await database.transaction(async (connection) => {
    await connection.query({ text: 'select id from triggers where id = $1 for update' }, [own]);
    for (const text of deliveries) expectTaken(await post(endpoint, { text }));
  });
  expect(await product.ended).toBe(null);
  const lines = { text: 'select count(*) from trigger_runs where trigger_id = $1' };
  const told = { text: 'select count(*) from deliveries where endpoint_id = $1 and processed_at is not null' };
  const [[run], [note]] = await Promise.all([
    database.query<{ count: number }>(lines, [own]),
    database.query<{ count: number }>(told, [endpoint.id.split('/').at(-1) ?? '']),
  ]);
  expect([(run?.count ?? 0) > 0, note?.count]).toEqual([fired, 0]);

  await start();
  const unprocessed = async () => (await ledger(rest, endpoint)).filter(({ processedAt }) => !processedAt).length;
  await expect.poll(unprocessed, { interval: 50 }).toBe(0);
  const made = await runs(trigger.id);
  expect(made.map(({ outcome }) => outcome)).toEqual(deliveries.map(() => 'created'));
  const titles = await database.query(
    {
      text: `select count(*) as releases, count(distinct title) as titles, max(title::int) as counter from live_releases
        where origin_template_id = $1 and status = 'IN_PROGRESS'`,
    },
    [template.id.split('/').at(-1) ?? ''],
  );
  expect(titles).toEqual([{ releases: 20, titles: 20, counter: 20 }]);
});
