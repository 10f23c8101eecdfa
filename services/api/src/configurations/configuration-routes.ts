import { type Caller, Invalid, toChange, toRead } from '@slipway/domain';
import { removeConfiguration } from '@slipway/persistence';
import {
  changeConfiguration,
  configurationNamed,
  configurationsFound,
  createConfiguration,
  knownTypes,
  renderConfiguration,
  requireGlobal,
  shapedConfiguration,
} from '@slipway/resources';
import {
  configurationAnswer,
  configurationBody,
  configurationIdOf,
  configurationTrial,
  flag,
  list,
  name,
  optional,
  propertiesIn,
  readType,
  statusAnswer,
} from '@slipway/wire';
import { z } from 'zod';
import type { Deps } from '../context/deps.ts';
import { type Route, route } from '../http/route.ts';

const searchQuery = z.object({
  configurationType: optional(name).describe('those of types that extend it come too'),
  title: optional(name),
  folderId: optional(name).describe('with what the folder sees of folders around it, and global ones'),
  folderOnly: optional(flag).describe('only those of the folder itself; without a folder only global ones'),
});

type Trial = Omit<Parameters<typeof shapedConfiguration>[0], 'types' | 'seal'>;

/** Whether a configuration is complete. No type has a script that tries its connection. */
async function trialStatus(deps: Deps, trial: Trial): Promise<z.output<typeof statusAnswer>> {
  try {
    shapedConfiguration({ ...trial, types: await knownTypes(deps), seal: deps.seal });
    return { success: true, scriptFound: false };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return { success: false, errorText: error.message, scriptFound: false };
  }
}

async function remove(deps: Deps, caller: Caller, written: string): Promise<void> {
  const view = await configurationNamed(deps.database, written);
  requireGlobal(caller, view.folderId, configurationIdOf(view.id, view.folderPath));
  await removeConfiguration(deps.database, view.id);
}

const reading: readonly Route[] = [
  route({
    method: 'GET',
    path: '/config/byTypeAndTitle',
    name: 'searchConfigurations',
    summary: 'Configurations of a type, of a title, or that a folder sees, by title; at most 1000',
    permission: toRead.configurations,
    query: searchQuery,
    reply: list(configurationAnswer),
    answer: (deps, { query: { configurationType = null, title = null, folderId = null, folderOnly = false } }) =>
      configurationsFound(deps, { type: configurationType, title, folderId, folderOnly }),
  }),
  route({
    method: 'GET',
    path: '/config/{configurationId}',
    name: 'getConfiguration',
    summary: 'A configuration',
    permission: toRead.configuration,
    reply: configurationAnswer,
    answer: async (deps, { path }) =>
      renderConfiguration(deps, await configurationNamed(deps.database, path.configurationId)),
  }),
  route({
    method: 'POST',
    path: '/config/status',
    name: 'checkConfigurationStatus',
    summary: 'Whether a configuration would be complete',
    permission: toChange.configuration,
    body: configurationTrial,
    reads: true,
    reply: statusAnswer,
    answer: async (deps, { body }) => {
      const type = readType(body.type ?? '', deps.typePrefix);
      return trialStatus(deps, { id: '', type, properties: propertiesIn(body.properties ?? {}), stored: null });
    },
  }),
  route({
    method: 'POST',
    path: '/config/{configurationId}/status',
    name: 'getConfigurationStatus',
    summary: 'Whether a configuration is complete',
    permission: toChange.configuration,
    reads: true,
    reply: statusAnswer,
    answer: async (deps, { path }) => {
      const stored = await configurationNamed(deps.database, path.configurationId);
      return trialStatus(deps, { id: stored.id, type: stored.type, properties: stored.properties, stored });
    },
  }),
];

/** Connections, webhook endpoints and whatever else plugins define (operations.md, Configurations). */
export const configurations: readonly Route[] = [
  ...reading,
  route({
    method: 'POST',
    path: '/config',
    name: 'addConfiguration',
    summary: 'Makes a configuration, global or in a folder',
    permission: toChange.configuration,
    body: configurationBody,
    reply: configurationAnswer,
    answer: (deps, { caller, body }) => createConfiguration(deps, caller, body),
  }),
  route({
    method: 'PUT',
    path: '/config/{configurationId}',
    name: 'updateConfiguration',
    summary: 'Changes what a configuration is sent with; a mask keeps the secret that it stands for',
    permission: toChange.configuration,
    body: configurationBody,
    reply: configurationAnswer,
    answer: async (deps, { caller, path, body }) =>
      changeConfiguration(deps, caller, await configurationNamed(deps.database, path.configurationId), body),
  }),
  route({
    method: 'DELETE',
    path: '/config/{configurationId}',
    name: 'deleteConfiguration',
    summary: 'Deletes a configuration; a webhook endpoint with what was delivered to it',
    permission: toChange.configuration,
    reply: null,
    answer: (deps, { caller, path }) => remove(deps, caller, path.configurationId),
  }),
];
