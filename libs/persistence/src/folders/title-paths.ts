import { rootFolderId } from '@slipway/domain/ids';
import type { Connection } from '../database/database.ts';
import { templateStatus } from '../database/statuses.ts';

/** A folder, release or template by the titles on the way to it. */
export interface TitlePath {
  readonly id: string;
  /** the folders on the way below the root, and itself where it is one */
  readonly folders: readonly string[];
  /** theirs, and its own at the end */
  readonly titles: readonly string[];
}

const statements = {
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

/** The titles on the paths of folders, live releases and templates; unknown ids are left out. */
export const readTitlePaths = (connection: Connection, ids: readonly string[]): Promise<readonly TitlePath[]> =>
  connection.query<TitlePath>(statements.read, [ids]);

/** What a path of titles names, which have slashes between them. */
export interface PathMatch {
  readonly path: string;
  readonly id: string;
}

/** The folders and templates at paths of titles below the root; several of one title are several. */
export const findByTitlePaths = (connection: Connection, paths: readonly string[]): Promise<readonly PathMatch[]> =>
  connection.query<PathMatch>(statements.find, [paths, templateStatus, rootFolderId]);
