import type { Connection } from '../database/database.ts';
import { statusSql } from '../database/statuses.ts';

const statements = {
  titled: {
    name: 'templates-titled',
    text: `select id from live_releases where folder_id = $1 and title = $2 and status = ${statusSql('TEMPLATE')} order by id limit 2`,
  },
  among: {
    name: 'templates-titled-among',
    text: `select id, title, folder_id as "folderId" from live_releases
      where folder_id = any ($1::text[]) and title = any ($2::text[]) and status = ${statusSql('TEMPLATE')} order by id`,
  },
  below: {
    name: 'templates-below',
    text: `select r.id, r.title, r.folder_id as "folderId" from live_releases r join folders f on f.id = r.folder_id
      where f.path @> array[$1::text] and r.status = ${statusSql('TEMPLATE')} order by f.path, r.title, r.id limit $2`,
  },
  paths: {
    name: 'paths-of-titles',
    text: `select requested.id, array(select e.title from unnest(f.path) with ordinality as step (id, place)
          join folders e on e.id = step.id where step.place > 1 order by step.place) ||
        case when r.id is null then '{}'::text[] else array[r.title] end as path,
        exists (select from folders o join folders top on top.title = o.title
          where top.id = f.path[2] and cardinality(o.path) > 2)
        or (cardinality(f.path) = 1 and exists (select from live_releases o
          where lower(left(o.title, 200)) = lower(left(r.title, 200)) and o.title = r.title
            and o.status = ${statusSql('TEMPLATE')} and o.folder_id <> r.folder_id)) as shadowed
      from unnest($1::text[]) as requested (id)
        left join live_releases r on r.id = requested.id and r.status = ${statusSql('TEMPLATE')}
        join folders f on f.id = coalesce(r.folder_id, requested.id)`,
  },
};

/**
 * Returns the ids of the templates with this title in a folder: at most two, which is enough to detect an ambiguous
 * title.
 */
export async function findTemplatesByTitle(
  connection: Connection,
  folderId: string,
  title: string,
): Promise<readonly string[]> {
  const rows = await connection.query<{ readonly id: string }>(statements.titled, [folderId, title]);
  return rows.map(({ id }) => id);
}

export interface TitledTemplate {
  readonly id: string;
  readonly title: string;
  readonly folderId: string;
}

/** Returns the templates with one of these titles in one of these folders. */
export const findTemplatesInFolders = (
  connection: Connection,
  folderIds: readonly string[],
  titles: readonly string[],
): Promise<readonly TitledTemplate[]> => connection.query<TitledTemplate>(statements.among, [folderIds, titles]);

/** Returns a limited number of templates in a folder and its subfolders, ordered by location and title. */
export const listTemplatesBelow = (
  connection: Connection,
  folderId: string,
  limit: number,
): Promise<readonly TitledTemplate[]> => connection.query<TitledTemplate>(statements.below, [folderId, limit]);

export interface DocumentPath {
  /** The titles on the path to a folder or template. The last one is its own. */
  readonly path: readonly string[];
  /**
   * Whether an object below the top level has the title of the first element. In its folder, the same path may name
   * another object.
   */
  readonly shadowed: boolean;
}

/** Reads the title paths of folders and templates, by the last segments of their ids. */
export async function readDocumentPaths(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DocumentPath>> {
  if (ids.length === 0) return new Map();
  const rows = await connection.query<DocumentPath & { readonly id: string }>(statements.paths, [[...new Set(ids)]]);
  return new Map(rows.map(({ id, ...path }) => [id, path]));
}
