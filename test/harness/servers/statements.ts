import pg from 'pg';

/** Runs one statement on the server at `url`. */
export async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/**
 * The same for a statement that waits for locks: of the server's own workers, and of transactions that have just been
 * ended.
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

/** The same server, another database. */
export function withDatabaseName(url: string, name: string): string {
  const databaseUrl = new URL(url);
  databaseUrl.pathname = `/${name}`;
  return databaseUrl.href;
}
