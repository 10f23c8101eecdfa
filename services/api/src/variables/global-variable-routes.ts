import { neededToChange } from '@slipway/domain';
import {
  allGlobal,
  changeSharedVariable,
  createSharedVariable,
  deleteSharedVariable,
  renderShared,
  sharedVariableNamed,
} from '@slipway/resources';
import { list, valuesAnswer, valuesAsTexts, variableAnswer, variableBody } from '@slipway/wire';
import { type Route, route } from '../http/route.ts';

const everywhere = { folderId: null, folderPath: null } as const;

/** Variables that every release sees (rest-operations.md, Variables); only the administrator changes them. */
export const globalVariables: readonly Route[] = [
  route({
    method: 'GET',
    path: '/config/Configuration/variables/global',
    name: 'getGlobalVariables',
    summary: 'The global variables, by key',
    needs: 'anyone',
    reply: list(variableAnswer),
    answer: async (deps) => (await allGlobal(deps)).map((view) => renderShared(deps, view)),
  }),
  route({
    method: 'POST',
    path: '/config/Configuration/variables/global',
    name: 'addGlobalVariable',
    summary: 'Adds a global variable; its key begins with global.',
    needs: { global: [neededToChange.globalVariable] },
    body: variableBody,
    reply: variableAnswer,
    answer: (deps, { body }) => createSharedVariable(deps, everywhere, body),
  }),
  route({
    method: 'GET',
    path: '/config/Configuration/variableValues/global',
    name: 'getGlobalVariableValues',
    summary: 'The values of the global variables as texts, by ${key}',
    needs: 'anyone',
    reply: valuesAnswer,
    answer: async (deps) => valuesAsTexts((await allGlobal(deps)).map(({ variable }) => variable)),
  }),
  route({
    method: 'GET',
    path: '/config/{variableId}',
    name: 'getGlobalVariable',
    summary: 'A global variable',
    needs: 'anyone',
    reply: variableAnswer,
    answer: async (deps, { path }) =>
      renderShared(deps, await sharedVariableNamed(deps.database, path.variableId, everywhere)),
  }),
  route({
    method: 'PUT',
    path: '/config/{variableId}',
    name: 'updateGlobalVariable',
    summary: 'Changes the fields of a global variable that differ from what is stored',
    needs: { global: [neededToChange.globalVariable] },
    body: variableBody,
    reply: variableAnswer,
    answer: async (deps, { path, body }) =>
      changeSharedVariable(deps, await sharedVariableNamed(deps.database, path.variableId, everywhere), body),
  }),
  route({
    method: 'DELETE',
    path: '/config/{variableId}',
    name: 'deleteGlobalVariable',
    summary: 'Deletes a global variable',
    needs: { global: [neededToChange.globalVariable] },
    reply: null,
    answer: async (deps, { path }) =>
      deleteSharedVariable(deps, await sharedVariableNamed(deps.database, path.variableId, everywhere)),
  }),
];
