import type { Database } from '../database/database.ts';
import { createFolder } from '../folders/folders.ts';

const tree = { FolderA: 'Applications', FolderAa: 'FolderA', FolderB: 'Applications' };

/** Makes `FolderA` with `FolderAa` in it, and `FolderB` beside it, each with its id as title. */
export async function makeFolders(database: Database): Promise<void> {
  for (const [id, parentId] of Object.entries(tree)) {
    await createFolder(database, { id, parentId, title: id, freshId: 'FolderX' });
  }
}
