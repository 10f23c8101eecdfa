import { isIdOf, rootFolderId } from '@slipway/domain/ids';
import type { Connection } from '../database/database.ts';
import { doneSql, templateStatus } from '../database/statuses.ts';
import {
  type AccessAttributes,
  accessAttributesSql,
  folderAccessSql,
  taskAccessSql,
} from '../people/permission-facts.ts';

/** The title of an archived object and whether it was done. Clients show it instead of the live object. */
interface ArchivedObject {
  readonly title: string;
  /** Whether the status is COMPLETED or SKIPPED. */
  readonly resolved: boolean;
}

/** The locations of referenced objects, by the last segments of their ids. */
export interface Locations {
  /** Full ids. Unknown objects are omitted. */
  readonly fullIds: ReadonlyMap<string, string>;
  /** The archived objects among them. */
  readonly archived: ReadonlyMap<string, ArchivedObject>;
  /** Access attributes. */
  readonly accessAttributes: ReadonlyMap<string, AccessAttributes>;
}

/**
 * SQL for the full ids (`full`) of the last segments (`id`) in the array. `archived` is the title of an archived
 * object, `resolved` whether it was resolved, and `access` its access attributes.
 */
export const fullIdsSql = (ids: string): string => `with recursive wanted as (
      select id, release_id, phase_id, parent_id, array[id] as path, id as leaf, title, status, owner, team
        from tasks where id = any (${ids}::text[])
      union all
      select t.id, t.release_id, t.phase_id, t.parent_id, t.id || w.path, w.leaf, w.title, w.status, w.owner, w.team
        from tasks t join wanted w on t.id = w.parent_id
    ), places as (
      select leaf as id, release_id, phase_id || path as below, title, status, ${taskAccessSql('wanted')} as task
        from wanted where parent_id is null
      union all
      select id, release_id, array[id], title, status, null from phases where id = any (${ids}::text[])
      union all
      select id, id, '{}', title, status, null from releases where id = any (${ids}::text[])
    )
    select p.id, array_to_string(f.path || r.id || p.below, '/') as full,
        case when r.archived then p.title end as archived, p.status in ${doneSql} as resolved,
        ${accessAttributesSql('r', 'p.task')} as access
      from places p join releases r on r.id = p.release_id join folders f on f.id = r.folder_id
    union all
    select id, array_to_string(path, '/'), null, false, ${folderAccessSql('id')} from folders where id = any (${ids}::text[])`;

/**
 * The same SQL for releases and templates only, which are the most frequent references. It does not read task groups.
 */
export const releaseIdsSql = (ids: string): string => `select r.id, array_to_string(f.path || r.id, '/') as full,
    case when r.archived then r.title end as archived, r.status in ${doneSql} as resolved,
    ${accessAttributesSql('r')} as access
  from releases r join folders f on f.id = r.folder_id where r.id = any (${ids}::text[])`;

/** Returns whether these ids are last segments of releases and templates only. */
export const areReleases = (ids: readonly string[]): boolean => ids.every((id) => id.startsWith('Release'));

/** The location of an object. */
export interface Location {
  readonly id: string;
  readonly full: string;
  readonly archived: string | null;
  readonly resolved: boolean;
  readonly access: AccessAttributes;
}

const selectAny = { name: 'full-ids', text: fullIdsSql('$1') };
const selectReleases = { name: 'full-ids-of-releases', text: releaseIdsSql('$1') };

/**
 * Finds the locations of folders, releases, templates, phases and tasks, live or archived, by last segments. Omits
 * unknown ids. Runs no query for an empty list.
 */
export async function readLocations(connection: Connection, ids: readonly string[]): Promise<Locations> {
  if (ids.length === 0) return toLocations([]);
  const select = areReleases(ids) ? selectReleases : selectAny;
  return toLocations(await connection.query<Location>(select, [[...new Set(ids)]]));
}

/** Converts the rows of `fullIdsSql` to maps by id. */
export function toLocations(rows: readonly Location[]): Locations {
  return {
    fullIds: new Map(rows.map(({ id, full }) => [id, full])),
    archived: new Map(
      rows.flatMap(({ id, archived, resolved }): [string, ArchivedObject][] =>
        archived === null ? [] : [[id, { title: archived, resolved }]],
      ),
    ),
    accessAttributes: new Map(rows.map(({ id, access }) => [id, access])),
  };
}

/** Returns the full ids. */
export const readFullIds = async (
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => (await readLocations(connection, ids)).fullIds;

/**
 * Returns a text with the full id and archive data of an object, for cache validators. It changes with each visible
 * change.
 */
export const locationTag = (
  { fullIds: full, archived }: Pick<Locations, 'fullIds' | 'archived'>,
  id: string,
): string | null => {
  const fullId = full.get(id);
  const title = archived.get(id)?.title;
  return fullId === undefined ? null : title === undefined ? fullId : `${fullId} ${title}`;
};

/** A folder, release or template with the titles on its path. */
interface TitlePath {
  readonly id: string;
  /** The ids of the folders on the path below the root, including the object itself if it is a folder. */
  readonly folders: readonly string[];
  /** The titles of these folders, and the title of the object last. */
  readonly titles: readonly string[];
}

const titleStatements = {
  read: {
    name: 'title-paths',
    text: `with wanted as (
        select id, path, null as title from folders where id = any ($1::text[])
        union all
        select r.id, f.path, r.title from live_releases r join folders f on f.id = r.folder_id
          where r.id = any ($1::text[])
      )
      select w.id, w.path[2:] as folders,
          array(select f.title from unnest(w.path[2:]) with ordinality way (id, place)
            join folders f on f.id = way.id order by place) || array_remove(array[w.title], null) as titles
        from wanted w`,
  },
  find: {
    name: 'things-at-title-paths',
    text: `with recursive way as (
        select n, string_to_array(path, '/') as titles, 1 as place, $3::text as id
          from unnest($1::text[]) with ordinality wanted (path, n)
        union all
        select w.n, w.titles, w.place + 1, f.id from way w
          join folders f on f.parent_id = w.id and f.title = w.titles[w.place]
      )
      select array_to_string(titles, '/') as path, id from way where place = cardinality(titles) + 1
      union all
      select array_to_string(w.titles, '/'), r.id from way w
        join live_releases r on r.folder_id = w.id and r.title = w.titles[w.place] and r.status = $2
        where w.place = cardinality(w.titles)`,
  },
};

/** Reads the titles on the paths of folders, live releases and templates. Omits unknown ids. */
export const readTitlePaths = (connection: Connection, ids: readonly string[]): Promise<readonly TitlePath[]> =>
  connection.query<TitlePath>(titleStatements.read, [ids]);

/** The object at a path of titles separated by slashes. */
interface PathMatch {
  readonly path: string;
  readonly id: string;
}

/**
 * Finds the folders and templates at paths of titles below the root. Templates with the same title are all returned.
 */
export const findByTitlePaths = (connection: Connection, paths: readonly string[]): Promise<readonly PathMatch[]> =>
  connection.query<PathMatch>(titleStatements.find, [paths, templateStatus, rootFolderId]);

/**
 * Returns the id for a reference to a template or folder, which is an id or a path of titles; null if the path matches
 * none or several.
 */
export async function findReferenced(
  connection: Connection,
  kind: 'Release' | 'Folder',
  reference: string,
): Promise<string | null> {
  if (isIdOf(kind, reference)) return reference;
  const results = await findByTitlePaths(connection, [reference]);
  const ids = results.flatMap(({ id }) => (isIdOf(kind, id) ? [id] : []));
  return ids.length === 1 ? (ids[0] ?? null) : null;
}
