import { connectToPrimary, createServers } from '@slipway/server-addresses';
import type { QueryResultRow } from 'pg';
import { asOverloaded } from './connection-errors.ts';
import { migrationNumber } from './contractions.ts';
import { UnsuitableDatabase } from './server-settings.ts';

/** The state of a database, compared with the migrations of this version. */
export interface Schema {
  /** The names of the applied migrations. */
  readonly applied: ReadonlySet<string>;
  /** The number of the migration that a process must contain to use the database. */
  readonly requiredMigration: number;
}

/** A client of the driver, or a connection of knex. */
export interface QueryClient {
  query<Row extends QueryResultRow>(text: string): Promise<{ readonly rows: readonly Row[] }>;
}

/**
 * Migrations up to 0039 are in the table of knex, later ones in a separate table. A version that reads only the first
 * table rejects unknown entries there.
 */
const tables = "select to_regclass('migrations') is not null as first, to_regclass('schema_steps') is not null as own";
const knexMigrations = 'select name from migrations';
const ownMigrations = 'select name, needs from schema_steps';

/** Reads the schema state of a database, which may be empty. */
export async function readSchema(client: QueryClient): Promise<Schema> {
  const { rows } = await client.query<{ first: boolean; own: boolean }>(tables);
  const first = rows[0]?.first ? (await client.query<{ name: string }>(knexMigrations)).rows : [];
  const own = rows[0]?.own ? (await client.query<{ name: string; needs: number }>(ownMigrations)).rows : [];
  return {
    applied: new Set([...first, ...own].map(({ name }) => name)),
    requiredMigration: Math.max(0, ...own.map(({ needs }) => needs)),
  };
}

/**
 * Rejects a schema that requires a later migration than the given ones, because it lacks an object that this version
 * uses. Throws UnsuitableDatabase.
 */
export function requireSupportedSchema({ requiredMigration: needs }: Schema, migrations: readonly string[]): void {
  const newest = Math.max(0, ...migrations.map(migrationNumber));
  if (newest >= needs) return;
  throw new UnsuitableDatabase(
    `the schema of the database is too new for this version: it requires migration ${needs}, and this version contains the migrations up to ${newest}`,
  );
}

/**
 * Returns the migrations that a database lacks for this version. Throws UnsuitableDatabase for a schema that is too
 * new, Overloaded for an unavailable database.
 */
export async function findMissingMigrations(url: string, migrations: readonly string[]): Promise<readonly string[]> {
  try {
    const { client } = await connectToPrimary(createServers(url), {});
    const schema = await readSchema(client).finally(() => client.end());
    requireSupportedSchema(schema, migrations);
    return migrations.filter((migration) => !schema.applied.has(migration));
  } catch (error) {
    throw asOverloaded(error);
  }
}
