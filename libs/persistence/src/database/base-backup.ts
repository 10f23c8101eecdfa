import { Readable } from 'node:stream';
import pg from 'pg';
import { type Database, sqlStateOf } from './database.ts';
import { migrations } from './migrate.ts';

/** The marker before each part of an archive's content (PostgreSQL, Streaming Replication Protocol, BASE_BACKUP). */
const contentMarker = 'd'.charCodeAt(0);

const backupCommand = `BASE_BACKUP (LABEL 'slipway', CHECKPOINT 'fast', WAL true, MANIFEST 'no')`;

/** The answer to the command as a stream, which is read no faster than it is taken. */
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
    // the bytes lie in a buffer that the connection uses again
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
 * The files of a whole PostgreSQL server as a tar archive, with the log that makes them consistent as of its end.
 * Other connections continue to write. The server verifies the checksum of each page. Throws the error of the server,
 * which requires a superuser or a role with REPLICATION.
 */
export async function* baseBackup(url: string): AsyncGenerator<Buffer> {
  const address = new URL(url);
  address.searchParams.set('replication', 'true');
  const client = new pg.Client({ connectionString: address.href, application_name: 'slipway' });
  // A connection that is cut fails the answer, too.
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
    // of a step that is half taken there are rows for its parts, in parentheses
    text: `select max(name) as name from (select name from migrations union all select name from schema_steps)
      where name not like '(%'`,
  },
  newestOfFirst: { text: 'select max(name) as name from migrations' },
};

/** Sets the password of the current role. It is sent as a value, and is not logged. */
export const setOwnPassword = (database: Database, password: string): Promise<void> =>
  database.transaction(async (connection) => {
    await connection.query(restoreStatements.passPassword, [password]);
    await connection.query(restoreStatements.set);
  });

/** The newest step of the schema that a database has taken; empty where there is none. */
export async function newestMigration(database: Database): Promise<string> {
  const read = (statement: { readonly text: string }) => database.query<{ readonly name: string | null }>(statement);
  const [row] = await read(restoreStatements.newest).catch((error: unknown) => {
    // the first versions have one table of steps
    if (sqlStateOf(error) === '42P01') return read(restoreStatements.newestOfFirst);
    throw error;
  });
  return row?.name ?? '';
}

/** Whether this version contains a migration. A database with another one is too new. */
export const hasMigration = (migration: string): boolean => migrations.some(([name]) => name === migration);
