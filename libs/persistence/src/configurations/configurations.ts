import type { Properties } from '@slipway/domain/configurations';
import { message } from '@slipway/domain/messages';
import { Conflict, NotFound } from '@slipway/domain/model';
import { type Connection, isDuplicate, sqlStateOf } from '../database/database.ts';
import { firstCandidate } from '../database/first-candidate.ts';
import { convertStorageErrors } from '../database/storage-errors.ts';
import type { VisibilityFilter } from '../people/visibility-filter.ts';

export interface Configuration {
  readonly id: string;
  readonly type: string;
  /** Null for a global configuration. */
  readonly folderId: string | null;
  readonly title: string;
  /** Masks replace the secrets. */
  readonly properties: Properties;
  /** The encrypted secrets by their path in the properties, such as `/authentication/token`. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly variableMapping: Readonly<Record<string, string>>;
  /** The path of a webhook endpoint. Null for other types. */
  readonly path: string | null;
  /** The id of the webhook endpoint of an event source. Null for other types, or if the endpoint was deleted. */
  readonly eventSource: string | null;
}

export interface ConfigurationView extends Configuration {
  /** The ids from the root to its folder; null for a global configuration. */
  readonly folderPath: readonly string[] | null;
  readonly version: number;
}

/** A filter for configurations. A null member matches all. */
export interface ConfigurationFilter {
  readonly types: readonly string[] | null;
  readonly title: string | null;
  readonly folderId: string | null;
  /** Whether to match only configurations of the folder itself, or only global ones if no folder is set. */
  readonly folderOnly: boolean;
}

const selectSql = `select c.id, c.type, c.folder_id as "folderId", f.path as "folderPath", c.title, c.properties, c.secrets,
    c.variable_mapping as "variableMapping", c.path, c.event_source as "eventSource", c.version
  from configurations c left join folders f on f.id = c.folder_id`;
const statements = {
  find: { name: 'find-configuration', text: `${selectSql} where c.id = any ($1::text[])` },
  titled: {
    name: 'configurations-titled',
    text: `${selectSql} where c.title = $1 and (c.folder_id is null or c.folder_id = any ($2::text[])) order by c.id limit 100`,
  },
  among: {
    name: 'configurations-among',
    text: `${selectSql} where c.title = any ($2::text[]) and (c.folder_id is null or c.folder_id = any ($1::text[])) order by c.id`,
  },
  ofTitles: {
    name: 'configurations-of-titles',
    text: `${selectSql} where c.title = any ($1::text[]) order by c.id limit 10000`,
  },
  byPath: { name: 'configuration-by-path', text: `${selectSql} where c.path = $1` },
  search: {
    name: 'search-configurations',
    text: `${selectSql} where ($1::text[] is null or c.type = any ($1)) and ($2::text is null or c.title = $2)
      and case
        when $4 then c.folder_id is not distinct from $3::text
        else $3::text is null or c.folder_id is null
          or c.folder_id = any (select unnest(path) from folders where id = $3::text)
      end
      and (c.folder_id is null or $5::text[] is null or f.scope_id = any ($5))
      order by c.title, c.id limit 1000`,
  },
  lock: {
    name: 'lock-configuration',
    text: `select id, type, folder_id as "folderId", title, properties, secrets, variable_mapping as "variableMapping",
      path, event_source as "eventSource" from configurations where id = $1 for update`,
  },
  insert: {
    name: 'insert-configuration',
    text: `insert into configurations (id, type, folder_id, title, properties, secrets, variable_mapping, path, event_source)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (id) do nothing returning id`,
  },
  update: {
    name: 'update-configuration',
    text: `update configurations set type = $2, folder_id = $3, title = $4, properties = $5, secrets = $6,
        variable_mapping = $7, path = $8, event_source = $9,
        version = greatest(version + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint)
      where id = $1 returning id`,
  },
  delete: { name: 'delete-configuration', text: 'delete from configurations where id = $1 returning id' },
  ofTypes: {
    name: 'configuration-of-types',
    text: `select id, title from configurations
      where type = any ($1::text[]) or properties #>> '{authentication,type}' = any ($1) order by id limit 1`,
  },
};

/**
 * Finds configurations with this title in these folders, and global ones, innermost first. `folders` starts at the
 * root.
 */
export async function findConfigurationsByTitle(
  connection: Connection,
  title: string,
  folders: readonly string[],
): Promise<readonly ConfigurationView[]> {
  const result = await connection.query<ConfigurationView>(statements.titled, [title, folders]);
  const depth = ({ folderId }: Configuration) => (folderId === null ? -1 : folders.indexOf(folderId));
  return result.toSorted((configuration, next) => depth(next) - depth(configuration));
}

/** Finds the configurations with one of these titles that are global or in one of these folders. */
export const findConfigurationsInFolders = (
  connection: Connection,
  folders: readonly string[],
  titles: readonly string[],
): Promise<readonly ConfigurationView[]> => connection.query<ConfigurationView>(statements.among, [folders, titles]);

/** Finds the configurations with one of these titles in all folders, at most 10,000. */
export const findConfigurationsByTitles = (
  connection: Connection,
  titles: readonly string[],
): Promise<readonly ConfigurationView[]> => connection.query<ConfigurationView>(statements.ofTitles, [titles]);

/** Finds the configuration with the first of these ids that exists. Returns null if none exists. */
export async function findConfiguration(
  connection: Connection,
  candidates: readonly string[],
): Promise<ConfigurationView | null> {
  const result = await readConfigurations(connection, candidates);
  return firstCandidate(candidates, result, (configuration) => configuration.id);
}

/** Reads the configurations with these ids, in any order. Omits unknown ids. */
export const readConfigurations = (
  connection: Connection,
  ids: readonly string[],
): Promise<readonly ConfigurationView[]> => connection.query<ConfigurationView>(statements.find, [ids]);

/** Finds the webhook endpoint with this path. Returns null if there is none. */
export async function findEndpointByPath(connection: Connection, path: string): Promise<ConfigurationView | null> {
  const [result] = await connection.query<ConfigurationView>(statements.byPath, [path]);
  return result ?? null;
}

/**
 * Lists visible configurations, ordered by title, at most 1,000. Global configurations are always visible. With a
 * folder and without `folderOnly`, the result also contains configurations of its parents and global ones.
 */
export const searchConfigurations = (
  connection: Connection,
  { types, title, folderId, folderOnly }: ConfigurationFilter,
  { scopes }: Pick<VisibilityFilter, 'scopes'>,
): Promise<readonly ConfigurationView[]> =>
  connection.query<ConfigurationView>(statements.search, [types, title, folderId, folderOnly, scopes]);

/**
 * Finds a configuration of one of these types, or an endpoint with an authentication of one of them. Returns null if
 * there is none.
 */
export async function findConfigurationOfTypes(
  connection: Connection,
  types: readonly string[],
): Promise<Pick<Configuration, 'id' | 'title'> | null> {
  const [result] = await connection.query<Pick<Configuration, 'id' | 'title'>>(statements.ofTypes, [types]);
  return result ?? null;
}

/** Reads a configuration and locks it until the transaction ends. Returns null if it does not exist. */
export async function lockConfiguration(connection: Connection, id: string): Promise<Configuration | null> {
  const [result] = await connection.query<Configuration>(statements.lock, [id]);
  return result ?? null;
}

/** Runs a write. Converts its error into one with a message (rest-api.md, section Errors, 409). */
async function convertWriteErrors<T>({ title, folderId, path }: Configuration, write: () => Promise<T>): Promise<T> {
  try {
    return await convertStorageErrors(write);
  } catch (error) {
    if (isDuplicate(error, 'configuration_title')) {
      const parent = folderId ?? 'Configuration';
      throw new Conflict(message('configuration.titleTaken', { title, folderId: parent }));
    }
    if (isDuplicate(error, 'webhook_path')) throw new Conflict(message('webhook.pathTaken', { path: path ?? '' }));
    if (sqlStateOf(error) === '23503') throw new NotFound(message('configuration.partsGone'));
    throw error;
  }
}

const toRow = (configuration: Configuration) => [
  configuration.id,
  configuration.type,
  configuration.folderId,
  configuration.title,
  JSON.stringify(configuration.properties),
  JSON.stringify(configuration.secrets),
  JSON.stringify(configuration.variableMapping),
  configuration.path,
  configuration.eventSource,
];

/** Adds a configuration. Returns false if its id is in use. Throws Conflict for a title or path in use, NotFound, Invalid. */
export async function addConfiguration(connection: Connection, configuration: Configuration): Promise<boolean> {
  const write = () => connection.query(statements.insert, toRow(configuration));
  return (await convertWriteErrors(configuration, write)).length > 0;
}

/** Updates a locked configuration. Throws Conflict for a title or path in use, NotFound, Invalid. */
export async function updateConfiguration(connection: Connection, configuration: Configuration): Promise<void> {
  const write = () => connection.query(statements.update, toRow(configuration));
  if ((await convertWriteErrors(configuration, write)).length > 0) return;
  throw new NotFound(message('notFound.configuration', { id: configuration.id }));
}

/** Deletes a configuration with its received events. Throws NotFound. */
export async function removeConfiguration(connection: Connection, id: string): Promise<void> {
  const removed = await connection.query(statements.delete, [id]);
  if (removed.length === 0) throw new NotFound(message('notFound.configuration', { id }));
}
