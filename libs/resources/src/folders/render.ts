import { neededToRead, type Permission } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { type Folder, foldersBelow, foldersIn, type Page } from '@slipway/persistence';
import { type FolderAnswer, type FolderPermissions, showFolder } from '@slipway/wire';
import type { ReadContext } from '../model/context.ts';
import { showAlone } from '../model/show-for.ts';

const mostLevels = 1000;

async function permissionsOn(
  folders: readonly Folder[],
  caller: Person,
  told: readonly Permission[],
): Promise<FolderPermissions> {
  const there = await caller.atAll(folders.map(({ id }) => ({ folderId: id })));
  return new Map(folders.map(({ id }, index) => [id, told.filter((each) => there[index]?.may(each))]));
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
  told: readonly Permission[] = [],
): Promise<FolderAnswer> {
  const sight = caller.sight(neededToRead.folders);
  const depth = Math.min(levels, mostLevels);
  const below = levels <= 0 ? [] : await foldersBelow(context.database, folder.id, depth, sight);
  const may = told.length > 0 ? await permissionsOn([folder, ...below], caller, told) : null;
  return showFolder(folder, below, showAlone(context), may);
}

/** One page of the visible folders in a folder, by title, each with a number of levels below it. */
export async function renderFoldersIn(
  context: ReadContext,
  caller: Person,
  parent: Folder,
  page: Page,
  levels = 0,
  told: readonly Permission[] = [],
): Promise<readonly FolderAnswer[]> {
  const folders = await foldersIn(context.database, parent.id, caller.sight(neededToRead.folders), page);
  return await Promise.all(folders.map((folder) => renderFolder(context, folder, levels, caller, told)));
}
