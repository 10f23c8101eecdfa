import type { DashboardTile } from '@slipway/domain/insights';
import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { convertMissingFolder, convertStorageErrors } from '../database/storage-errors.ts';

/** The content of a dashboard. */
export interface DashboardContent {
  readonly title: string;
  /** null: of the installation */
  readonly folderId: string | null;
  readonly tiles: readonly DashboardTile[];
}

/** A stored dashboard. */
export interface Dashboard extends DashboardContent {
  readonly id: string;
  readonly version: number;
  readonly changedBy: string | null;
  readonly changedAt: Instant;
  /** the folders from the top to that of the dashboard; null for the installation */
  readonly folderPath: readonly string[] | null;
  readonly folderTitle: string | null;
}

const maxListed = 1_000;

const readSql = `select d.id, d.title, d.folder_id as "folderId", d.tiles, d.version, d.changed_by as "changedBy",
    d.changed_at as "changedAt", f.path as "folderPath", f.title as "folderTitle"
  from dashboards d left join folders f on f.id = d.folder_id`;

const statements = {
  list: {
    name: 'list-dashboards',
    text: `${readSql}
      where (d.folder_id is null or $1::text[] is null or f.scope_id = any ($1))
        and ($2::text is null or d.folder_id is null or d.folder_id in (select unnest(path) from folders where id = $2))
      order by lower(d.title), d.title, d.id limit ${maxListed}`,
  },
  find: { name: 'find-dashboard', text: `${readSql} where d.id = $1` },
  lock: { name: 'lock-dashboard', text: 'select from dashboards where id = $1 for no key update' },
  insert: {
    name: 'insert-dashboard',
    text: 'insert into dashboards (id, title, folder_id, tiles, changed_by) values ($1, $2, $3, $4, $5)',
  },
  update: {
    name: 'update-dashboard',
    text: `update dashboards set title = $2, folder_id = $3, tiles = $4, changed_by = $5, changed_at = now(),
        version = version + 1 where id = $1`,
  },
  delete: { name: 'delete-dashboard', text: 'delete from dashboards where id = $1' },
};

/**
 * Lists dashboards by title: those of the installation, and those in folders of these scopes; null scopes contain all
 * folders. With a folder: only those of this folder and of the folders around it.
 */
export const listDashboards = (
  connection: Connection,
  scopes: readonly string[] | null,
  folderId: string | null,
): Promise<readonly Dashboard[]> => connection.query<Dashboard>(statements.list, [scopes, folderId]);

export async function findDashboard(connection: Connection, id: string): Promise<Dashboard | null> {
  const [row] = await connection.query<Dashboard>(statements.find, [id]);
  return row ?? null;
}

/** Locks a dashboard until the transaction ends, and reads it. */
export async function lockDashboard(connection: Connection, id: string): Promise<Dashboard | null> {
  await connection.query(statements.lock, [id]);
  return await findDashboard(connection, id);
}

const write = (run: () => Promise<unknown>) => convertMissingFolder(() => convertStorageErrors(run));

/** Creates a dashboard. Throws NotFound for a folder that no longer exists. */
export async function insertDashboard(
  connection: Connection,
  id: string,
  { title, folderId, tiles }: DashboardContent,
  username: string,
): Promise<void> {
  await write(() => connection.query(statements.insert, [id, title, folderId, JSON.stringify(tiles), username]));
}

/** Replaces the content of a dashboard. Throws NotFound for a folder that no longer exists. */
export async function updateDashboard(
  connection: Connection,
  id: string,
  { title, folderId, tiles }: DashboardContent,
  username: string,
): Promise<void> {
  await write(() => connection.query(statements.update, [id, title, folderId, JSON.stringify(tiles), username]));
}

export async function deleteDashboard(connection: Connection, id: string): Promise<void> {
  await connection.query(statements.delete, [id]);
}
