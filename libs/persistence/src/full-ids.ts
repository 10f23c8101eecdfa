import type { Connection } from './database.ts';

const select = {
  name: 'full-ids',
  text: `with recursive wanted as (
      select id, release_id, phase_id, parent_id, array[id] as path, id as leaf from tasks where id = any ($1::text[])
      union all
      select t.id, t.release_id, t.phase_id, t.parent_id, t.id || w.path, w.leaf
        from tasks t join wanted w on t.id = w.parent_id
    ), places as (
      select leaf as id, release_id, phase_id || path as below from wanted where parent_id is null
      union all
      select id, release_id, array[id] from phases where id = any ($1::text[])
      union all
      select id, id, '{}' from releases where id = any ($1::text[])
    )
    select p.id, array_to_string(f.path || r.id || p.below, '/') as full
      from places p join releases r on r.id = p.release_id join folders f on f.id = r.folder_id
    union all
    select id, array_to_string(path, '/') from folders where id = any ($1::text[])`,
};

/**
 * The full ids of folders, releases, templates, phases and tasks, live or archived, by their last
 * segments; those that do not exist are left out. No statement runs when nothing is asked for.
 */
export async function fullIds(connection: Connection, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await connection.query<{ readonly id: string; readonly full: string }>(select, [[...new Set(ids)]]);
  return new Map(rows.map(({ id, full }) => [id, full]));
}
