import type { Connection } from '../database/database.ts';

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
