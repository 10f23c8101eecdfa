import { NotFound, neededToChange, neededToRead } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import type { Configuration } from '@slipway/persistence';
import {
  type Asking,
  addOrChangeConfiguration,
  changeConfiguration,
  configurationFor,
  configurationNamed,
  configurationStatus,
  configurationsFound,
  deleteConfiguration,
  folderNamed,
  renderConfiguration,
  requireOnConfiguration,
} from '@slipway/resources';
import {
  configurationAnswer,
  configurationBody,
  configurationTrial,
  flag,
  list,
  name,
  optional,
  propertiesTried,
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

const toChange = (caller: Person): Asking => ({ caller, anyOf: [neededToChange.configuration] });

/**
 * What is stored of a configuration that is being changed: the masks in what was sent stand for its secrets. It takes the
 * right to write it; of one that is not there, that to write into the folder that is named, or what is global.
 */
async function storedOf(
  { database }: Deps,
  caller: Person,
  { id = '', folderId }: z.output<typeof configurationTrial>,
): Promise<Configuration | null> {
  const asking = toChange(caller);
  const found = id === '' ? null : await configurationNamed(database, id).catch(nothingFound);
  if (found !== null) await requireOnConfiguration(asking, found, id);
  else if (typeof folderId === 'string') await folderNamed(database, folderId, asking);
  else await requireOnConfiguration(asking, { folderId: null }, 'Configuration');
  return found;
}

function nothingFound(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}

const reading: readonly Route[] = [
  route({
    method: 'GET',
    path: '/config/byTypeAndTitle',
    name: 'searchConfigurations',
    summary: 'Configurations of a type, of a title, or that a folder sees, by title; at most 1000',
    needs: { lists: neededToRead.configurations },
    query: searchQuery,
    reply: list(configurationAnswer),
    answer: (
      deps,
      { caller, query: { configurationType = null, title = null, folderId = null, folderOnly = false } },
    ) => configurationsFound(deps, caller, { type: configurationType, title, folderId, folderOnly }),
  }),
  route({
    method: 'GET',
    path: '/config/{configurationId}',
    name: 'getConfiguration',
    summary: 'A configuration',
    needs: { on: 'configurationId', anyOf: [neededToRead.configuration] },
    reply: configurationAnswer,
    answer: async (deps, { caller, path }) => {
      const asking = { caller, anyOf: [neededToRead.configuration] } as const;
      return renderConfiguration(deps, await configurationFor(deps.database, path.configurationId, asking));
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
    body: configurationTrial,
    reads: true,
    reply: statusAnswer,
    answer: async (deps, { caller, body }) => {
      const type = readType(body.type ?? '', deps.typePrefix);
      const found = await storedOf(deps, caller, body);
      const trial = { type, properties: propertiesTried(body), stored: found?.type === type ? found : null };
      return await deps.checks.take(caller.username, () => configurationStatus(deps, trial));
    },
  }),
  route({
    method: 'POST',
    path: '/config/{configurationId}/status',
    name: 'getConfigurationStatus',
    summary: 'Whether a configuration is complete, and its server is there for it',
    needs: { on: 'configurationId', anyOf: [neededToChange.configuration], atTop: neededToChange.globalConfiguration },
    reads: true,
    reply: statusAnswer,
    answer: async (deps, { caller, path }) => {
      const stored = await configurationFor(deps.database, path.configurationId, toChange(caller));
      const { type, properties } = stored;
      return await deps.checks.take(caller.username, () => configurationStatus(deps, { type, properties, stored }));
    },
  }),
];

/** Connections, webhook endpoints and whatever else plugins define (rest-operations.md, Configurations). */
export const configurations: readonly Route[] = [
  ...reading,
  route({
    method: 'POST',
    path: '/config',
    name: 'addConfiguration',
    summary: 'Creates a configuration, global or in a folder; updates the existing one of the same id and type',
    needs: {
      named: [neededToChange.configuration, neededToChange.globalConfiguration],
      why: 'the body names its folder',
    },
    body: configurationBody,
    reply: configurationAnswer,
    answer: (deps, { caller, body }) => addOrChangeConfiguration(deps, caller, body),
  }),
  route({
    method: 'PUT',
    path: '/config/{configurationId}',
    name: 'updateConfiguration',
    summary: 'Changes the sent members of a configuration; a mask keeps the stored secret',
    needs: { on: 'configurationId', anyOf: [neededToChange.configuration], atTop: neededToChange.globalConfiguration },
    body: configurationBody,
    reply: configurationAnswer,
    answer: async (deps, { caller, path, body }) =>
      changeConfiguration(
        deps,
        caller,
        await configurationFor(deps.database, path.configurationId, toChange(caller)),
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
