import { list, messageData, showDate } from '@slipway/api-schema/format';
import { bindTypes } from '@slipway/application/plans';
import { message } from '@slipway/domain/messages';
import { Invalid, NotFound } from '@slipway/domain/model';
import { neededToChange, neededToRead } from '@slipway/domain/people';
import {
  findPlugin,
  type InstalledPlugin,
  listPlugins,
  pluginSources,
  removePlugin,
} from '@slipway/persistence/plugins';
import { BadPlugin, internalName, plugin, withWarnings } from '@slipway/plugins';
import { z } from 'zod';
import type { UploadedFile } from '../http/body/multipart.ts';
import { fileBody, type Route, route } from '../http/route.ts';
import { parseJar } from '../parsing/parse.ts';
import { install } from './install.ts';
import { replacedBy, typesByName } from './integrations.ts';
import { renderType, typeAnswer } from './render-type.ts';

const pluginAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    version: z.string().describe('as its author wrote it; may be empty'),
    checksum: z.string().describe('SHA-256 of the jar'),
    types: z.array(typeAnswer),
    source: z.enum(pluginSources),
    warnings: z.array(z.string()).describe('its parts without effect, or that will fail'),
    warningMessages: z
      .array(messageData)
      .optional()
      .describe(
        'the warnings as data, in the same order; absent without any, or if an earlier version has installed the plugin',
      ),
    lacks: z
      .array(z.object({ script: z.string(), name: z.string(), reason: z.string() }))
      .describe('names that its scripts and modules ask for, and that scripts cannot have'),
    installedAt: z.string().describe('ISO 8601'),
    installedBy: z.string().optional().describe('absent where it was found at a start'),
  })
  .meta({ id: 'Plugin' });
type PluginAnswer = z.output<typeof pluginAnswer>;

/** Renders a plugin. Its first warnings name the integrations that it replaces. */
async function renderPlugin(
  { content, installedAt, ...installed }: InstalledPlugin,
  prefix: string,
): Promise<PluginAnswer> {
  const { name, version, checksum, source, installedBy } = installed;
  const stored = plugin.parse(content);
  const replaced = await replacedBy(stored);
  const replacements = replaced.map(({ title }) => message('pluginWarning.replacesIntegration', { title }));
  const { types, warnings, warningMessages, lacks } = withWarnings(stored, replacements, []);
  const names = new Set(types.map((type) => type.name));
  const toInnerName = (rawName: string) => internalName(rawName, (entry) => names.has(entry));
  return {
    id: name,
    name,
    version,
    checksum,
    types: types.map((type) => renderType({ ...type, extends: toInnerName(type.extends) }, name, prefix)),
    source,
    warnings: [...warnings],
    ...(warnings.length > 0 && warningMessages.length === warnings.length && { warningMessages: [...warningMessages] }),
    lacks: [...lacks],
    installedAt: showDate(installedAt),
    installedBy: installedBy ?? undefined,
  };
}

async function readUpload(file: UploadedFile | null, username: string): Promise<z.output<typeof plugin>> {
  if (file === null) throw new Invalid(message('body.partExpected'));
  try {
    return await parseJar(file.bytes, file.name, { username });
  } catch (error) {
    throw error instanceof BadPlugin ? new Invalid(error.data ?? error.message) : error;
  }
}

const pluginNotFound = (name: string) => new NotFound(message('notFound.plugin', { name }));

/** Routes for plugins (rest-api.md, Packaging and installation). Only for administrators. */
export const plugins: readonly Route[] = [
  route({
    method: 'GET',
    path: '/plugins',
    name: 'listPlugins',
    summary: 'The installed plugins, by name',
    needs: { global: [neededToRead.plugin] },
    reply: list(pluginAnswer),
    answer: async ({ database, typePrefix }) =>
      await Promise.all((await listPlugins(database)).map((entry) => renderPlugin(entry, typePrefix))),
  }),
  route({
    method: 'POST',
    path: '/plugins',
    name: 'installPlugin',
    summary: 'Installs a plugin, in the place of an earlier version; it is active at once',
    needs: { global: [neededToChange.plugin] },
    body: fileBody(),
    reply: pluginAnswer,
    answer: async (deps, { caller, file }) => {
      const parsed = await readUpload(file, caller.username);
      const installed = await install(deps, parsed, { source: 'upload', installedBy: caller.username });
      // Updates the cache before the response, so that the next task of a type runs the new script.
      await deps.plugins.current();
      await bindTypes(
        deps,
        plugin.parse(installed.content).types.map(({ name }) => name),
      );
      return await renderPlugin(installed, deps.typePrefix);
    },
  }),
  route({
    method: 'GET',
    path: '/plugins/{pluginName}',
    name: 'getPlugin',
    summary: 'An installed plugin',
    needs: { global: [neededToRead.plugin] },
    reply: pluginAnswer,
    answer: async ({ database, typePrefix }, { path }) => {
      const existing = await findPlugin(database, path.pluginName);
      if (existing === null) throw pluginNotFound(path.pluginName);
      return await renderPlugin(existing, typePrefix);
    },
  }),
  route({
    method: 'DELETE',
    path: '/plugins/{pluginName}',
    name: 'deletePlugin',
    summary: 'Removes a plugin, unless a configuration is of one of its types',
    needs: { global: [neededToChange.plugin] },
    reply: null,
    answer: async (deps, { path }) => {
      const { database, plugins: activePlugins } = deps;
      const existing = await findPlugin(database, path.pluginName);
      if (existing === null) throw pluginNotFound(path.pluginName);
      const replaced = typesByName(await replacedBy(plugin.parse(existing.content)));
      if (!(await removePlugin(database, path.pluginName, replaced))) throw pluginNotFound(path.pluginName);
      // Updates the cache before the response, so that the next task of a removed type becomes a manual one.
      const active = await activePlugins.current();
      const restored = [...replaced.values()].flat().filter((type) => active.has(type));
      if (restored.length > 0) await bindTypes(deps, restored);
    },
  }),
];
