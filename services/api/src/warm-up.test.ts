import { Writable } from 'node:stream';
import { createEngine } from '@slipway/engine';
import { type Database, openDatabase } from '@slipway/persistence/database';
import { createSeal } from '@slipway/persistence/secrets';
import { createHealth, createLogger, createMetrics, type Metrics, parseConfig } from '@slipway/process';
import { inTrace, startTracing } from '@slipway/tracing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../test/harness/database.ts';
import { startTraceCollector } from '../../../test/harness/servers/trace-collector.ts';
import type { ProcessDeps } from './dependencies/deps.ts';
import { warmUpApi } from './warm-up.ts';

/** Limits that also suffice on a busy machine. The scenario runs once. */
const longLimits = { maxMs: 600_000, repeatUntilMs: 1 };
const config = parseConfig({ LOG_LEVEL: 'debug', CONTEXT_ROOT: '/slipway' });

const openPatiently = () => openDatabase({ url: fresh.url, idleTimeoutMs: 600_000, statementTimeoutMs: 600_000 });

let fresh: FreshDatabase;
let database: Database;
let lines: string[];
let metrics: Metrics;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openPatiently();
});
beforeEach(() => {
  lines = [];
  metrics = createMetrics();
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

/** The dependencies of a process on a database. */
function processDeps(ownDeps: Database): ProcessDeps {
  const to = new Writable({
    write: (line, _, done) => {
      lines.push(String(line));
      done();
    },
  });
  const seal = createSeal(Buffer.alloc(32).toString('base64'), undefined);
  const engine = createEngine({ database: ownDeps, seal });
  return { engine, database: ownDeps, seal, config, health: createHealth(), metrics, logger: createLogger(config, to) };
}

const logged = () => lines.map((line) => JSON.parse(line).msg);

/** Returns all rows of all tables of the product, by table. */
async function allRows(): Promise<ReadonlyMap<string, unknown>> {
  const tables = await database.query<{ readonly name: string }>({
    text: `select quote_ident(relname) as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
  });
  const rows = new Map<string, unknown>();
  for (const { name } of tables)
    rows.set(name, await database.query({ text: `select t::text as row from ${name} t order by 1` }));
  return rows;
}

/** Returns the database with a wrapper that calls `look` at the end of each transaction, on its connection. */
const watched = (look: (ownDeps: Database['query']) => Promise<void>): Database => ({
  ...database,
  transaction: (work, mode) =>
    database.transaction(async (connection) => {
      try {
        return await work(connection);
      } finally {
        await look(connection.query);
      }
    }, mode),
});

test('a warm-up changes no rows and no metrics, and logs one line', async () => {
  const before = await allRows();
  const counted = (text: string) => text.match(/^slipway_.*$/gm);
  const figures = counted(await metrics.text());
  await warmUpApi(processDeps(database), longLimits);
  expect(logged()).toEqual(['the warm-up of the api has completed']);
  expect(await allRows()).toEqual(before);
  expect(counted(await metrics.text())).toEqual(figures);
});

test('a warm-up creates a release, completes its tasks, and sends an event that creates another release', async () => {
  const seenRows: unknown[] = [];
  const inspected = watched(async (ownDeps) => {
    const text = `select (select count(*) from comments) >= 3 as commented,
      (select count(*) from releases where status = 'COMPLETED') > 0 as completed,
      (select count(*) from releases where title like '% warm-up-%') > 0 as "triggered"`;
    seenRows.push(...(await ownDeps({ text })));
  });
  await warmUpApi(processDeps(inspected), longLimits);
  expect([logged(), seenRows]).toEqual([
    ['the warm-up of the api has completed'],
    [{ commented: true, completed: true, triggered: true }],
  ]);
});

/** The table locks of ordinary reads and writes. */
const shared = ['AccessShareLock', 'RowExclusiveLock', 'RowShareLock'].map((mode) => ({ locktype: 'relation', mode }));

test('a warm-up blocks no other transaction: it locks only its own rows, and no tables exclusively', async () => {
  const other = openPatiently();
  const seenRows: unknown[] = [];
  const inspected = watched(async (ownDeps) => {
    const text = `select distinct locktype, mode from pg_locks
      where pid = pg_backend_pid() and locktype not in ('virtualxid', 'transactionid') order by locktype, mode`;
    seenRows.push(...(await ownDeps({ text })));
    for (const table of ['access_version', 'folders', 'users', 'roles'])
      await other.query({ text: `select from ${table} for no key update nowait` });
  });
  await warmUpApi(processDeps(inspected), longLimits);
  expect([logged(), seenRows]).toEqual([['the warm-up of the api has completed'], shared]);
  await other.stop();
});

test('a warm-up is not traced, even if all requests are', async () => {
  const collector = await startTraceCollector();
  const reports = { sent: () => {}, lost: () => {} };
  const traces = await startTracing({
    endpoint: collector.url,
    headers: {},
    ratio: 1,
    service: 'api',
    observer: reports,
  });
  await warmUpApi(processDeps(database), longLimits);
  await inTrace({ name: 'what comes after it', fields: {} }, async () => {});
  await traces.stop();
  expect([logged(), collector.spans().map(({ name }) => name)]).toEqual([
    ['the warm-up of the api has completed'],
    ['what comes after it'],
  ]);
  await collector.stop();
});

test('a warm-up that reaches its time limit does not throw, and logs it', async () => {
  const other = openPatiently();
  await other.transaction(async (connection) => {
    await connection.query({ text: 'lock table comments' });
    await warmUpApi(processDeps(database), longLimits);
  });
  await other.stop();
  await warmUpApi(processDeps(database), { maxMs: 1 });
  const cold = 'the warm-up of the api failed; its first responses are slower';
  expect(logged()).toEqual([cold, cold]);
});
