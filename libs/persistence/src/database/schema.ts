import { connectToOne, serversOf } from '@slipway/servers';
import type { QueryResultRow } from 'pg';
import { numberOf } from './contractions.ts';
import { asOverloaded } from './unavailable.ts';
import { UnsuitableDatabase } from './unsuitable.ts';

/** How a database stands to the steps that this version knows. */
export interface Schema {
  /** the steps that have been taken, by their names */
  readonly taken: ReadonlySet<string>;
  /** the number of the step that whoever works on it has to know */
  readonly needs: number;
}

/** Whoever asks: a client of the driver, or knex's connection. */
export interface Asking {
  query<Row extends QueryResultRow>(text: string): Promise<{ readonly rows: readonly Row[] }>;
}

/** Steps up to 0039 are in knex's table, all others in ours: whoever knew only the former refuses what is unknown there. */
const tables = "select to_regclass('migrations') is not null as first, to_regclass('schema_steps') is not null as own";
const firstSteps = 'select name from migrations';
const ownSteps = 'select name, needs from schema_steps';

/** Reads what was done to a database, which may be empty. */
export async function readSchema(client: Asking): Promise<Schema> {
  const { rows } = await client.query<{ first: boolean; own: boolean }>(tables);
  const first = rows[0]?.first ? (await client.query<{ name: string }>(firstSteps)).rows : [];
  const own = rows[0]?.own ? (await client.query<{ name: string; needs: number }>(ownSteps)).rows : [];
  return {
    taken: new Set([...first, ...own].map(({ name }) => name)),
    needs: Math.max(0, ...own.map(({ needs }) => needs)),
  };
}

/** Refuses a schema from which something was taken that this version, which knows `steps`, still needs. Throws UnsuitableDatabase. */
export function requireKnown({ needs }: Schema, steps: readonly string[]): void {
  const newest = Math.max(0, ...steps.map(numberOf));
  if (newest >= needs) return;
  throw new UnsuitableDatabase(
    `the schema of the database is too new for this version: it takes one that knows step ${needs}, and this one knows the steps up to ${newest}`,
  );
}

/**
 * The steps that a database lacks for a version that knows these. Throws UnsuitableDatabase for a schema that is too new, and
 * Overloaded for a database that is away.
 */
export async function missingSteps(url: string, steps: readonly string[]): Promise<readonly string[]> {
  try {
    const { client } = await connectToOne(serversOf(url), {});
    const schema = await readSchema(client).finally(() => client.end());
    requireKnown(schema, steps);
    return steps.filter((step) => !schema.taken.has(step));
  } catch (error) {
    throw asOverloaded(error);
  }
}
