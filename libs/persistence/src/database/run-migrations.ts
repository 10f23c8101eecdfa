import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import knex from 'knex';
import { describeHolders, findBlockedTable, type LockAttempt, lockTables } from '../migrations/lock-tables.ts';
import { migrationNumber, requiredMigrationAfter } from './contractions.ts';
import { sqlStateOf } from './database.ts';
import { readSchema } from './schema.ts';
import { UnsuitableDatabase } from './server-settings.ts';

/** A migration of the schema. Migrations are never reverted; a later migration fixes mistakes. */
interface Migration {
  /** Changes of existing tables. They run in order before `up`. */
  readonly parts?: readonly MigrationPart[];
  /** Must not lock existing tables exclusively. */
  up(knex: Knex): Promise<void>;
}

/**
 * A change of tables that other processes use at the same time. It runs in a separate transaction
 * (docs/explanation/decisions/online-migrations.md).
 */
export interface MigrationPart {
  /** The name of the part, unique in its migration. */
  readonly name: string;
  /** The tables to lock exclusively: as few as possible, each with all its partitions. */
  readonly tables: readonly string[];
  up(knex: Knex): Promise<void>;
}

/** Migrations by their names in the database, in order. */
export type Migrations = readonly (readonly [name: string, migration: Migration])[];

/**
 * The last migration in the table of knex. A version that reads only that table does not start if the table contains an
 * unknown migration. Later migrations are in a separate table, so that such a version can run beside a newer one.
 */
const lastOfKnex = 39;

const toMigrationSource = (migrations: Migrations): Knex.MigrationSource<Migrations[number]> => ({
  getMigrations: async () => [...migrations],
  getMigrationName: ([name]) => name,
  getMigration: async ([, migration]) => ({ up: migration.up, down: async () => {} }),
});

/** Migrations have no time limit. Behind a pooler, the role has limits (docs/how-to/operations/use-a-pooler.md). */
export const noTimeouts = '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0';
/** Migration errors are thrown, so knex does not log them. */
const silentLogger = { warn: () => {}, error: () => {}, deprecate: () => {}, debug: () => {} };

/** The time limit for a part to lock its tables. */
const defaultTimeoutMs = 300_000;

/**
 * Runs the missing migrations and returns their names. The caller must hold the lock for migrations. Throws
 * UnsuitableDatabase with the lock holders if a table cannot be locked.
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
 * Releases a stale lock of knex. The lock is a row that remains after a crash. The caller holds the lock for
 * migrations, so no other process uses it.
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

/** The name of a part in the table of migrations. Readers of the newest migration ignore names that begin with `(`. */
const partName = (step: string, part: string): string => `(${step}) ${part}`;

/** PostgreSQL error codes: lock timeout, deadlock. */
const lockErrors: ReadonlySet<string | null> = new Set(['55P03', '40P01']);

/**
 * The minimum and maximum time of one attempt to lock a table. The maximum is less than the `lock_timeout` of other
 * processes.
 */
const minAttemptMs = 20;
const maxAttemptMs = 1_500;

/**
 * Returns the time limit of an attempt. A long attempt outlasts long transactions, for example on a slow machine. In a
 * short one, fewer transactions lock one of the tables between the locks. The best length is unknown, so attempts vary
 * it, and short ones are more frequent.
 */
const randomAttemptMs = (): number => minAttemptMs * (maxAttemptMs / minAttemptMs) ** Math.random();

/**
 * Runs a part. Repeats it if other transactions use its tables. Between two attempts, the tables stay unlocked for as
 * long as an attempt takes.
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
