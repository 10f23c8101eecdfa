import { clip, Invalid, idCandidates, NotFound, rootFolderId } from '@slipway/domain';
import { type Database, type Folder, findFolder, findFolderByTitles, locateFolder } from '@slipway/persistence';
import { nothingNamed } from '../model/find.ts';

/** The folder that an id names, the root included. Throws NotFound. */
export async function folderNamed(database: Database, written: string): Promise<Folder> {
  const folder =
    written === rootFolderId
      ? await findFolder(database, rootFolderId)
      : await locateFolder(database, idCandidates('Folder', written));
  if (folder === null) throw nothingNamed('folder', written);
  return folder;
}

const deepestPath = 100;

/** The folder at a path of titles. Throws NotFound, Invalid. */
export async function folderAt(database: Database, path: string): Promise<Folder> {
  const titles = path.split('/').filter((title) => title !== '');
  if (titles.length > deepestPath) throw new Invalid(`byPath: expected at most ${deepestPath} titles`);
  const folder = await findFolderByTitles(database, titles);
  if (folder === null) throw new NotFound(`there is no folder at '${clip(path)}'`);
  return folder;
}
