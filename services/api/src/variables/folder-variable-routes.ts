import { flag, list, optional } from '@slipway/api-schema/format';
import { valuesAsTexts, valuesResponse, variableBody, variableResponse } from '@slipway/api-schema/variables';
import { getFolder } from '@slipway/application/folders';
import {
  changeSharedVariable,
  createSharedVariable,
  deleteSharedVariable,
  getSharedVariable,
  renderSharedVariable,
  visibleInFolder,
} from '@slipway/application/variables';
import type { Permission } from '@slipway/domain/model';
import { neededToChange, neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { jsonBody, type Route, route } from '../http/route.ts';

const scope = z.object({
  folderOnly: optional(flag).describe('true: without those of the folders around it'),
});

const listVisible = (deps: Deps, caller: Person, rawId: string, { folderOnly = false }: z.output<typeof scope>) =>
  visibleInFolder(deps, caller, rawId, folderOnly);

/** Returns a variable of a folder, by the ids in the path. Throws NotFound. */
async function variableNamed(
  deps: Deps,
  path: { readonly folderId: string; readonly variableId: string },
  caller: Person,
  permission: Permission,
) {
  const folder = await getFolder(deps.database, path.folderId, { caller, anyOf: [permission] });
  return getSharedVariable(deps.database, path.variableId, { folderId: folder.id });
}

/**
 * Routes for folder variables, which the releases in a folder and its subfolders can use (rest-operations.md,
 * Variables).
 */
export const folderVariables: readonly Route[] = [
  route({
    method: 'GET',
    path: '/folders/{folderId}/variables',
    name: 'listFolderVariables',
    summary: 'The variables that a folder has, and those that it sees of the folders around it',
    needs: { on: 'folderId', anyOf: [neededToRead.folderVariables] },
    query: scope,
    reply: list(variableResponse),
    answer: async (deps, { caller, path, query }) =>
      (await listVisible(deps, caller, path.folderId, query)).map((view) => renderSharedVariable(deps, view)),
  }),
  route({
    method: 'POST',
    path: '/folders/{folderId}/variables',
    name: 'createFolderVariable',
    summary: 'Adds a variable to a folder; its key begins with folder.',
    needs: { on: 'folderId', anyOf: [neededToChange.folderVariable] },
    body: jsonBody(variableBody),
    reply: variableResponse,
    answer: async (deps, { caller, path, body }) => {
      const access = { caller, anyOf: [neededToChange.folderVariable] } as const;
      const folder = await getFolder(deps.database, path.folderId, access);
      return createSharedVariable(deps, { folderId: folder.id, folderPath: folder.path }, body);
    },
  }),
  route({
    method: 'GET',
    path: '/folders/{folderId}/variableValues',
    name: 'listFolderVariableValues',
    summary: 'The values of the same variables as texts, by ${key}',
    needs: { on: 'folderId', anyOf: [neededToRead.folderVariables] },
    query: scope,
    reply: valuesResponse,
    answer: async (deps, { caller, path, query }) =>
      valuesAsTexts((await listVisible(deps, caller, path.folderId, query)).map(({ variable }) => variable)),
  }),
  route({
    method: 'GET',
    path: '/folders/{folderId}/{variableId}',
    name: 'getFolderVariable',
    summary: 'A variable of a folder',
    needs: { on: 'folderId', anyOf: [neededToRead.folderVariables] },
    reply: variableResponse,
    answer: async (deps, { caller, path }) =>
      renderSharedVariable(deps, await variableNamed(deps, path, caller, neededToRead.folderVariables)),
  }),
  route({
    method: 'PUT',
    path: '/folders/{folderId}/{variableId}',
    name: 'updateFolderVariable',
    summary: 'Changes the fields of a variable that differ from what is stored',
    needs: { on: 'folderId', anyOf: [neededToChange.folderVariable] },
    body: jsonBody(variableBody),
    reply: variableResponse,
    answer: async (deps, { caller, path, body }) =>
      changeSharedVariable(deps, await variableNamed(deps, path, caller, neededToChange.folderVariable), body),
  }),
  route({
    method: 'DELETE',
    path: '/folders/{folderId}/{variableId}',
    name: 'deleteFolderVariable',
    summary: 'Deletes a variable of a folder',
    needs: { on: 'folderId', anyOf: [neededToChange.folderVariable] },
    reply: null,
    answer: async (deps, { caller, path }) =>
      deleteSharedVariable(deps, await variableNamed(deps, path, caller, neededToChange.folderVariable)),
  }),
];
