import type { Database } from '../database/database.ts';
import { createFolder } from '../folders/folders.ts';

const tree = { FolderA: 'Applications', FolderAa: 'FolderA', FolderB: 'Applications' };

/** Creates `FolderA`, its subfolder `FolderAa`, and `FolderB`. The title of each is its id. */
export async function makeFolders(database: Database): Promise<void> {
  for (const [id, parentId] of Object.entries(tree)) {
    await createFolder(database, { id, parentId, title: id, freshId: 'FolderX' });
  }
}
