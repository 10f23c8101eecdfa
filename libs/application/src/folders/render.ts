import { type FolderPermissions, type FolderResponse, showFolder } from '@slipway/api-schema/folders';
import type { Permission } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { type Folder, listFoldersBelow, listFoldersIn } from '@slipway/persistence/folders';
import type { Page } from '@slipway/persistence/search';
import type { ReadContext } from '../model/context.ts';
import { contextWithoutReferences } from '../model/render-context.ts';

const maxLevels = 1000;

async function permissionsOn(
  folders: readonly Folder[],
  caller: Person,
  requestedPermissions: readonly Permission[],
): Promise<FolderPermissions> {
  const callers = await caller.callersAt(folders.map(({ id }) => ({ folderId: id })));
  return new Map(
    folders.map(({ id }, index) => [id, requestedPermissions.filter((candidate) => callers[index]?.may(candidate))]),
  );
}

/**
 * Renders a folder with a number of levels of visible folders below it and their contents; and the permissions of the
 * caller in each, if requested.
 */
export async function renderFolder(
  context: ReadContext,
  folder: Folder,
  levels: number,
  caller: Person,
  requestedPermissions: readonly Permission[] = [],
): Promise<FolderResponse> {
  const visibility = caller.visibility(neededToRead.folders);
  const depth = Math.min(levels, maxLevels);
  const below = levels <= 0 ? [] : await listFoldersBelow(context.database, folder.id, depth, visibility);
  const permissionsByFolder =
    requestedPermissions.length > 0 ? await permissionsOn([folder, ...below], caller, requestedPermissions) : null;
  return showFolder(folder, below, contextWithoutReferences(context), permissionsByFolder);
}

/** One page of the visible folders in a folder, by title, each with a number of levels below it. */
export async function renderFoldersIn(
  context: ReadContext,
  caller: Person,
  parent: Folder,
  page: Page,
  levels = 0,
  requestedPermissions: readonly Permission[] = [],
): Promise<readonly FolderResponse[]> {
  const folders = await listFoldersIn(context.database, parent.id, caller.visibility(neededToRead.folders), page);
  return await Promise.all(
    folders.map((folder) => renderFolder(context, folder, levels, caller, requestedPermissions)),
  );
}
