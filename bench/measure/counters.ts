import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** Statistics of PostgreSQL and of the product's database. */
export interface DatabaseCounters {
  /**
   * the number of committed transactions in the database since its start; outside of transaction blocks, each statement
   * is one
   */
  commits(): Promise<number>;
  /** the version of PostgreSQL */
  readonly version: string;
  close(): Promise<void>;
}

/** In milliseconds: PostgreSQL reports the counts of an idle connection after ten seconds. */
const reportDelayMs = 11_000;

/** Connects to the product's PostgreSQL. */
export async function openCounters(url: string): Promise<DatabaseCounters> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('show server_version');
  return {
    version: rows[0].server_version,
    commits: async () => {
      await pause(reportDelayMs);
      const result = await client.query(
        'select xact_commit::float8 as commits from pg_stat_database where datname = current_database()',
      );
      return result.rows[0].commits;
    },
    close: () => client.end(),
  };
}
