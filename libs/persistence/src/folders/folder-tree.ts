import { rootFolderId } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { Conflict, NotFound } from '@slipway/domain/model';
import type { Actor } from '../audit/audit-log.ts';
import { type Connection, type Database, isDuplicate } from '../database/database.ts';
import { convertStorageErrors } from '../database/storage-errors.ts';
import { inheritFromParent } from './scopes.ts';
import { withFolderTree } from './tree-lock.ts';

interface Row {
  readonly title: string;
  readonly parentId: string;
  readonly path: readonly string[];
}

const statements = {
  read: { name: 'read-folder', text: 'select title, parent_id as "parentId", path from folders where id = $1' },
  move: {
    name: 'move-folder',
    text: `update folders
      set path = (select path from folders where id = $2) || path[array_position(path, $1::text):],
        parent_id = case when id = $1 then $2 else parent_id end
      where path @> array[$1::text]`,
  },
  rename: { name: 'rename-folder', text: 'update folders set title = $2 where id = $1' },
};

/** Returns the folder and its parent. Throws NotFound, and Conflict for the root, which cannot be changed. */
async function requireMovable(
  connection: Connection,
  id: string,
  rootCode: 'folder.rootNotMovable' | 'folder.rootNotRenamable',
): Promise<Row> {
  if (id === rootFolderId) throw new Conflict(message(rootCode, { rootFolderId }));
  const [folder] = await connection.query<Row>(statements.read, [id]);
  if (folder === undefined) throw new NotFound(message('notFound.folder', { id }));
  return folder;
}

/**
 * Moves a folder with its content. Updates paths and effective teams; ids do not change. Does nothing if the folder is
 * already there. Throws NotFound. Throws Conflict for the root, for a move into the folder itself, and for a title that
 * is in use.
 */
export async function moveFolder(database: Database, id: string, parentId: string, actor: Actor): Promise<void> {
  await withFolderTree(database, 'alone', async (connection) => {
    const folder = await requireMovable(connection, id, 'folder.rootNotMovable');
    const [parent] = await connection.query<Row>(statements.read, [parentId]);
    if (parent === undefined) throw new NotFound(message('notFound.folder', { id: parentId }));
    if (parent.path.includes(id)) throw new Conflict(message('folder.moveIntoItself', { title: folder.title, id }));
    if (folder.parentId === parentId) return;
    await convertTitleConflict(folder.title, parentId, () => connection.query(statements.move, [id, parentId]));
    await inheritFromParent(connection, id, actor);
  });
}

/** Renames a folder. Throws NotFound, Conflict for the root and for a title that is in use, Invalid. */
export async function renameFolder(database: Database, id: string, title: string): Promise<void> {
  await withFolderTree(database, 'alone', async (connection) => {
    const { parentId } = await requireMovable(connection, id, 'folder.rootNotRenamable');
    await convertTitleConflict(title, parentId, () => connection.query(statements.rename, [id, title]));
  });
}

/** Runs a write. Throws Conflict if the title is in use in the same folder (rest-operations.md, 409). */
export async function convertTitleConflict<T>(title: string, parentId: string, write: () => Promise<T>): Promise<T> {
  try {
    return await convertStorageErrors(write);
  } catch (error) {
    if (!isDuplicate(error, 'folder_title_in_parent')) throw error;
    throw new Conflict(message('folder.titleTaken', { title, folderId: parentId }));
  }
}
