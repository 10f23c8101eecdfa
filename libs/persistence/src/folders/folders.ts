import { rootFolderId } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { Conflict, NotFound } from '@slipway/domain/model';
import type { Team } from '@slipway/domain/people';
import type { Actor } from '../audit/audit-log.ts';
import { Contended } from '../database/connection-errors.ts';
import { type Connection, type Database, sqlStateOf } from '../database/database.ts';
import { firstCandidate } from '../database/first-candidate.ts';
import { releasesSql } from '../database/statuses.ts';
import { deletedFoldersSql, deletedReleasesSql } from '../live/ended-releases.ts';
import { deletedPlansSql } from '../live/plan-changes.ts';
import { bumpAccessVersion } from '../people/grants.ts';
import { copyTeamsSql, insertTeams, recordTeams } from '../people/teams.ts';
import type { VisibilityFilter } from '../people/visibility-filter.ts';
import { deletedVersionsSql } from '../versions/template-versions.ts';
import { convertTitleConflict } from './folder-tree.ts';
import { withFolderTree } from './tree-lock.ts';

/** A folder. The root is `Applications` and has no parent. */
export interface Folder {
  readonly id: string;
  readonly parentId: string | null;
  readonly title: string;
  /** The ids from the root to the folder, both included. */
  readonly path: readonly string[];
}

const columns = 'id, parent_id as "parentId", title, path';
const statements = {
  find: { name: 'find-folder', text: `select ${columns} from folders where id = $1` },
  locate: { name: 'locate-folder', text: `select ${columns} from folders where id = any ($1::text[])` },
  insert: {
    name: 'insert-folder',
    text: `insert into folders (id, parent_id, title, path, scope_id)
      select $1::text, id, $3::text, path || $1::text, case when parent_id is null then $1::text else scope_id end
      from folders where id = $2 on conflict (id) do nothing returning ${columns}`,
  },
  below: {
    name: 'folders-below',
    text: `select ${columns} from folders
      where path @> array[$1] and id <> $1 and ($3::text[] is null or scope_id = any ($3))
        and cardinality(path) <= (select cardinality(path) from folders where id = $1) + $2
      order by path`,
  },
  children: {
    name: 'folders-in',
    text: `select ${columns} from folders where parent_id = $1 and ($2::text[] is null or scope_id = any ($2))
      order by lower(title), id limit $3 offset $4`,
  },
  byTitle: { name: 'folder-by-title', text: `select ${columns} from folders where parent_id = $1 and title = $2` },
  atTitles: {
    name: 'folders-at-titles',
    text: `with recursive way as (
        select n, array(select jsonb_array_elements_text(steps)) as titles, 1 as place, '${rootFolderId}' as id
          from jsonb_array_elements($1::jsonb) with ordinality wanted (steps, n)
        union all
        select w.n, w.titles, w.place + 1, f.id from way w join folders f on f.parent_id = w.id and f.title = w.titles[w.place]
      )
      select (w.n - 1)::int as "pathIndex", ${columns} from way w join folders f using (id) where w.place = cardinality(w.titles) + 1`,
  },
  lock: { name: 'lock-folders', text: 'select id from folders where path @> array[$1] order by id for update' },
  active: {
    name: 'active-in-folder',
    text: `select title from live_releases where folder_id in (select id from folders where path @> array[$1])
      and status in ${releasesSql.unfinished} limit 1`,
  },
  lockReleases: {
    name: 'lock-releases-in-folder',
    text: `select id from live_releases where folder_id in (select id from folders where path @> array[$1])
      order by id for update nowait`,
  },
  delete: { name: 'delete-folders', text: 'delete from folders where path @> array[$1]' },
};

/** Finds a folder by its id. Returns null if it does not exist. */
export async function findFolder(connection: Connection, id: string): Promise<Folder | null> {
  const [folder] = await connection.query<Folder>(statements.find, [id]);
  return folder ?? null;
}

/** Finds the folder with the first of these ids that exists. Returns null if none exists. */
export async function locateFolder(connection: Connection, candidates: readonly string[]): Promise<Folder | null> {
  const rows = await connection.query<Folder>(statements.locate, [candidates]);
  return firstCandidate(candidates, rows, (folder) => folder.id);
}

/** A folder to create. */
export interface NewFolder {
  /** Chosen by the caller. */
  readonly id: string | null;
  readonly parentId: string;
  readonly title: string;
  readonly freshId: string;
  /** The teams of a new top-level folder, and the user who creates it. Other folders inherit their teams. */
  readonly own?: { readonly teams: readonly Team[]; readonly actor: Actor };
}

/**
 * Creates a folder. If its id is in use, `freshId` provides another one. Throws NotFound if the parent does not exist,
 * Conflict if the title is in use there (rest-operations.md, 409).
 */
export async function createFolder(
  database: Database,
  { id: requestedId, parentId, title, freshId, own }: NewFolder,
): Promise<Folder> {
  return await withFolderTree(database, 'shared', async (connection) => {
    const insert = async (id: string) => {
      const runInsert = () => connection.query<Folder>(statements.insert, [id, parentId, title]);
      return (await convertTitleConflict(title, parentId, runInsert))[0];
    };
    const folder = (requestedId === null ? undefined : await insert(requestedId)) ?? (await insert(freshId));
    if (folder === undefined) throw new NotFound(message('notFound.folder', { id: parentId }));
    const { id } = folder;
    if (own !== undefined && parentId === rootFolderId) {
      await insertTeams(connection, id, own.teams);
      await recordTeams(connection, { actor: own.actor, scopeId: id, before: null, after: own.teams });
      await bumpAccessVersion(connection);
    }
    return folder;
  });
}

/** Lists the visible folders below a folder, down to `depth` levels, parents before children. */
export const listFoldersBelow = (
  connection: Connection,
  id: string,
  depth: number,
  { scopes }: Pick<VisibilityFilter, 'scopes'> = { scopes: null },
): Promise<readonly Folder[]> =>
  connection.query<Folder>(statements.below, [id, String(Math.min(depth, 1_000)), scopes]);

/** Reads one page of the visible direct subfolders, ordered by title. */
export const listFoldersIn = (
  connection: Connection,
  parentId: string,
  { scopes }: Pick<VisibilityFilter, 'scopes'>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly Folder[]> => connection.query<Folder>(statements.children, [parentId, scopes, limit, offset]);

/** Finds the folder at a path of titles below the root. Returns null if it does not exist. */
export async function findFolderByTitles(connection: Connection, titles: readonly string[]): Promise<Folder | null> {
  let folder = await findFolder(connection, rootFolderId);
  for (const title of titles) {
    if (folder === null) return null;
    const [child]: readonly Folder[] = await connection.query<Folder>(statements.byTitle, [folder.id, title]);
    folder = child ?? null;
  }
  return folder;
}

/** Finds the folders at several paths of titles below the root. The keys are the positions of the paths in the list. */
export async function findFoldersByTitlePaths(
  connection: Connection,
  paths: readonly (readonly string[])[],
): Promise<ReadonlyMap<number, Folder>> {
  if (paths.length === 0) return new Map();
  const rows = await connection.query<Folder & { readonly pathIndex: number }>(statements.atTitles, [
    JSON.stringify(paths),
  ]);
  return new Map(rows.map(({ pathIndex, ...folder }) => [pathIndex, folder]));
}

/**
 * Deletes a folder with its subfolders, templates and finished releases. Archived releases and their facts move to the
 * nearest remaining parent folder. Throws NotFound. Throws Conflict for the root, and while the folder contains an
 * unfinished release.
 */
export async function deleteFolder(database: Database, id: string): Promise<void> {
  if (id === rootFolderId) throw new Conflict(message('folder.rootNotDeletable', { id: rootFolderId }));
  await withFolderTree(database, 'alone', async (connection) => {
    const locked = await connection.query(statements.lock, [id]);
    if (locked.length === 0) throw new NotFound(message('notFound.folder', { id }));
    const [active] = await connection.query<{ readonly title: string }>(statements.active, [id]);
    if (active !== undefined) {
      throw new Conflict(message('folder.activeRelease', { id, title: active.title }));
    }
    await connection.query(statements.lockReleases, [id]).catch(asContended);
    await Promise.all([
      ...deleteContents.map((statement) => connection.query(statement, [id])),
      connection.query(statements.delete, [id]),
    ]);
    await bumpAccessVersion(connection);
  });
}

/**
 * A transaction that holds the lock of a release may wait for the lock of its folder, which this transaction holds
 * (docs/explanation/decisions/lock-order.md). Therefore, the deletion uses `nowait` and is retried.
 */
function asContended(error: unknown): never {
  if (sqlStateOf(error) !== '55P03') throw error;
  throw new Contended(message('folder.releaseChanging'), { cause: error });
}

const releasesInFolderSql = `(select id from live_releases where folder_id in (select id from folders where path @> array[$1]))`;
const archivedTeamsSql = copyTeamsSql(`select f.scope_id as source, a.id as target, null::text as joins
  from archived_releases a join folders f on f.id = a.folder_id
  where f.path @> array[$1] and exists (select from folders where id = $1 and parent_id = '${rootFolderId}')`);
const deleteContents = [
  ...['awaits', 'live_activities', 'live_comments', 'live_tasks', 'live_phases', 'risk_history'].map((table) => ({
    name: `empty folder ${table}`,
    text: `delete from ${table} where release_id in ${releasesInFolderSql}`,
  })),
  // Archived releases that move to the top level keep their teams.
  {
    name: 'keep teams of archived releases',
    text: `with gt as (${archivedTeamsSql.gt}), gm as (${archivedTeamsSql.gm}) select from gt limit 0`,
  },
  {
    name: 'empty folder teams',
    text: 'delete from teams where scope_id in (select id from folders where path @> array[$1])',
  },
  {
    name: 'empty folder live_releases',
    text: `with gone as (delete from live_releases where id in ${releasesInFolderSql} returning id, folder_id, status), ${deletedVersionsSql},
    di as (${deletedReleasesSql}) ${deletedPlansSql}`,
  },
  { name: 'move facts of folder', text: deletedFoldersSql },
  {
    name: 'empty folder archived_releases',
    text: `update archived_releases set folder_id = (select parent_id from folders where id = $1)
      where folder_id in (select id from folders where path @> array[$1])`,
  },
];
