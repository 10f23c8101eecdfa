import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import knex from 'knex';
import { type HowToTake, tableInTheWay, takeTables, whoHolds } from '../migrations/take-tables.ts';
import { neededAfter, numberOf } from './contractions.ts';
import { sqlStateOf } from './database.ts';
import { readSchema } from './schema.ts';
import { UnsuitableDatabase } from './unsuitable.ts';

/** A step forward. There is no way back: a mistake is repaired by the next step. */
interface Migration {
  /** what changes tables that are there, one after the other; before `up` */
  readonly parts?: readonly Part[];
  /** Locks no existing table exclusively. */
  up(knex: Knex): Promise<void>;
}

/** What is done to tables that others work with meanwhile, in a transaction of its own (docs/explanation/decisions/online-migrations.md). */
export interface Part {
  /** Identifies it within its migration. */
  readonly name: string;
  /** The tables that are locked exclusively: as few as possible, each with all its partitions. */
  readonly tables: readonly string[];
  up(knex: Knex): Promise<void>;
}

/** Steps by their names in the database, in order. */
export type Steps = readonly (readonly [name: string, migration: Migration])[];

/**
 * Migrations up to this one are in the table of knex. A version that reads only that table does not start if it
 * contains an unknown one. Later migrations are in our own table, so that such a version can run beside a newer one.
 */
const lastOfKnex = 39;

const source = (steps: Steps): Knex.MigrationSource<Steps[number]> => ({
  getMigrations: async () => [...steps],
  getMigrationName: ([name]) => name,
  getMigration: async ([, migration]) => ({ up: migration.up, down: async () => {} }),
});

/** Migrations have no time limit. Behind a pooler, the role has limits (docs/how-to/operations/use-a-pooler.md). */
export const unlimited = '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0';
/** Errors are thrown, and not also logged. */
const silent = { warn: () => {}, error: () => {}, deprecate: () => {}, debug: () => {} };

/** For so long each part tries to have its tables. */
const usualPatienceMs = 300_000;

/**
 * Runs the missing migrations and returns their names. The caller holds the migration lock. Throws UnsuitableDatabase
 * if a table cannot be locked, with the holders.
 */
export async function takeSteps(url: string, steps: Steps, patienceMs = usualPatienceMs): Promise<readonly string[]> {
  const database = knex({
    client: 'pg',
    connection: { connectionString: url, options: unlimited },
    pool: { min: 0, max: 1 },
    log: silent,
  });
  try {
    const first = await takeFirst(
      database,
      steps.filter(([name]) => numberOf(name) <= lastOfKnex),
    );
    return [...first, ...(await takeOthers(database, steps, patienceMs))];
  } finally {
    await database.destroy();
  }
}

/** Knex's own lock is a row that survives a `kill -9`; under ours, such a row is known to be stale and is freed. */
async function takeFirst(database: Knex, steps: Steps): Promise<readonly string[]> {
  const config = { migrationSource: source(steps), tableName: 'migrations', disableMigrationsListValidation: true };
  await database.migrate.list(config);
  await database.migrate.forceFreeMigrationsLock(config);
  const [, names]: [number, string[]] = await database.migrate.latest(config);
  return names;
}

const ownTable = `create table if not exists schema_steps (
  name text primary key,
  needs integer not null,
  taken_at timestamptz not null default now()
)`;

/** Each step is taken whole, or as far as it had come. */
async function takeOthers(database: Knex, steps: Steps, patienceMs: number): Promise<readonly string[]> {
  await database.raw(ownTable);
  const { taken } = await readSchema({ query: async (text) => await database.raw(text) });
  const missing = steps.filter(([name]) => !taken.has(name));
  for (const [name, { parts = [], up }] of missing) {
    const isMissing = ({ name: part }: Part): boolean => !taken.has(partOf(name, part));
    for (const part of parts.filter(isMissing)) await takePart(database, name, part, patienceMs);
    await database.transaction(async (step) => {
      await up(step);
      await step.raw('delete from schema_steps where starts_with(name, ?)', [partOf(name, '')]);
      await step.raw('insert into schema_steps (name, needs) values (?, ?)', [name, neededAfter(name)]);
    });
  }
  return missing.map(([name]) => name);
}

/** Those who read the newest step pass over what begins like this. */
const partOf = (step: string, part: string): string => `(${step}) ${part}`;

/** A table was not to be had in time, or there was a circle all the same. */
const inTheWay: ReadonlySet<string | null> = new Set(['55P03', '40P01']);

/** How long others are kept from a table by one try: less than they wait for it (`lock_timeout`). */
const shortestTryMs = 20;
const longestTryMs = 1_500;

/**
 * A long attempt outlasts long transactions, as on a slow machine. During a short one, fewer transactions get between
 * two tables. The right length is unknown, so all lengths are tried, short ones more often.
 */
const anyLength = (): number => shortestTryMs * (longestTryMs / shortestTryMs) ** Math.random();

/**
 * Runs a part, repeatedly if other transactions use its tables. Between two attempts, the tables are free for as long
 * as an attempt takes.
 */
async function takePart(database: Knex, step: string, part: Part, patienceMs: number): Promise<void> {
  const began = performance.now();
  for (let first: string | null = null; ; ) {
    const tryMs = anyLength();
    try {
      return await tryPart(database, step, part, { first, patienceMs: tryMs });
    } catch (error) {
      if (!inTheWay.has(sqlStateOf(error))) throw error;
      const waitedMs = performance.now() - began;
      if (waitedMs > patienceMs) throw await tooLong(database, step, part, waitedMs);
      first = tableInTheWay(error);
      await pause(tryMs * (0.5 + Math.random()));
    }
  }
}

const tryPart = (database: Knex, step: string, { name, tables, up }: Part, how: HowToTake): Promise<void> =>
  database.transaction(async (change) => {
    await takeTables(change, tables, how);
    await up(change);
    await change.raw('insert into schema_steps (name, needs) values (?, 0)', [partOf(step, name)]);
  });

async function tooLong(database: Knex, step: string, { tables }: Part, waitedMs: number): Promise<UnsuitableDatabase> {
  const seconds = Math.round(waitedMs / 1_000);
  const what = `the step ${step} has tried for ${seconds} s to have ${tables.join(' and ')} for a moment`;
  return new UnsuitableDatabase(`${what}: ${await whoHolds(database, tables)}`);
}
