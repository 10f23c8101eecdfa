import { message } from '@slipway/domain/messages';
import { Conflict, type Instant, type Json } from '@slipway/domain/model';
import type { Connection, Database } from '../database/database.ts';
import { changePlugins, type IntegrationTypes, readEnabledTypes, requireUnused } from './integrations.ts';

/** The source of a plugin: an upload, or a folder that is read at startup. */
export const pluginSources = ['upload', 'plugin-dir', 'extension-dir'] as const;
export type PluginSource = (typeof pluginSources)[number];

export interface InstalledPlugin {
  readonly name: string;
  readonly version: string;
  readonly checksum: string;
  readonly source: PluginSource;
  /** The content of the installed file. */
  readonly content: Json;
  readonly installedAt: Instant;
  /** The user who uploaded the plugin; null if it was found at startup. */
  readonly installedBy: string | null;
}

/** A plugin to install, with the names of its types. */
export interface NewPlugin extends Omit<InstalledPlugin, 'installedAt'> {
  readonly types: readonly string[];
}

const columns = `name, version, checksum, source, content, installed_at as "installedAt", installed_by as "installedBy"`;
const statements = {
  version: { name: 'plugins-version', text: 'select version from plugin_changes' },
  contents: {
    name: 'plugin-contents',
    text: `select version, (select coalesce(json_agg(content order by name), '[]') from plugins) as contents,
      (select coalesce(array_agg(name order by name), '{}') from integrations where enabled) as integrations
      from plugin_changes`,
  },
  list: { name: 'list-plugins', text: `select ${columns} from plugins order by name` },
  find: { name: 'find-plugin', text: `select ${columns} from plugins where name = $1` },
  put: {
    name: 'put-plugin',
    text: `insert into plugins (name, version, checksum, source, content, installed_by) values ($1, $2, $3, $4, $5, $6)
      on conflict (name) do update set version = excluded.version, checksum = excluded.checksum,
        source = excluded.source, content = excluded.content, installed_at = now(), installed_by = excluded.installed_by
      returning ${columns}`,
  },
  typesOf: { name: 'types-of-plugin', text: 'select type from plugin_types where plugin = $1' },
  takenTypes: {
    name: 'existing-plugin-types',
    text: 'select type, plugin from plugin_types where type = any ($1::text[]) and plugin <> $2 order by type limit 1',
  },
  forgetTypes: { name: 'delete-plugin-types', text: 'delete from plugin_types where plugin = $1' },
  putTypes: { name: 'put-plugin-types', text: 'insert into plugin_types select unnest($1::text[]), $2' },
  delete: { name: 'delete-plugin', text: 'delete from plugins where name = $1 returning name' },
};

/** Returns the version of the installed plugins, which changes with every installation or removal in any process. */
export async function readPluginsVersion(connection: Connection): Promise<number> {
  const [row] = await connection.query<{ readonly version: number }>(statements.version);
  return row?.version ?? 0;
}

/** The installed plugins. */
interface PluginContents {
  readonly version: number;
  /** The contents by name. */
  readonly contents: readonly Json[];
  /** The names of the enabled integrations. */
  readonly integrations: readonly string[];
}

/** Reads the contents of the installed plugins, and the enabled integrations. */
export async function readPluginContents(connection: Connection): Promise<PluginContents> {
  const [row] = await connection.query<PluginContents>(statements.contents);
  return row ?? { version: 0, contents: [], integrations: [] };
}

/** Lists the installed plugins by name. */
export const listPlugins = (connection: Connection): Promise<readonly InstalledPlugin[]> =>
  connection.query<InstalledPlugin>(statements.list);

/** Finds an installed plugin by its name. Returns null if there is none. */
export async function findPlugin(connection: Connection, name: string): Promise<InstalledPlugin | null> {
  const [row] = await connection.query<InstalledPlugin>(statements.find, [name]);
  return row ?? null;
}

/**
 * Installs a plugin and replaces the one with the same name, in one transaction. It also replaces `integrations`.
 * Throws Conflict if another plugin defines one of its types, and if a configuration has a type that would be removed.
 */
export async function installPlugin(
  database: Database,
  plugin: NewPlugin,
  integrations: IntegrationTypes,
): Promise<InstalledPlugin> {
  return await database.transaction(async (connection) => {
    await connection.query(changePlugins);
    await requireFreeTypes(connection, plugin);
    const removed = [
      ...(await findRemovedTypes(connection, plugin)),
      ...(await readEnabledTypes(connection, integrations)).filter((type) => !plugin.types.includes(type)),
    ];
    await requireUnused(connection, plugin.name, removed);
    await connection.query(statements.forgetTypes, [plugin.name]);
    const [installed] = await connection.query<InstalledPlugin>(statements.put, [
      plugin.name,
      plugin.version,
      plugin.checksum,
      plugin.source,
      JSON.stringify(plugin.content),
      plugin.installedBy,
    ]);
    await connection.query(statements.putTypes, [plugin.types, plugin.name]);
    if (!installed) throw new Error('an installed plugin was not answered');
    return installed;
  });
}

/**
 * Removes a plugin. The enabled ones of `integrations`, which it replaces, are active again. Returns false if the plugin
 * is not installed. Throws Conflict if configurations of a removed type exist.
 */
export async function removePlugin(database: Database, name: string, integrations: IntegrationTypes): Promise<boolean> {
  return await database.transaction(async (connection) => {
    await connection.query(changePlugins);
    const remaining = await readEnabledTypes(connection, integrations);
    const removed = (await readTypes(connection, name)).filter((type) => !remaining.includes(type));
    await requireUnused(connection, name, removed);
    return (await connection.query(statements.delete, [name])).length > 0;
  });
}

async function readTypes(connection: Connection, name: string): Promise<readonly string[]> {
  const rows = await connection.query<{ readonly type: string }>(statements.typesOf, [name]);
  return rows.map(({ type }) => type);
}

async function findRemovedTypes(connection: Connection, { name, types }: NewPlugin): Promise<readonly string[]> {
  return (await readTypes(connection, name)).filter((type) => !types.includes(type));
}

async function requireFreeTypes(connection: Connection, { name, types }: NewPlugin): Promise<void> {
  const [conflict] = await connection.query<{ readonly type: string; readonly plugin: string }>(statements.takenTypes, [
    types,
    name,
  ]);
  if (conflict) throw new Conflict(message('plugin.typeTaken', { type: conflict.type, plugin: conflict.plugin }));
}
