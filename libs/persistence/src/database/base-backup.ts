import { Readable } from 'node:stream';
import pg from 'pg';
import { type Database, sqlStateOf } from './database.ts';
import { migrations } from './migrate.ts';

/** The type byte of each message within the archive data (PostgreSQL, Streaming Replication Protocol, BASE_BACKUP). */
const contentMarker = 'd'.charCodeAt(0);

const backupCommand = `BASE_BACKUP (LABEL 'slipway', CHECKPOINT 'fast', WAL true, MANIFEST 'no')`;

/** The response to the command as a stream with backpressure. */
class BackupStream extends Readable implements pg.Submittable {
  #connection: pg.Connection | null = null;

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(backupCommand);
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (chunk[0] !== contentMarker || this.destroyed) return;
    // The connection reuses the buffer of the bytes.
    if (!this.push(Buffer.from(chunk.subarray(1)))) this.#connection?.stream.pause();
  }

  handleError(error: Error): void {
    this.destroy(error);
  }

  handleReadyForQuery(): void {
    this.push(null);
  }

  // The positions and table spaces are not needed.
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
}

/**
 * Streams the files of a whole PostgreSQL server as a tar archive. The archive includes the WAL that makes the files
 * consistent as of the end of the backup. Other connections continue to write. The server verifies the checksum of each
 * page. Throws the error of the server, for example if the role is neither a superuser nor has REPLICATION.
 */
export async function* baseBackup(url: string): AsyncGenerator<Buffer> {
  const address = new URL(url);
  address.searchParams.set('replication', 'true');
  const client = new pg.Client({ connectionString: address.href, application_name: 'slipway' });
  // A lost connection also fails the response.
  client.on('error', () => {});
  try {
    await client.connect();
    yield* client.query(new BackupStream());
  } finally {
    await client.end();
  }
}

const restoreStatements = {
  passPassword: { text: `select set_config('slipway.password', $1, true)` },
  set: {
    text: `do $$ begin
      execute format('alter role %I password %L', current_user, current_setting('slipway.password'));
    end $$`,
  },
  newest: {
    // A partly applied migration has a row for each applied part, with a name in parentheses.
    text: `select max(name) as name from (select name from migrations union all select name from schema_steps)
      where name not like '(%'`,
  },
  newestOfFirst: { text: 'select max(name) as name from migrations' },
};

/** Sets the password of the current role. The password is a parameter, so the server does not log it. */
export const setOwnPassword = (database: Database, password: string): Promise<void> =>
  database.transaction(async (connection) => {
    await connection.query(restoreStatements.passPassword, [password]);
    await connection.query(restoreStatements.set);
  });

/** Returns the name of the newest migration of a database, or an empty text if it has none. */
export async function newestMigration(database: Database): Promise<string> {
  const read = (statement: { readonly text: string }) => database.query<{ readonly name: string | null }>(statement);
  const [row] = await read(restoreStatements.newest).catch((error: unknown) => {
    // The first versions used only one table of migrations.
    if (sqlStateOf(error) === '42P01') return read(restoreStatements.newestOfFirst);
    throw error;
  });
  return row?.name ?? '';
}

/** Returns whether this version contains a migration. A database with an unknown migration is too new. */
export const hasMigration = (migration: string): boolean => migrations.some(([name]) => name === migration);
