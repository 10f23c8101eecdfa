import type { Attachment } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { firstCandidate } from '../database/first-candidate.ts';
import { type AccessAttributes, accessAttributesSql, taskAccessSql } from '../people/permission-facts.ts';

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

const dueSql = (state: string): string => `
  select id, unused from attachment_contents where ${state} and touched_at < now() - $1 * interval '1 millisecond'
  order by touched_at limit $2 for update skip locked`;
const deleteChunksSql = (deletedCte: string): string => `
  delete from attachment_chunks where content_id in (select id from ${deletedCte})`;

/** Incomplete uploads that have been idle for a long time. */
const unfinishedStatement = {
  name: 'forget-unfinished-contents',
  text: `with due as (${dueSql('checksum is null')}), gone as (
      delete from attachment_contents where id in (select id from due) returning id
    ), chunks as (${deleteChunksSql('gone')})
    select count(*)::int as count from gone`,
};

const usedInSql = (table: string): string => `exists (
  select from ${table} x where x.passive ? 'attachments' and attachment_keys(x.passive) @> array[due.id::text])`;

/**
 * Contents to which nothing refers, whatever it was that did. One look is not enough: a copy that is being stored at this
 * moment is not seen, while its original may have gone. So a content goes at the second look, a good while later.
 */
const unusedStatement = {
  name: 'forget-unused-contents',
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
 * Deletes incomplete and unreferenced contents, among the `most` that were checked least recently, and at least
 * `graceMs` ago. Returns their number. Each call continues where the one before has ended.
 */
export async function deleteExpiredContents(connection: Connection, graceMs: number, limit: number): Promise<number> {
  const counts = [];
  for (const statement of [unfinishedStatement, unusedStatement]) {
    const [row] = await connection.query<{ readonly count: number }>(statement, [graceMs, limit]);
    counts.push(row?.count ?? 0);
  }
  return counts.reduce((sum, count) => sum + count, 0);
}

/** An attachment, and what has it. */
export interface AttachmentWithOwner {
  readonly attachment: Attachment;
  readonly releaseId: string;
  /** null where the release or template itself has it */
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

/** The attachment that one of the candidates names, live or archived, the earlier candidate first; null when none does. */
export async function findAttachment(
  connection: Connection,
  candidates: readonly string[],
): Promise<AttachmentWithOwner | null> {
  const rows = await connection.query<AttachmentWithOwner>(selectAttachment, [candidates]);
  return firstCandidate(candidates, rows, ({ attachment }) => attachment.id);
}
