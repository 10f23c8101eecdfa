import { type Database, openDatabase } from '@slipway/persistence/database';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../harness/database.ts';
import { type RunningProcess, run } from '../../harness/product/run-process.ts';
import { sharedRunnerEnv } from '../../harness/product/service-process.ts';
import { createTemplate } from '../../harness/rest/plans.ts';
import { createRestClient } from '../../harness/rest/rest-client.ts';
import { isLong } from '../../harness/test-length.ts';
import { createEndpoint, expectAccepted, listDeliveries } from '../../harness/webhooks/endpoints.ts';
import { createWebhookEvents, noAuthentication } from '../../harness/webhooks/webhook-events.ts';

let testDatabase: FreshDatabase;
let database: Database;
let product: RunningProcess;
let url: string;
const rest = createRestClient(() => url);
const { createTrigger, post, runs } = createWebhookEvents(rest, () => url);

/** Starts the product. With a crash point, the process kills itself there. */
async function start(crashAt = ''): Promise<void> {
  const own = { CRASH_AT: crashAt, SAMPLES: 'false' };
  product = run({
    env: {
      ...(await sharedRunnerEnv()),
      DATABASE_URL: testDatabase.url,
      SECRET_KEY: '0'.repeat(64),
      ADMIN_PASSWORD: 'admin',
      ...own,
    },
  });
  url = (await product.waitForOutput(/is ready at (\S+)/))[1] ?? '';
}
beforeAll(async () => {
  testDatabase = await freshDatabase();
  database = openDatabase({ url: testDatabase.url, connections: 2, idleTimeoutMs: 600_000 });
});
afterAll(async () => {
  await database.stop();
  await testDatabase.drop();
});
beforeEach(() => start());
afterEach(async () => {
  product.signal('SIGTERM');
  await product.ended;
});

const deliveries = Array.from({ length: 20 }, (_, index) => `push ${index}`);

const crashes = [
  ['before the deliveries are marked as dispatched', 'after-commit', true],
  ['inside the transaction of the dispatch', 'inside-transaction', false],
] as const;

test.each(isLong ? crashes : crashes.slice(0, 1))(
  'pending deliveries create one release each, even if the product is killed %s',
  async (_, crashAt, fired) => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const template = await createTemplate(rest, { Build: ['compile'] });
    const mapped = { type: 'StringValue', targetProperty: 'releaseTitle', value: '${counter}' };
    const trigger = await createTrigger(endpoint, template, { mappedProperties: [mapped] });
    const own = trigger.id.split('/').at(-1) ?? '';
    product.signal('SIGTERM');
    await product.ended;

    await start(crashAt);
    await database.transaction(async (connection) => {
      await connection.query({ text: 'select id from triggers where id = $1 for update' }, [own]);
      for (const text of deliveries) expectAccepted(await post(endpoint, { text }));
    });
    expect(await product.ended).toBe(null);
    const lines = { text: 'select count(*) from trigger_runs where trigger_id = $1' };
    const processedCount = {
      text: 'select count(*) from deliveries where endpoint_id = $1 and processed_at is not null',
    };
    const [[run], [note]] = await Promise.all([
      database.query<{ count: number }>(lines, [own]),
      database.query<{ count: number }>(processedCount, [endpoint.id.split('/').at(-1) ?? '']),
    ]);
    expect([(run?.count ?? 0) > 0, note?.count]).toEqual([fired, 0]);

    await start();
    const unprocessed = async () =>
      (await listDeliveries(rest, endpoint)).filter(({ processedAt }) => !processedAt).length;
    await expect.poll(unprocessed, { interval: 50 }).toBe(0);
    const created = await runs(trigger.id);
    expect(created.map(({ outcome }) => outcome)).toEqual(deliveries.map(() => 'created'));
    const titles = await database.query(
      {
        text: `select count(*) as releases, count(distinct title) as titles, max(title::int) as counter from live_releases
        where origin_template_id = $1 and status = 'IN_PROGRESS'`,
      },
      [template.id.split('/').at(-1) ?? ''],
    );
    expect(titles).toEqual([{ releases: 20, titles: 20, counter: 20 }]);
  },
);
