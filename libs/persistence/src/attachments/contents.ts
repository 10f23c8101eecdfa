import type { Connection } from '../database/database.ts';

/**
 * Bytes of a chunk: each is a statement, and a row that PostgreSQL keeps outside its table. The driver copies what it sends
 * and what it receives more than once, so that many at once are a matter of memory.
 */
export const chunkSize = 64 * 1024;

const insertSingleChunk = {
  name: 'store-content',
  text: `with content as (
      insert into attachment_contents (chunk_size, size, checksum) values ($1, $2, $3) returning id
    ), chunk as (
      insert into attachment_chunks (content_id, number, data) select id, 0, $4 from content where $2 > 0
    )
    select id from content`,
};

/** Stores a content of at most one chunk, and returns its id. An unreferenced content is deleted later. */
export async function storeSingleChunk(connection: Connection, data: Buffer, checksum: string): Promise<string> {
  const [row] = await connection.query<{ readonly id: string }>(insertSingleChunk, [
    chunkSize,
    data.length,
    checksum,
    data,
  ]);
  if (row === undefined) throw new Error('a content was not stored');
  return row.id;
}

const insertStatement = {
  name: 'begin-content',
  text: 'insert into attachment_contents (chunk_size) values ($1) returning id',
};

/**
 * Begins a content with chunks of this size, and returns its id. An unfinished or unreferenced content is deleted
 * later.
 */
export async function beginContent(connection: Connection, size: number): Promise<string> {
  const [row] = await connection.query<{ readonly id: string }>(insertStatement, [size]);
  if (row === undefined) throw new Error('a content was not begun');
  return row.id;
}

/**
 * Each chunk locks its content, so that none is added after the deletion, and updates its timestamp at intervals. A
 * chunk does not wait for the disk: finishing the content does, and the log contains all chunks before that.
 */
const appendStatement = {
  name: 'append-chunk',
  text: `with content as (
      select id, set_config('synchronous_commit', 'off', true) from attachment_contents
      where id = $1 and checksum is null for key share
    ), touched as (
      update attachment_contents set touched_at = now() where id = $1 and touched_at < now() - interval '10 seconds'
    )
    insert into attachment_chunks (content_id, number, data) select id, $2, $3 from content returning number`,
};

/** Adds a chunk, beginning with 0; all but the last have the same size. Returns false if the content was deleted. */
export async function appendChunk(connection: Connection, id: string, number: number, data: Buffer): Promise<boolean> {
  return (await connection.query(appendStatement, [id, number, data])).length > 0;
}

const finishStatement = {
  name: 'finish-content',
  text: `update attachment_contents set touched_at = now(), size = $2, checksum = $3
    where id = $1 and checksum is null returning id`,
};

/** Marks a content as complete, with its size in bytes. Returns false if it was deleted. */
export async function finishContent(
  connection: Connection,
  id: string,
  { size, checksum }: { readonly size: number; readonly checksum: string },
): Promise<boolean> {
  return (await connection.query(finishStatement, [id, size, checksum])).length > 0;
}

const deleteStatement = {
  name: 'drop-content',
  text: `with gone as (delete from attachment_contents where id = $1 and checksum is null returning id)
    delete from attachment_chunks where content_id in (select id from gone)`,
};

/** Deletes a content that will not be completed. */
export async function deleteContent(connection: Connection, id: string): Promise<void> {
  await connection.query(deleteStatement, [id]);
}

const readStatement = {
  name: 'read-content',
  text: 'select chunk_size as "chunkSize", size from attachment_contents where id = $1 and checksum is not null',
};

/** The layout of a content in chunks; null if it does not exist or is incomplete. */
export async function readContent(
  connection: Connection,
  id: string,
): Promise<{ readonly chunkSize: number; readonly size: number } | null> {
  const [row] = await connection.query<{ readonly chunkSize: number; readonly size: number }>(readStatement, [id]);
  return row ?? null;
}

/** Bytes of what is read at a time: a part of each chunk that was ever stored. */
export const sliceSize = 64 * 1024;
/** Of these, bytes of a row: the driver copies what is larger than it gets at a time. */
const rowSize = 32 * 1024;

/**
 * The driver decodes every value as UTF-8, even a binary one, which corrupts bytes. In base64 they take a third more
 * space, in hex twice as much.
 */
const sliceStatement = {
  name: 'read-slice',
  text: `select encode(substring(data from first + 1 for least(${rowSize}, $3 + $4 - first)), 'base64') as data
    from attachment_chunks, generate_series($3::integer, $3::integer + $4::integer - 1, ${rowSize}) as first
    where content_id = $1 and number = $2 order by first`,
};

/** A part of a chunk: at most `size` bytes from `start` on, counted from 0. */
interface Slice {
  readonly number: number;
  readonly start: number;
  readonly size: number;
}

/** A part of a chunk; null when that is not there any more. */
export async function readSlice(
  connection: Connection,
  id: string,
  { number, start, size }: Slice,
): Promise<Buffer | null> {
  const rows = await connection.query<{ readonly data: string }>(sliceStatement, [id, number, start, size]);
  return rows.length === 0 ? null : Buffer.concat(rows.map(({ data }) => Buffer.from(data, 'base64')));
}
