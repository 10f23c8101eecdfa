import {
  configurationBody,
  configurationResponse,
  configurationTrial,
  configurationTypeResponse,
  statusResponse,
  trialProperties,
} from '@slipway/api-schema/configurations';
import { flag, list, name, optional, readType } from '@slipway/api-schema/format';
import {
  addOrChangeConfiguration,
  changeConfiguration,
  configurationStatus,
  deleteConfiguration,
  getConfiguration,
  getPermittedConfiguration,
  listConfigurations,
  listConfigurationTypes,
  renderConfiguration,
  requireConfigurationPermission,
} from '@slipway/application/configurations';
import { getFolder } from '@slipway/application/folders';
import type { PermissionRequest } from '@slipway/application/model';
import { NotFound } from '@slipway/domain/model';
import { neededToChange, neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import type { Configuration } from '@slipway/persistence/configurations';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { jsonBody, type Route, route } from '../http/route.ts';

const searchQuery = z.object({
  configurationType: optional(name).describe('those of types that extend it come too'),
  title: optional(name),
  folderId: optional(name).describe('with what the folder sees of folders around it, and global ones'),
  folderOnly: optional(flag).describe('only those of the folder itself; without a folder only global ones'),
});

const changeAccess = (caller: Person): PermissionRequest => ({ caller, anyOf: [neededToChange.configuration] });

/**
 * The stored configuration that a request changes: masks in the request represent its secrets. Requires the permission to
 * change it; for an unknown id, that for the folder in the request, or for global configurations.
 */
async function findStored(
  { database }: Deps,
  caller: Person,
  { id = '', folderId }: z.output<typeof configurationTrial>,
): Promise<Configuration | null> {
  const access = changeAccess(caller);
  const existing = id === '' ? null : await getConfiguration(database, id).catch(nullIfNotFound);
  if (existing !== null) await requireConfigurationPermission(access, existing, id);
  else if (typeof folderId === 'string') await getFolder(database, folderId, access);
  else await requireConfigurationPermission(access, { folderId: null }, 'Configuration');
  return existing;
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}

const readRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/config/types',
    name: 'getConfigurationTypes',
    summary: 'The types of configurations that a user can create, by title',
    needs: 'anyone',
    reply: list(configurationTypeResponse),
    answer: (deps) => listConfigurationTypes(deps, deps.typePrefix),
  }),
  route({
    method: 'GET',
    path: '/config/byTypeAndTitle',
    name: 'searchConfigurations',
    summary: 'Configurations of a type, of a title, or that a folder sees, by title; at most 1000',
    needs: { lists: neededToRead.configurations },
    query: searchQuery,
    reply: list(configurationResponse),
    answer: (
      deps,
      { caller, query: { configurationType = null, title = null, folderId = null, folderOnly = false } },
    ) => listConfigurations(deps, caller, { type: configurationType, title, folderId, folderOnly }),
  }),
  route({
    method: 'GET',
    path: '/config/{configurationId}',
    name: 'getConfiguration',
    summary: 'A configuration',
    needs: { on: 'configurationId', anyOf: [neededToRead.configuration] },
    reply: configurationResponse,
    answer: async (deps, { caller, path }) => {
      const access = { caller, anyOf: [neededToRead.configuration] } as const;
      return renderConfiguration(deps, await getPermittedConfiguration(deps.database, path.configurationId, access));
    },
  }),
  route({
    method: 'POST',
    path: '/config/status',
    name: 'checkConfigurationStatus',
    summary: 'Whether a configuration would be complete, and its server is there for it',
    needs: {
      named: [neededToChange.configuration, neededToChange.globalConfiguration],
      why: 'the body names its folder',
    },
    body: jsonBody(configurationTrial),
    effect: 'read',
    reply: statusResponse,
    answer: async (deps, { caller, body }) => {
      const type = readType(body.type ?? '', deps.typePrefix);
      const existing = await findStored(deps, caller, body);
      const trial = { type, properties: trialProperties(body), stored: existing?.type === type ? existing : null };
      return await deps.connectionChecks.run(caller.username, () => configurationStatus(deps, trial));
    },
  }),
  route({
    method: 'POST',
    path: '/config/{configurationId}/status',
    name: 'getConfigurationStatus',
    summary: 'Whether a configuration is complete, and its server is there for it',
    needs: { on: 'configurationId', anyOf: [neededToChange.configuration], atTop: neededToChange.globalConfiguration },
    effect: 'read',
    reply: statusResponse,
    answer: async (deps, { caller, path }) => {
      const stored = await getPermittedConfiguration(deps.database, path.configurationId, changeAccess(caller));
      const { type, properties } = stored;
      return await deps.connectionChecks.run(caller.username, () =>
        configurationStatus(deps, { type, properties, stored }),
      );
    },
  }),
];

/** Connections, webhook endpoints and other configurations of plugins (rest-operations.md, Configurations). */
export const configurations: readonly Route[] = [
  ...readRoutes,
  route({
    method: 'POST',
    path: '/config',
    name: 'addConfiguration',
    summary: 'Creates a configuration, global or in a folder; updates the existing one of the same id and type',
    needs: {
      named: [neededToChange.configuration, neededToChange.globalConfiguration],
      why: 'the body names its folder',
    },
    body: jsonBody(configurationBody),
    reply: configurationResponse,
    answer: (deps, { caller, body }) => addOrChangeConfiguration(deps, caller, body),
  }),
  route({
    method: 'PUT',
    path: '/config/{configurationId}',
    name: 'updateConfiguration',
    summary: 'Changes the sent members of a configuration; a mask keeps the stored secret',
    needs: { on: 'configurationId', anyOf: [neededToChange.configuration], atTop: neededToChange.globalConfiguration },
    body: jsonBody(configurationBody),
    reply: configurationResponse,
    answer: async (deps, { caller, path, body }) =>
      changeConfiguration(
        deps,
        caller,
        await getPermittedConfiguration(deps.database, path.configurationId, changeAccess(caller)),
        body,
      ),
  }),
  route({
    method: 'DELETE',
    path: '/config/{configurationId}',
    name: 'deleteConfiguration',
    summary: 'Deletes a configuration; a webhook endpoint with what was delivered to it',
    needs: { on: 'configurationId', anyOf: [neededToChange.configuration], atTop: neededToChange.globalConfiguration },
    reply: null,
    answer: (deps, { caller, path }) => deleteConfiguration(deps, caller, path.configurationId),
  }),
];
