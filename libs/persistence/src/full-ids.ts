import type { Connection } from './database.ts';

/** SQL for the full ids (`full`) of those whose last segments (`id`) are in the array. */
export const fullIdsSql = (ids: string): string => `with recursive wanted as (
      select id, release_id, phase_id, parent_id, array[id] as path, id as leaf from tasks where id = any (${ids}::text[])
      union all
      select t.id, t.release_id, t.phase_id, t.parent_id, t.id || w.path, w.leaf
        from tasks t join wanted w on t.id = w.parent_id
    ), places as (
      select leaf as id, release_id, phase_id || path as below from wanted where parent_id is null
      union all
      select id, release_id, array[id] from phases where id = any (${ids}::text[])
      union all
      select id, id, '{}' from releases where id = any (${ids}::text[])
    )
    select p.id, array_to_string(f.path || r.id || p.below, '/') as full
      from places p join releases r on r.id = p.release_id join folders f on f.id = r.folder_id
    union all
    select id, array_to_string(path, '/') from folders where id = any (${ids}::text[])`;

const select = { name: 'full-ids', text: fullIdsSql('$1') };

/**
 * The full ids of folders, releases, templates, phases and tasks, live or archived, by their last
 * segments; those that do not exist are left out. No statement runs when nothing is asked for.
 */
export async function fullIds(connection: Connection, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await connection.query<{ readonly id: string; readonly full: string }>(select, [[...new Set(ids)]]);
  return new Map(rows.map(({ id, full }) => [id, full]));
}
