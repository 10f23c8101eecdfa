import { Readable } from 'node:stream';
import pg from 'pg';

/** What a server sends before each part of an archive's content (PostgreSQL, Streaming Replication Protocol, BASE_BACKUP). */
const contentMarker = 'd'.charCodeAt(0);

const command = `BASE_BACKUP (LABEL 'slipway', CHECKPOINT 'fast', WAL true, MANIFEST 'no')`;

/** The answer to the command as a stream, which is read no faster than it is taken. */
class BackupStream extends Readable implements pg.Submittable {
  #connection: pg.Connection | null = null;

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(command);
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
