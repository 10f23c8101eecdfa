import { allInSight, type Folder, foldersBelow, foldersIn, type Page } from '@slipway/persistence';
import { type FolderAnswer, showFolder } from '@slipway/wire';
import type { ReadContext } from '../model/context.ts';
import { showAlone } from '../model/show-for.ts';

const mostLevels = 1000;

/** Renders a folder with so many levels of folders below it. */
export async function renderFolder(context: ReadContext, folder: Folder, levels: number): Promise<FolderAnswer> {
  const below = levels <= 0 ? [] : await foldersBelow(context.database, folder.id, Math.min(levels, mostLevels));
  return showFolder(folder, below, showAlone(context));
}

/** One page of the folders in a folder, by title, each with so many levels of folders below it. */
export async function renderFoldersIn(
  context: ReadContext,
  parent: Folder,
  page: Page,
  levels = 0,
): Promise<readonly FolderAnswer[]> {
  const folders = await foldersIn(context.database, parent.id, allInSight, page);
  return await Promise.all(folders.map((folder) => renderFolder(context, folder, levels)));
}
