import type { Connection } from '../database/database.ts';

const titlesStatement = {
  name: 'titles-around-triggers',
  text: `select id, title from folders where id = any ($1::text[])
    union all select id, title from live_releases where id = any ($2::text[])`,
};

/** The titles of folders and templates, by their ids; those that do not exist are left out. */
export async function readTitles(
  connection: Connection,
  folderIds: readonly string[],
  templateIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await connection.query<{ readonly id: string; readonly title: string }>(titlesStatement, [
    [...new Set(folderIds)],
    [...new Set(templateIds)],
  ]);
  return new Map(rows.map(({ id, title }) => [id, title]));
}
