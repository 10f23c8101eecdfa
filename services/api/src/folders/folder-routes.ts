import { type FolderResponse, folderBody, folderResponse } from '@slipway/api-schema/folders';
import { expects, flag, list, listUpTo, oneOf, optional, wholeNumber } from '@slipway/api-schema/format';
import {
  createFolder,
  deleteFolder,
  getFolder,
  getFolderAt,
  renderFolder,
  renderFoldersIn,
} from '@slipway/application/folders';
import { rootFolderId } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { localPermissions, type Permission } from '@slipway/domain/model';
import { folderActions, neededForFolderAction, neededToChange, neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import type { Folder } from '@slipway/persistence/folders';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { jsonBody, type Route, route } from '../http/route.ts';

const viewPermissions = [neededToRead.folder] as const;
const createFolderNeeds = neededForFolderAction.createFolder;
const maxDepth = 1000;
const depth = z.object({ depth: optional(wholeNumber(0)).describe('how many levels of folders below it are shown') });
const rights = depth.extend({
  action: optional(
    z.union([
      z.enum(folderActions).transform((action) => [action]),
      listUpTo(folderActions.length, z.enum(folderActions)),
    ]),
  ).describe('$metadata contains which of these the caller cannot take, in the folder and in those below it'),
});
const paging = rights.extend({
  page: optional(wholeNumber()),
  resultsPerPage: optional(wholeNumber(1)).describe('at most 1000'),
  permissions: optional(flag).describe('whether $metadata contains if the caller can view and change each'),
  also: optional(oneOf(localPermissions, message('expected.teamPermission'))).describe(
    'a further permission for $metadata: whether the caller has it in each',
  ),
});

/** The permissions in $metadata of a list of folders (permissions.md, Finding a permission). */
const metadataPermissions = ({ permissions = false, also }: z.output<typeof paging>): readonly Permission[] => [
  ...(permissions ? [neededToRead.folder, neededToChange.folder] : []),
  ...(also === undefined ? [] : [also]),
];

function listSubfolders(
  deps: Deps,
  caller: Person,
  parent: Folder,
  query: z.output<typeof paging>,
): Promise<readonly FolderResponse[]> {
  const limit = Math.min(query.resultsPerPage ?? 50, 1000);
  const page = { limit, offset: (query.page ?? 0) * limit };
  return renderFoldersIn(deps, caller, parent, page, Math.min(query.depth ?? 1, maxDepth) - 1, {
    permissions: metadataPermissions(query),
    actions: query.action ?? [],
  });
}

/** Folders (rest-operations.md, Folders). */
export const folders: readonly Route[] = [
  route({
    method: 'GET',
    path: '/folders/list',
    name: 'listRootFolders',
    summary: 'The folders at the top, by title',
    needs: { lists: neededToRead.folders },
    query: paging,
    reply: list(folderResponse),
    answer: async (deps, { caller, query }) =>
      listSubfolders(deps, caller, await getFolder(deps.database, rootFolderId), query),
  }),
  route({
    method: 'GET',
    path: '/folders/find',
    name: 'findFolder',
    summary: 'The folder at a path of titles',
    needs: { named: [neededToRead.folderAt], why: 'the query names the folder' },
    query: depth.extend({ byPath: z.string(expects(message('expected.titles'))) }),
    reply: folderResponse,
    answer: async (deps, { caller, query }) =>
      renderFolder(deps, await getFolderAt(deps.database, query.byPath, caller), query.depth ?? 1, caller),
  }),
  route({
    method: 'GET',
    path: '/folders/{folderId}/list',
    name: 'listFolders',
    summary: 'The folders in a folder, by title',
    needs: { on: 'folderId', anyOf: viewPermissions },
    query: paging,
    reply: list(folderResponse),
    answer: async (deps, { caller, path, query }) =>
      listSubfolders(
        deps,
        caller,
        await getFolder(deps.database, path.folderId, { caller, anyOf: viewPermissions }),
        query,
      ),
  }),
  route({
    method: 'GET',
    path: '/folders/{folderId}',
    name: 'getFolder',
    summary: 'A folder',
    needs: { on: 'folderId', anyOf: viewPermissions },
    query: rights,
    reply: folderResponse,
    answer: async (deps, { caller, path, query }) => {
      const folder = await getFolder(deps.database, path.folderId, { caller, anyOf: viewPermissions });
      return await renderFolder(deps, folder, query.depth ?? 1, caller, { actions: query.action ?? [] });
    },
  }),
  route({
    method: 'POST',
    path: '/folders/{folderId}',
    name: 'addFolder',
    summary: 'Makes a folder in a folder',
    needs: { on: 'folderId', anyOf: [createFolderNeeds.inFolder], atTop: createFolderNeeds.atTop },
    body: jsonBody(folderBody),
    reply: folderResponse,
    answer: (deps, { caller, actor, path, body }) => createFolder(deps, { caller, actor }, path.folderId, body),
  }),
  route({
    method: 'DELETE',
    path: '/folders/{folderId}',
    name: 'deleteFolder',
    summary: 'Deletes a folder with what is in it, unless a release in it is not finished',
    needs: { on: 'folderId', anyOf: [neededToChange.folder] },
    reply: null,
    answer: (deps, { caller, path }) => deleteFolder(deps, caller, path.folderId),
  }),
];
