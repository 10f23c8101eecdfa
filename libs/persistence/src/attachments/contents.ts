import type { Attachment } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { firstCandidate } from '../database/first-candidate.ts';
import { type AccessAttributes, accessAttributesSql, taskAccessSql } from '../people/permission-facts.ts';

/**
 * The size of a chunk in bytes. Each chunk is one statement and one row that PostgreSQL stores out of line. The driver
 * copies sent and received values several times, so the size limits memory use.
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

/** Stores a content of at most one chunk and returns its id. A cleanup job deletes unreferenced contents later. */
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
 * Starts a content with chunks of this size and returns its id. A cleanup job deletes unfinished and unreferenced
 * contents later.
 */
export async function beginContent(connection: Connection, size: number): Promise<string> {
  const [row] = await connection.query<{ readonly id: string }>(insertStatement, [size]);
  if (row === undefined) throw new Error('a content was not begun');
  return row.id;
}

/**
 * Each chunk locks its content, so that no chunk is added after the deletion, and updates the timestamp of the content
 * at intervals. A chunk commits without waiting for the disk. The statement that completes the content waits, and
 * thereby flushes all chunks.
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

/**
 * Adds a chunk; the first has number 0. All chunks but the last have the same size. Returns false if the content was
 * deleted.
 */
export async function appendChunk(connection: Connection, id: string, number: number, data: Buffer): Promise<boolean> {
  return (await connection.query(appendStatement, [id, number, data])).length > 0;
}

const finishStatement = {
  name: 'finish-content',
  text: `update attachment_contents set touched_at = now(), size = $2, checksum = $3
    where id = $1 and checksum is null returning id`,
};

/** Marks a content as complete and stores its size in bytes. Returns false if the content was deleted. */
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

/** Deletes a content that is not going to be completed. */
export async function deleteContent(connection: Connection, id: string): Promise<void> {
  await connection.query(deleteStatement, [id]);
}

const readStatement = {
  name: 'read-content',
  text: 'select chunk_size as "chunkSize", size from attachment_contents where id = $1 and checksum is not null',
};

/** Reads the chunk layout of a content. Returns null if it does not exist or is incomplete. */
export async function readContent(
  connection: Connection,
  id: string,
): Promise<{ readonly chunkSize: number; readonly size: number } | null> {
  const [row] = await connection.query<{ readonly chunkSize: number; readonly size: number }>(readStatement, [id]);
  return row ?? null;
}

/** The maximum size of one read in bytes. It divides all chunk sizes that were ever used. */
export const sliceSize = 64 * 1024;
/** The size of a row in a read, in bytes. The driver copies a row that is larger than one network read. */
const rowSize = 32 * 1024;

/**
 * The driver decodes every value as UTF-8, even binary values, which corrupts bytes. Base64 adds a third to the size,
 * hex doubles it.
 */
const sliceStatement = {
  name: 'read-slice',
  text: `select encode(substring(data from first + 1 for least(${rowSize}, $3 + $4 - first)), 'base64') as data
    from attachment_chunks, generate_series($3::integer, $3::integer + $4::integer - 1, ${rowSize}) as first
    where content_id = $1 and number = $2 order by first`,
};

/** A part of a chunk: at most `size` bytes from the zero-based offset `start`. */
interface Slice {
  readonly number: number;
  readonly start: number;
  readonly size: number;
}

/** Reads a part of a chunk. Returns null if the chunk was deleted. */
export async function readSlice(
  connection: Connection,
  id: string,
  { number, start, size }: Slice,
): Promise<Buffer | null> {
  const rows = await connection.query<{ readonly data: string }>(sliceStatement, [id, number, start, size]);
  return rows.length === 0 ? null : Buffer.concat(rows.map(({ data }) => Buffer.from(data, 'base64')));
}

const dueSql = (state: string): string => `
  select id, unused from attachment_contents where ${state} and touched_at < now() - $1 * interval '1 millisecond'
  order by touched_at limit $2 for update skip locked`;
const deleteChunksSql = (deletedCte: string): string => `
  delete from attachment_chunks where content_id in (select id from ${deletedCte})`;

/** Incomplete uploads that have been idle for a long time. */
const unfinishedStatement = {
  name: 'delete-unfinished-contents',
  text: `with due as (${dueSql('checksum is null')}), gone as (
      delete from attachment_contents where id in (select id from due) returning id
    ), chunks as (${deleteChunksSql('gone')})
    select count(*)::int as count from gone`,
};

const usedInSql = (table: string): string => `exists (
  select from ${table} x where x.passive ? 'attachments' and attachment_keys(x.passive) @> array[due.id::text])`;

/**
 * Contents without a reference. One check is not enough, because it does not see an uncommitted copy whose original was
 * just deleted. Therefore a content is deleted only if a second check, after the grace period, finds no reference
 * either.
 */
const unusedStatement = {
  name: 'delete-unused-contents',
  text: `with due as (${dueSql('checksum is not null')}), seen as (
      select id, unused as before, not (${usedInSql('tasks')} or ${usedInSql('releases')}) as now from due
    ), gone as (
      delete from attachment_contents where id in (select id from seen where before and now) returning id
    ), kept as (
      update attachment_contents c set touched_at = now(), unused = seen.now
      from seen where c.id = seen.id and not (seen.before and seen.now)
    ), chunks as (${deleteChunksSql('gone')})
    select count(*)::int as count from gone`,
};

/**
 * Deletes incomplete and unreferenced contents and returns their number. Checks the `limit` contents that were checked
 * least recently, and at least `graceMs` ago. Each call continues after the previous one.
 */
export async function deleteExpiredContents(connection: Connection, graceMs: number, limit: number): Promise<number> {
  const counts = [];
  for (const statement of [unfinishedStatement, unusedStatement]) {
    const [row] = await connection.query<{ readonly count: number }>(statement, [graceMs, limit]);
    counts.push(row?.count ?? 0);
  }
  return counts.reduce((sum, count) => sum + count, 0);
}

/** An attachment and the object that owns it. */
export interface AttachmentWithOwner {
  readonly attachment: Attachment;
  readonly releaseId: string;
  /** Null if the release or template itself owns the attachment. */
  readonly taskId: string | null;
  readonly access: AccessAttributes;
}

const hasSql = (row: string): string =>
  `${row}.passive ? 'attachments' and attachment_keys(${row}.passive) && $1::text[] and each ->> 'id' = any ($1::text[])`;
const attachmentRowsSql = (row: string): string => `jsonb_array_elements(${row}.passive -> 'attachments') as each`;

const selectAttachment = {
  name: 'find-attachment',
  text: `select each as attachment, r.id as "releaseId", t.id as "taskId",
      ${accessAttributesSql('r', taskAccessSql('t'))} as access
    from tasks t join releases r on r.id = t.release_id and r.archived = t.archived, ${attachmentRowsSql('t')} where ${hasSql('t')}
    union all
    select each, r.id, null, ${accessAttributesSql('r')} from releases r, ${attachmentRowsSql('r')} where ${hasSql('r')}`,
};

/** Finds the attachment with the first of these ids that exists, live or archived. Returns null if none exists. */
export async function findAttachment(
  connection: Connection,
  candidates: readonly string[],
): Promise<AttachmentWithOwner | null> {
  const rows = await connection.query<AttachmentWithOwner>(selectAttachment, [candidates]);
  return firstCandidate(candidates, rows, ({ attachment }) => attachment.id);
}
