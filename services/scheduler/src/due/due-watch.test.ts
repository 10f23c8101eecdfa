import type { Database } from '@slipway/persistence/database';
import { readDueWork } from '@slipway/persistence/flow';
import { createLogger } from '@slipway/process';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { openLedger } from '../notifications/testing/ledger.ts';
import { startDueWatch } from './due-watch.ts';

const ledger = await openLedger();
const { database } = ledger;
afterAll(ledger.close);

const blanks: Readonly<Record<string, string>> = {
  text: `''`,
  jsonb: `'{}'`,
  bigint: '0',
  integer: '0',
  boolean: 'false',
  ARRAY: `'{}'`,
  bytea: `''`,
  'timestamp with time zone': 'now()',
};

/** Inserts a row with these SQL values, and a blank value in each other column that needs one. */
async function insertRow(table: string, values: Readonly<Record<string, string>>): Promise<void> {
  await database.transaction(async (connection) => {
    await connection.query({ text: 'set local session_replication_role = replica' });
    const required = await connection.query<{ name: string; type: string }>(
      {
        text: `select column_name as name, data_type as type from information_schema.columns
          where table_name = $1 and is_nullable = 'NO' and column_default is null and is_identity = 'NO'
            and is_generated = 'NEVER'`,
      },
      [table],
    );
    const all = { ...Object.fromEntries(required.map(({ name, type }) => [name, blanks[type] ?? 'null'])), ...values };
    const columns = Object.keys(all).join(', ');
    await connection.query({ text: `insert into ${table} (${columns}) values (${Object.values(all).join(', ')})` });
  });
}

const tables = [
  'event_queue',
  'notification_deliveries',
  'event_subscriptions',
  'triggers',
  'deliveries',
  'container_jobs',
];
afterEach(async () => {
  for (const table of tables) await database.query({ text: `delete from ${table}` });
});

describe('due work', () => {
  test('does not exist in an empty database', async () => {
    expect(await readDueWork(database)).toEqual([]);
  });

  test.each([
    ['events', 'event_queue', { event_id: `'Event1'` }],
    ['triggers', 'triggers', { id: `'Trigger1'`, next_fire_at: `now() + interval '2 seconds'` }],
    ['triggers', 'triggers', { id: `'Trigger1'`, next_fire_at: 'now()', poller_type: `'poll'` }],
    ['receivedEvents', 'deliveries', { id: `'Delivery1'`, verdict: `'ACCEPTED'` }],
    ['receivedEvents', 'deliveries', { id: `'D'`, verdict: `'ACCEPTED'`, lease_until: `now() - interval '1 second'` }],
    ['containers', 'container_jobs', { id: `'Job1'`, state: `'created'` }],
  ])('of the kind %s is a row of %s with %o', async (kind, table, values) => {
    await insertRow(table, values);
    expect(await readDueWork(database)).toEqual([kind]);
  });

  test.each([
    ['triggers', { id: `'Trigger1'`, next_fire_at: `now() + interval '3 seconds'` }],
    ['triggers', { id: `'Trigger1'`, next_fire_at: `now() + interval '1 second'`, poller_type: `'poll'` }],
    ['deliveries', { id: `'D'`, verdict: `'ACCEPTED'`, processed_at: 'now()' }],
    ['deliveries', { id: `'D'`, verdict: `'ACCEPTED'`, lease_until: `now() + interval '1 minute'` }],
    ['deliveries', { id: `'D'`, verdict: `'REFUSED'` }],
  ])('is no row of %s with %o', async (table, values) => {
    await insertRow(table, values);
    expect(await readDueWork(database)).toEqual([]);
  });

  test('is a mail, and a message to an enabled receiver, when their time has come', async () => {
    const later = Date.now() + 60_000;
    const recipient = await ledger.addReceiver('http://127.0.0.1:9/');
    const paused = await ledger.addReceiver(
      'http://127.0.0.1:9/',
      'slack',
      `next_request_at = now() + interval '1 hour'`,
    );
    const disabled = await ledger.addReceiver('http://127.0.0.1:9/', 'webhook', 'enabled = false');
    await ledger.addDelivery({ recipient, channel: 'webhook', nextAt: later });
    await ledger.addDelivery({ recipient: paused, channel: 'slack' });
    await ledger.addDelivery({ recipient: disabled, channel: 'webhook' });
    await ledger.addDelivery({ recipient: 'ann', channel: 'mail', nextAt: later });
    expect(await readDueWork(database)).toEqual([]);
    await ledger.addDelivery({ recipient: 'ann', channel: 'mail' });
    expect(await readDueWork(database)).toEqual(['mails']);
    await ledger.addDelivery({ recipient, channel: 'webhook', state: 'held' });
    expect(await readDueWork(database)).toEqual(['mails', 'receivers']);
  });
});

describe('a watch', () => {
  const rethrow = (error: unknown): never => {
    throw error;
  };
  const quiet = createLogger({ logLevel: 'warn' }, { write: () => {} });

  test('runs the work of the kinds that are due, and other work only at its start', async () => {
    const watch = startDueWatch(database, quiet, 10);
    const runs = { events: 0, containers: 0 };
    const tasks = (['events', 'containers'] as const).map((kind) =>
      watch.repeatFor(kind)(
        1,
        async () => {
          runs[kind] += 1;
        },
        rethrow,
      ),
    );
    await insertRow('event_queue', { event_id: `'Event1'` });
    await expect.poll(() => runs.events).toBeGreaterThan(2);
    expect(runs.containers).toBe(1);
    await Promise.all([...tasks, watch].map((part) => part.stop()));
  });

  test('looks again after an error', async () => {
    let looks = 0;
    const failing: Database = {
      ...database,
      query: (statement, values) => {
        looks += 1;
        return looks === 1 ? Promise.reject(new Error('no connection')) : database.query(statement, values);
      },
    };
    const watch = startDueWatch(failing, quiet, 10);
    const task = watch.repeatFor('events')(1, async () => {}, rethrow);
    await expect.poll(() => looks).toBeGreaterThan(1);
    await Promise.all([task.stop(), watch.stop()]);
  });
});
