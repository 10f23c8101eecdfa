import { clip, Invalid, NotFound, rootFolderId, toRead } from '@slipway/domain';
import { newId } from '@slipway/engine';
import {
  createFolder,
  deleteFolder,
  type Folder,
  findFolderByTitles,
  foldersBelow,
  foldersIn,
} from '@slipway/persistence';
import {
  chosenId,
  type FolderAnswer,
  folderAnswer,
  folderBody,
  folderNamed,
  list,
  optional,
  showFolder,
  wholeNumber,
} from '@slipway/wire';
import { z } from 'zod';
import type { Deps } from '../context/deps.ts';
import { showFor } from '../context/show-for.ts';
import { type Route, route } from '../http/route.ts';

const deepest = 1000;
const depth = z.object({ depth: optional(wholeNumber(0)).describe('how many levels of folders below it are shown') });
const paging = depth.extend({
  page: optional(wholeNumber()),
  resultsPerPage: optional(wholeNumber(1)).describe('at most 1000 are answered'),
});

/** Renders folders with what is below them; `levels` counts those below the folders themselves. */
async function shown(deps: Deps, folders: readonly Folder[], levels: number): Promise<readonly FolderAnswer[]> {
  const show = await showFor(deps, []);
  const below = levels <= 0 ? [] : await Promise.all(folders.map(({ id }) => foldersBelow(deps.database, id, levels)));
  return folders.map((folder, index) => showFolder(folder, below[index] ?? [], show));
}

async function shownOne(deps: Deps, folder: Folder, levels: number): Promise<FolderAnswer> {
  const below = levels <= 0 ? [] : await foldersBelow(deps.database, folder.id, Math.min(levels, deepest));
  return showFolder(folder, below, await showFor(deps, []));
}

async function listIn(deps: Deps, parent: Folder, query: z.output<typeof paging>): Promise<readonly FolderAnswer[]> {
  const limit = Math.min(query.resultsPerPage ?? 50, 1000);
  const page = { limit, offset: (query.page ?? 0) * limit };
  const folders = await foldersIn(deps.database, parent.id, 'everything', page);
  return shown(deps, folders, Math.min(query.depth ?? 1, deepest) - 1);
}

/** Folders (operations.md, Folders). */
export const folders: readonly Route[] = [
  route({
    method: 'GET',
    path: '/folders/list',
    name: 'listRootFolders',
    summary: 'The folders at the top, by title',
    permission: toRead.folders,
    query: paging,
    reply: list(folderAnswer),
    answer: async (deps, { query }) => listIn(deps, await folderNamed(deps.database, rootFolderId), query),
  }),
  route({
    method: 'GET',
    path: '/folders/find',
    name: 'findFolder',
    summary: 'The folder at a path of titles',
    permission: toRead.folderAt,
    query: depth.extend({ byPath: z.string({ error: 'expected titles with / between them' }) }),
    reply: folderAnswer,
    answer: async (deps, { query }) => {
      const titles = query.byPath.split('/').filter((title) => title !== '');
      if (titles.length > 100) throw new Invalid('byPath: expected at most 100 titles');
      const folder = await findFolderByTitles(deps.database, titles);
      if (folder === null) throw new NotFound(`there is no folder at '${clip(query.byPath)}'`);
      return shownOne(deps, folder, query.depth ?? 1);
    },
  }),
  route({
    method: 'GET',
    path: '/folders/{folderId}/list',
    name: 'listFolders',
    summary: 'The folders in a folder, by title',
    permission: toRead.folders,
    query: paging,
    reply: list(folderAnswer),
    answer: async (deps, { path, query }) => listIn(deps, await folderNamed(deps.database, path.folderId), query),
  }),
  route({
    method: 'GET',
    path: '/folders/{folderId}',
    name: 'getFolder',
    summary: 'A folder',
    permission: toRead.folder,
    query: depth,
    reply: folderAnswer,
    answer: async (deps, { path, query }) =>
      shownOne(deps, await folderNamed(deps.database, path.folderId), query.depth ?? 1),
  }),
  route({
    method: 'POST',
    path: '/folders/{folderId}',
    name: 'addFolder',
    summary: 'Makes a folder in a folder',
    permission: 'folder#edit',
    body: folderBody,
    reply: folderAnswer,
    answer: async (deps, { path, body }) => {
      if (body.title.trim() === '') throw new Invalid('title: expected a text');
      const parent = await folderNamed(deps.database, path.folderId);
      const order = {
        id: chosenId('Folder', body.id),
        parentId: parent.id,
        title: body.title,
        freshId: newId('Folder'),
      };
      return shownOne(deps, await deps.engine.change((database) => createFolder(database, order)), 0);
    },
  }),
  route({
    method: 'DELETE',
    path: '/folders/{folderId}',
    name: 'deleteFolder',
    summary: 'Deletes a folder with what is in it, unless a release in it is not finished',
    permission: 'folder#edit',
    reply: null,
    answer: async (deps, { path }) => deleteFolder(deps.database, (await folderNamed(deps.database, path.folderId)).id),
  }),
];
