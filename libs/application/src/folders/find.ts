import { type FolderResponse, type PermissionsByFolder, showFolder } from '@slipway/api-schema/folders';
import { missingFolderPermissions } from '@slipway/domain/forecast';
import { idCandidates, rootFolderId } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { Invalid, NotFound, notFound, type Permission } from '@slipway/domain/model';
import { type FolderAction, neededToRead } from '@slipway/domain/people';
import { noPermissions, type Person } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import {
  type Folder,
  findFolder,
  findFolderByTitles,
  listFoldersBelow,
  listFoldersIn,
  locateFolder,
} from '@slipway/persistence/folders';
import type { Page } from '@slipway/persistence/search';
import type { ReadContext } from '../model/context.ts';
import { contextWithoutReferences } from '../model/render-context.ts';
import { type PermissionRequest, requirePermissionAt } from '../model/require-permission.ts';

/** Checks a permission of the caller on a folder. Every user may view the root. Throws Forbidden, NotFound. */
async function requireInFolder(permissionRequest: PermissionRequest, { id }: Folder, rawId: string): Promise<void> {
  const view = id === rootFolderId ? null : neededToRead.folder;
  if (view === null && permissionRequest.anyOf.includes(neededToRead.folder)) return;
  await requirePermissionAt(permissionRequest, { label: 'folder', rawId, scope: { folderId: id }, view });
}

/**
 * Returns the folder with an id, including the root, after the check of the permission, if any. Throws NotFound,
 * Forbidden.
 */
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

/** Returns the visible folder at a path of titles. The parent folders may be invisible. Throws NotFound, Invalid. */
export async function getFolderAt(database: Database, path: string, caller: Person): Promise<Folder> {
  const titles = path.split('/').filter((title) => title !== '');
  if (titles.length > maxPathDepth) throw new Invalid(message('folder.pathTooDeep', { max: maxPathDepth }));
  const folder = await findFolderByTitles(database, titles);
  const callerHere = folder === null ? null : await caller.callerAt({ folderId: folder.id });
  if (folder?.id === rootFolderId || (folder !== null && callerHere?.may(neededToRead.folder))) return folder;
  throw new NotFound(message('notFound.folderPath', { path }));
}

const maxLevels = 1000;

/** The permissions and actions of a caller about which a rendered folder has `$metadata`. */
interface RequestedRights {
  readonly permissions?: readonly Permission[];
  readonly actions?: readonly FolderAction[];
}

async function permissionsOn(
  folders: readonly Folder[],
  caller: Person,
  { permissions = [], actions = [] }: RequestedRights,
): Promise<PermissionsByFolder | null> {
  if (permissions.length === 0 && actions.length === 0) return null;
  const callers = await caller.callersAt(folders.map(({ id }) => ({ folderId: id })));
  return new Map(
    folders.map(({ id }, index) => {
      const callerHere = callers[index] ?? noPermissions;
      const lacking = actions.length === 0 ? undefined : missingFolderPermissions(callerHere, id, actions);
      return [id, { permissions: permissions.filter((candidate) => callerHere.may(candidate)), lacking }];
    }),
  );
}

/**
 * Renders a folder with this number of levels of visible subfolders. On request, includes the permissions of the caller
 * in each.
 */
export async function renderFolder(
  context: ReadContext,
  folder: Folder,
  levels: number,
  caller: Person,
  requestedRights: RequestedRights = {},
): Promise<FolderResponse> {
  const visibility = caller.visibility(neededToRead.folders);
  const depth = Math.min(levels, maxLevels);
  const below = levels <= 0 ? [] : await listFoldersBelow(context.database, folder.id, depth, visibility);
  const permissionsByFolder = await permissionsOn([folder, ...below], caller, requestedRights);
  return showFolder(folder, below, contextWithoutReferences(context), permissionsByFolder);
}

/** Renders one page of the visible subfolders of a folder, by title, each with a number of levels below it. */
export async function renderFoldersIn(
  context: ReadContext,
  caller: Person,
  parent: Folder,
  page: Page,
  levels = 0,
  requestedRights: RequestedRights = {},
): Promise<readonly FolderResponse[]> {
  const folders = await listFoldersIn(context.database, parent.id, caller.visibility(neededToRead.folders), page);
  return await Promise.all(folders.map((folder) => renderFolder(context, folder, levels, caller, requestedRights)));
}
