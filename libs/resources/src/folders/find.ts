import { clip, Invalid, idCandidates, NotFound, neededToRead, rootFolderId } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { type Database, type Folder, findFolder, findFolderByTitles, locateFolder } from '@slipway/persistence';
import { nothingNamed } from '../model/find.ts';
import { type Asking, requireRight } from '../model/right.ts';

/** Checks the caller's permission on a folder; every user may view the root. Throws Forbidden, NotFound. */
async function requireInFolder(asking: Asking, { id }: Folder, written: string): Promise<void> {
  const view = id === rootFolderId ? null : neededToRead.folder;
  if (view === null && asking.anyOf.includes(neededToRead.folder)) return;
  await requireRight(asking, { what: 'folder', written, place: { folderId: id }, view });
}

/** The folder with an id, including the root, after the check of the permission, if any. Throws NotFound, Forbidden. */
export async function folderNamed(database: Database, written: string, asking?: Asking): Promise<Folder> {
  const folder =
    written === rootFolderId
      ? await findFolder(database, rootFolderId)
      : await locateFolder(database, idCandidates('Folder', written));
  if (folder === null) throw nothingNamed('folder', written);
  if (asking !== undefined) await requireInFolder(asking, folder, written);
  return folder;
}

const deepestPath = 100;

/** The visible folder at a path of titles; the folders above it are not checked. Throws NotFound, Invalid. */
export async function folderAt(database: Database, path: string, caller: Person): Promise<Folder> {
  const titles = path.split('/').filter((title) => title !== '');
  if (titles.length > deepestPath) throw new Invalid(`byPath: expected at most ${deepestPath} titles`);
  const folder = await findFolderByTitles(database, titles);
  const there = folder === null ? null : await caller.at({ folderId: folder.id });
  if (folder?.id === rootFolderId || (folder !== null && there?.may(neededToRead.folder))) return folder;
  throw new NotFound(`there is no folder at '${clip(path)}'`);
}
