// The duration of maintenance with 100,000 rows of each kind, in the batches of the scheduler.
import { deleteExpiredAudit } from '@slipway/persistence/audit';
import { type Connection, type Database, openDatabase } from '@slipway/persistence/database';
import { deleteExpiredClaims } from '@slipway/persistence/flow';
import { archiveFinishedBatch } from '@slipway/persistence/maintenance';
import { deleteExpiredSessions } from '@slipway/persistence/people';
import { deleteExpiredJournals } from '@slipway/persistence/scripts';
import { deleteExpiredTriggered } from '@slipway/persistence/triggers';
import { deleteExpiredReceivedEvents } from '@slipway/persistence/webhooks';
import { formatMs, formatTable } from '../../test/harness/markdown-table.ts';
import { spawnService } from '../../test/harness/product/service-process.ts';
import { execute, withDatabaseName } from '../../test/harness/servers/statements.ts';
import { median, quantile } from '../measure/load.ts';
import type { Bench, Workload } from '../measure/workload.ts';

const rows = 100_000;
const releases = 5_000;
const tasksEach = rows / releases;
const concurrency = 500;
const releasesAtOnce = 20;
const claimsAtOnce = 10_000;
const database = 'bench_upkeep';

/** A kind of expired rows: how to create them, and how to delete a batch, which returns the number of deleted rows. */
interface Kind {
  readonly name: string;
  readonly fill: string;
  readonly count: number;
  readonly batch: number;
  readonly deleteBatch: (database: Database, limit: number) => Promise<number>;
}

const sampleRow = `from generate_series(1, ${rows}) i`;
const endpoint = `insert into configurations (id, type, title, path, properties)
  values ('ConfigurationBench', 'events.PostWebhookEndpoint', 'bench', 'bench', '{"requestRetention": 0, "retentionDays": 30}')`;
const events = `insert into deliveries (id, endpoint_id, received_at, method, path, parameters, headers, body, verdict, processed_at)
  select 'Delivery' || i, 'ConfigurationBench', now() - interval '40 days', 'POST', 'bench', '{}', '{}', repeat('x', 1000), 'ACCEPTED', now() ${sampleRow}`;
const release = `'Applications', 'Title', 'OK', 'OK', '{}', false, false, 0, 0, '{}', '[]', '{}'`;
const plans = `with made as (
    insert into live_releases (id, status, start_date, end_date, folder_id, title, flag_status, real_flag_status, tags,
      auto_start, abort_on_failure, risk_score, total_risk_score, rest, variables, passive)
    select 'ReleaseOver' || i, 'COMPLETED', now(), now() - interval '40 days', ${release} from generate_series(1, ${releases}) i)
  insert into live_tasks (id, release_id, phase_id, position, type, title, status, flag_status, passive)
  select 'TaskOver' || i || 'n' || k, 'ReleaseOver' || i, 'Phase', k, 'Task', 'Task', 'COMPLETED', 'OK', '{}'
  from generate_series(1, ${releases}) i, generate_series(1, ${tasksEach}) k`;

const remainingClaims = async (connection: Connection, limit: number): Promise<number> => {
  const count = async () =>
    (await connection.query<{ readonly count: number }>({ text: 'select count(*)::int as count from wake_claims' }))[0]
      ?.count ?? 0;
  const before = await count();
  await deleteExpiredClaims(connection, limit);
  return before - (await count());
};

const kinds: readonly Kind[] = [
  {
    name: `archived releases of ${tasksEach} tasks`,
    fill: plans,
    count: releases,
    batch: releasesAtOnce,
    deleteBatch: async (of, limit) => (await archiveFinishedBatch(of, Date.now() - 86_400_000, limit)).archived,
  },
  {
    name: 'received events',
    fill: `${endpoint};${events}`,
    count: rows,
    batch: concurrency,
    deleteBatch: deleteExpiredReceivedEvents,
  },
  {
    name: 'finished releases of triggers',
    fill: `insert into triggered_releases select 'ReleaseGone' || i, 'Trigger1', 'Release1' ${sampleRow}`,
    count: rows,
    batch: concurrency,
    deleteBatch: deleteExpiredTriggered,
  },
  {
    name: 'script journal rows',
    fill: `insert into script_journal (run_id, nth, release_id, effect, written_at)
      select 'Run' || i, 1, 'Release1', 'effect', now() - interval '2 hours' ${sampleRow}`,
    count: rows,
    batch: concurrency,
    deleteBatch: deleteExpiredJournals,
  },
  {
    name: 'sessions',
    fill: `insert into sessions (id, username, hash, credential_version, begun_at, last_used_at, last_used_from, agent)
      select 'Session' || i, 'admin', 'hash' || i, 1, now() - interval '9 days', now() - interval '9 days', '127.0.0.1', 'bench' ${sampleRow}`,
    count: rows,
    batch: concurrency,
    deleteBatch: deleteExpiredSessions,
  },
  {
    name: 'audit log entries',
    fill: `insert into audit (at, action) select now() - interval '91 days', 'LOGIN_FAILED' ${sampleRow}`,
    count: rows,
    batch: concurrency,
    deleteBatch: (of, limit) => deleteExpiredAudit(of, 90, limit),
  },
  {
    name: 'wake-up claims',
    fill: `insert into wake_claims (release_id, at, until) select 'ReleaseClaimed' || i, now(), now() - interval '9 days' ${sampleRow}`,
    count: rows,
    batch: claimsAtOnce,
    deleteBatch: remainingClaims,
  },
];

/** Deletes all rows of a kind. Returns the milliseconds of each batch. Throws if rows remain. */
async function deleteRows(of: Database, { name, fill, count, batch, deleteBatch }: Kind): Promise<readonly number[]> {
  await of.query({ text: `do $fill$ begin ${fill.endsWith(';') ? fill : `${fill};`} end $fill$` });
  await of.query({ text: 'vacuum analyze' });
  const durationsMs: number[] = [];
  for (let deletedRows = 0; ; ) {
    const startedAt = performance.now();
    const deletedCount = await deleteBatch(of, batch);
    if (deletedCount === 0) {
      if (deletedRows !== count) throw new Error(`${deletedRows} of ${count} ${name} have gone`);
      return durationsMs;
    }
    durationsMs.push(performance.now() - startedAt);
    deletedRows += deletedCount;
  }
}

function rowOf({ name, count, batch }: Kind, durationsMs: readonly number[]): readonly string[] {
  const sorted = durationsMs.toSorted((a, b) => a - b);
  const seconds = durationsMs.reduce((sum, each) => sum + each, 0) / 1_000;
  const each = [median(durationsMs), quantile(sorted, 0.99), sorted.at(-1) ?? Number.NaN].map(formatMs);
  return [name, count.toLocaleString('en'), seconds.toFixed(1), batch.toLocaleString('en'), ...each];
}

async function run({ product, print }: Bench): Promise<string> {
  await execute(product.databaseUrl, `create database ${database}`);
  const url = withDatabaseName(product.databaseUrl, database);
  const code = await spawnService('migrate', { DATABASE_URL: url, SAMPLES: 'false' }).ended;
  if (code !== 0) throw new Error(`migrate has ended with ${code}`);
  const opened = openDatabase({ url, connections: 2, statementTimeoutMs: 600_000 });
  try {
    const measured: (readonly string[])[] = [];
    for (const kind of kinds) {
      measured.push(rowOf(kind, await deleteRows(opened, kind)));
      print(`${kind.name}: done.`);
    }
    const names = ['kind', 'rows', 'seconds', 'batch size', 'p50 ms', 'p99 ms', 'max ms'];
    return `The rows represent an hour or a year without maintenance. They are archived or deleted in batches, as by a scheduler, and each batch is a separate transaction. After each batch of releases, a scheduler pauses for the duration of the batch. Each kind has 20 s of a minute.

${formatTable(names, measured)}`;
  } finally {
    await opened.stop();
  }
}

/** Measures the duration of maintenance. */
export const maintenance: Workload = { name: 'upkeep', title: 'Maintenance of 100,000 rows', ownProduct: true, run };
