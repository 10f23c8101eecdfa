import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import knex from 'knex';
import { describeHolders, findBlockedTable, type LockAttempt, lockTables } from '../migrations/lock-tables.ts';
import { migrationNumber, requiredMigrationAfter } from './contractions.ts';
import { sqlStateOf } from './database.ts';
import { readSchema } from './schema.ts';
import { UnsuitableDatabase } from './server-settings.ts';

/** A migration of the schema. There is no way back: a later migration repairs a mistake. */
interface Migration {
  /** Changes of existing tables, which run in order before `up`. */
  readonly parts?: readonly MigrationPart[];
  /** Locks no existing table exclusively. */
  up(knex: Knex): Promise<void>;
}

/** A change of tables that other processes use at the same time. It runs in its own transaction (docs/explanation/decisions/online-migrations.md). */
export interface MigrationPart {
  /** The name of the part, unique in its migration. */
  readonly name: string;
  /** The tables that are locked exclusively: as few as possible, each with all its partitions. */
  readonly tables: readonly string[];
  up(knex: Knex): Promise<void>;
}

/** Migrations with their names in the database, in order. */
export type Migrations = readonly (readonly [name: string, migration: Migration])[];

/**
 * Migrations up to this one are in the table of knex. A version that reads only that table does not start if it
 * contains an unknown one. Later migrations are in our own table, so that such a version can run beside a newer one.
 */
const lastOfKnex = 39;

const toMigrationSource = (migrations: Migrations): Knex.MigrationSource<Migrations[number]> => ({
  getMigrations: async () => [...migrations],
  getMigrationName: ([name]) => name,
  getMigration: async ([, migration]) => ({ up: migration.up, down: async () => {} }),
});

/** Migrations have no time limit. Behind a pooler, the role has limits (docs/how-to/operations/use-a-pooler.md). */
export const noTimeouts = '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0';
/** Errors are thrown, and not also logged. */
const silentLogger = { warn: () => {}, error: () => {}, deprecate: () => {}, debug: () => {} };

/** The maximum time for a part to lock its tables. */
const defaultTimeoutMs = 300_000;

/**
 * Runs the missing migrations and returns their names. The caller holds the migration lock. Throws UnsuitableDatabase
 * if a table cannot be locked, with the holders.
 */
export async function runMigrations(
  url: string,
  migrations: Migrations,
  timeoutMs = defaultTimeoutMs,
): Promise<readonly string[]> {
  const database = knex({
    client: 'pg',
    connection: { connectionString: url, options: noTimeouts },
    pool: { min: 0, max: 1 },
    log: silentLogger,
  });
  try {
    const knexNames = await runKnexMigrations(
      database,
      migrations.filter(([name]) => migrationNumber(name) <= lastOfKnex),
    );
    return [...knexNames, ...(await runOwnMigrations(database, migrations, timeoutMs))];
  } finally {
    await database.destroy();
  }
}

/**
 * The lock of knex is a row that remains after a crash. The caller holds the migration lock, so such a row is stale, and
 * is released.
 */
async function runKnexMigrations(database: Knex, migrations: Migrations): Promise<readonly string[]> {
  const config = {
    migrationSource: toMigrationSource(migrations),
    tableName: 'migrations',
    disableMigrationsListValidation: true,
  };
  await database.migrate.list(config);
  await database.migrate.forceFreeMigrationsLock(config);
  const [, names]: [number, string[]] = await database.migrate.latest(config);
  return names;
}

const createMigrationTable = `create table if not exists schema_steps (
  name text primary key,
  needs integer not null,
  taken_at timestamptz not null default now()
)`;

/** Runs the missing migrations. After a failure, the next run continues with the first part that is not committed. */
async function runOwnMigrations(database: Knex, migrations: Migrations, timeoutMs: number): Promise<readonly string[]> {
  await database.raw(createMigrationTable);
  const { applied } = await readSchema({ query: async (text) => await database.raw(text) });
  const missing = migrations.filter(([name]) => !applied.has(name));
  for (const [name, { parts = [], up }] of missing) {
    const isMissing = ({ name: part }: MigrationPart): boolean => !applied.has(partName(name, part));
    for (const part of parts.filter(isMissing)) await runPart(database, name, part, timeoutMs);
    await database.transaction(async (step) => {
      await up(step);
      await step.raw('delete from schema_steps where starts_with(name, ?)', [partName(name, '')]);
      await step.raw('insert into schema_steps (name, needs) values (?, ?)', [name, requiredMigrationAfter(name)]);
    });
  }
  return missing.map(([name]) => name);
}

/** The name of a part in the table of migrations. Readers of the newest migration ignore names that start with `(`. */
const partName = (step: string, part: string): string => `(${step}) ${part}`;

/** The SQL states of a lock timeout and of a deadlock. */
const lockErrors: ReadonlySet<string | null> = new Set(['55P03', '40P01']);

/** The bounds for the time of one attempt to lock a table. The maximum is less than the `lock_timeout` of other processes. */
const minAttemptMs = 20;
const maxAttemptMs = 1_500;

/**
 * A long attempt outlasts long transactions, as on a slow machine. During a short one, fewer transactions get between
 * two tables. The right length is unknown, so all lengths are tried, short ones more often.
 */
const randomAttemptMs = (): number => minAttemptMs * (maxAttemptMs / minAttemptMs) ** Math.random();

/**
 * Runs a part, repeatedly if other transactions use its tables. Between two attempts, the tables are free for as long
 * as an attempt takes.
 */
async function runPart(database: Knex, step: string, part: MigrationPart, timeoutMs: number): Promise<void> {
  const startedAt = performance.now();
  for (let blockedTable: string | null = null; ; ) {
    const attemptMs = randomAttemptMs();
    try {
      return await attemptPart(database, step, part, { firstTable: blockedTable, timeoutMs: attemptMs });
    } catch (error) {
      if (!lockErrors.has(sqlStateOf(error))) throw error;
      const waitedMs = performance.now() - startedAt;
      if (waitedMs > timeoutMs) throw await createLockTimeoutError(database, step, part, waitedMs);
      blockedTable = findBlockedTable(error);
      await pause(attemptMs * (0.5 + Math.random()));
    }
  }
}

const attemptPart = (
  database: Knex,
  step: string,
  { name, tables, up }: MigrationPart,
  lockAttempt: LockAttempt,
): Promise<void> =>
  database.transaction(async (change) => {
    await lockTables(change, tables, lockAttempt);
    await up(change);
    await change.raw('insert into schema_steps (name, needs) values (?, 0)', [partName(step, name)]);
  });

async function createLockTimeoutError(
  database: Knex,
  step: string,
  { tables }: MigrationPart,
  waitedMs: number,
): Promise<UnsuitableDatabase> {
  const seconds = Math.round(waitedMs / 1_000);
  const summary = `the migration ${step} could not lock ${tables.join(' and ')} within ${seconds} s`;
  return new UnsuitableDatabase(`${summary}: ${await describeHolders(database, tables)}`);
}
