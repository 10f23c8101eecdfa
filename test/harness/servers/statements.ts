import pg from 'pg';

/** Runs one statement on the server at `url`. */
export async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/**
 * Runs a statement like `execute`, and retries while other sessions use the database, such as workers of the server or
 * sessions that are just ending.
 */
export async function executeWhenUnlocked(url: string, statement: string): Promise<void> {
  for (;;) {
    try {
      return await execute(url, statement);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== '55006') throw error;
    }
  }
}

/** Replaces the name of the database in a URL. */
export function withDatabaseName(url: string, name: string): string {
  const databaseUrl = new URL(url);
  databaseUrl.pathname = `/${name}`;
  return databaseUrl.href;
}
