import { idCandidates, rootFolderId } from '@slipway/domain/ids';
import { clip, Invalid, NotFound } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import { type Folder, findFolder, findFolderByTitles, locateFolder } from '@slipway/persistence/folders';
import { notFound } from '../model/find.ts';
import { type PermissionRequest, requirePermissionAt } from '../model/permission-request.ts';

/** Checks the caller's permission on a folder; every user may view the root. Throws Forbidden, NotFound. */
async function requireInFolder(permissionRequest: PermissionRequest, { id }: Folder, rawId: string): Promise<void> {
  const view = id === rootFolderId ? null : neededToRead.folder;
  if (view === null && permissionRequest.anyOf.includes(neededToRead.folder)) return;
  await requirePermissionAt(permissionRequest, { label: 'folder', rawId, scope: { folderId: id }, view });
}

/** The folder with an id, including the root, after the check of the permission, if any. Throws NotFound, Forbidden. */
export async function getFolder(
  database: Database,
  rawId: string,
  permissionRequest?: PermissionRequest,
): Promise<Folder> {
  const folder =
    rawId === rootFolderId
      ? await findFolder(database, rootFolderId)
      : await locateFolder(database, idCandidates('Folder', rawId));
  if (folder === null) throw notFound('folder', rawId);
  if (permissionRequest !== undefined) await requireInFolder(permissionRequest, folder, rawId);
  return folder;
}

const maxPathDepth = 100;

/** The visible folder at a path of titles; the folders above it are not checked. Throws NotFound, Invalid. */
export async function getFolderAt(database: Database, path: string, caller: Person): Promise<Folder> {
  const titles = path.split('/').filter((title) => title !== '');
  if (titles.length > maxPathDepth) throw new Invalid(`byPath: expected at most ${maxPathDepth} titles`);
  const folder = await findFolderByTitles(database, titles);
  const callerHere = folder === null ? null : await caller.callerAt({ folderId: folder.id });
  if (folder?.id === rootFolderId || (folder !== null && callerHere?.may(neededToRead.folder))) return folder;
  throw new NotFound(`there is no folder at '${clip(path)}'`);
}
