import type { Connection } from '../database/database.ts';

/** Bytes of a chunk: each is a statement, and a row that PostgreSQL keeps outside its table. */
export const chunkSize = 1024 * 1024;

const begin = {
  name: 'begin-content',
  text: 'insert into attachment_contents (chunk_size) values ($1) returning id',
};

/** Begins a content and answers its id. What is not finished, or that nobody refers to, is forgotten again. */
export async function beginContent(connection: Connection): Promise<string> {
  const [row] = await connection.query<{ readonly id: string }>(begin, [chunkSize]);
  if (row === undefined) throw new Error('a content was not begun');
  return row.id;
}

/** A content is locked by each of its chunks, so that none comes after it was forgotten. */
const append = {
  name: 'append-chunk',
  text: `with content as (
      update attachment_contents set touched_at = now() where id = $1 and checksum is null returning id
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

/** Bytes of what is read at a time: a part of a chunk, so that little is held at any moment. */
export const sliceSize = chunkSize / 4;

/** The driver takes whatever comes for text: in base64 that is a third more than the bytes, and not twice as much. */
const slice = {
  name: 'read-slice',
  text: `select encode(substring(data from $3 for $4), 'base64') as data from attachment_chunks
    where content_id = $1 and number = $2`,
};

/** The bytes of a chunk from its byte `start` on, counted from 0, at most a slice; null when it is not there any more. */
export async function readSlice(
  connection: Connection,
  id: string,
  number: number,
  start: number,
): Promise<Buffer | null> {
  const [row] = await connection.query<{ readonly data: string }>(slice, [id, number, start + 1, sliceSize]);
  return row === undefined ? null : Buffer.from(row.data, 'base64');
}
