import type { Connection } from '../database/database.ts';

/**
 * Bytes of a chunk: each is a statement, and a row that PostgreSQL keeps outside its table. The driver copies what it sends
 * and what it receives more than once, so that many at once are a matter of memory.
 */
export const chunkSize = 64 * 1024;

const wholeInOne = {
  name: 'store-content',
  text: `with content as (
      insert into attachment_contents (chunk_size, size, checksum) values ($1, $2, $3) returning id
    ), chunk as (
      insert into attachment_chunks (content_id, number, data) select id, 0, $4 from content where $2 > 0
    )
    select id from content`,
};

/** Stores a content that has one chunk at most, and answers its id. What nobody refers to is forgotten again. */
export async function storeInOne(connection: Connection, data: Buffer, checksum: string): Promise<string> {
  const [row] = await connection.query<{ readonly id: string }>(wholeInOne, [chunkSize, data.length, checksum, data]);
  if (row === undefined) throw new Error('a content was not stored');
  return row.id;
}

const begin = {
  name: 'begin-content',
  text: 'insert into attachment_contents (chunk_size) values ($1) returning id',
};

/**
 * Begins a content, whose chunks have so many bytes, and answers its id. What is not finished, or that nobody refers to, is
 * forgotten again.
 */
export async function beginContent(connection: Connection, size: number): Promise<string> {
  const [row] = await connection.query<{ readonly id: string }>(begin, [size]);
  if (row === undefined) throw new Error('a content was not begun');
  return row.id;
}

/**
 * A content is locked by each of its chunks, so that none comes after it was forgotten, and touched now and then. A chunk does
 * not wait for the disk: what finishes the content does, and in its log all chunks stand before.
 */
const append = {
  name: 'append-chunk',
  text: `with content as (
      select id, set_config('synchronous_commit', 'off', true) from attachment_contents
      where id = $1 and checksum is null for key share
    ), touched as (
      update attachment_contents set touched_at = now() where id = $1 and touched_at < now() - interval '10 seconds'
    )
    insert into attachment_chunks (content_id, number, data) select id, $2, $3 from content returning number`,
};

/** Adds a chunk, the first of which is 0; all but the last have the same size. False: the content was forgotten meanwhile. */
export async function appendChunk(connection: Connection, id: string, number: number, data: Buffer): Promise<boolean> {
  return (await connection.query(append, [id, number, data])).length > 0;
}

const finish = {
  name: 'finish-content',
  text: `update attachment_contents set touched_at = now(), size = $2, checksum = $3
    where id = $1 and checksum is null returning id`,
};

/** Says that a content is whole, of so many bytes. False: it was forgotten meanwhile. */
export async function finishContent(
  connection: Connection,
  id: string,
  { size, checksum }: { readonly size: number; readonly checksum: string },
): Promise<boolean> {
  return (await connection.query(finish, [id, size, checksum])).length > 0;
}

const drop = {
  name: 'drop-content',
  text: `with gone as (delete from attachment_contents where id = $1 and checksum is null returning id)
    delete from attachment_chunks where content_id in (select id from gone)`,
};

/** Forgets a content that will not be finished. */
export async function dropContent(connection: Connection, id: string): Promise<void> {
  await connection.query(drop, [id]);
}

const read = {
  name: 'read-content',
  text: 'select chunk_size as "chunkSize", size from attachment_contents where id = $1 and checksum is not null',
};

/** How a content lies in chunks; null when there is none, or it is not whole. */
export async function readContent(
  connection: Connection,
  id: string,
): Promise<{ readonly chunkSize: number; readonly size: number } | null> {
  const [row] = await connection.query<{ readonly chunkSize: number; readonly size: number }>(read, [id]);
  return row ?? null;
}

/** Bytes of what is read at a time: a part of each chunk that was ever stored. */
export const sliceSize = 64 * 1024;
/** Of these, bytes of a row: the driver copies what is larger than it gets at a time. */
const rowSize = 32 * 1024;

/**
 * The driver reads every value as UTF-8, also what it has asked for in binary, and so breaks bytes: in base64 they are a
 * third more, and not twice as much.
 */
const slice = {
  name: 'read-slice',
  text: `select encode(substring(data from first + 1 for least(${rowSize}, $3 + $4 - first)), 'base64') as data
    from attachment_chunks, generate_series($3::integer, $3::integer + $4::integer - 1, ${rowSize}) as first
    where content_id = $1 and number = $2 order by first`,
};

/** Where a part of a chunk lies: its bytes from `start` on, counted from 0, at most `size`. */
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
  const rows = await connection.query<{ readonly data: string }>(slice, [id, number, start, size]);
  return rows.length === 0 ? null : Buffer.concat(rows.map(({ data }) => Buffer.from(data, 'base64')));
}
