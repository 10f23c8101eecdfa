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
  /** null: global */
  readonly folderId: string | null;
  readonly title: string;
  /** with masks where secrets belong */
  readonly properties: Properties;
  /** sealed, by where they belong: `/authentication/token` */
  readonly secrets: Readonly<Record<string, string>>;
  readonly variableMapping: Readonly<Record<string, string>>;
  /** of a webhook endpoint: its address */
  readonly path: string | null;
  /** of an event source: the id of its webhook endpoint; null once that is gone */
  readonly eventSource: string | null;
}

export interface ConfigurationView extends Configuration {
  /** ids from the root to its folder; null: global */
  readonly folderPath: readonly string[] | null;
  readonly version: number;
}

/** Which configurations are wanted; null: any. */
export interface ConfigurationFilter {
  readonly types: readonly string[] | null;
  readonly title: string | null;
  readonly folderId: string | null;
  /** only those of the folder itself, or only global ones where there is no folder */
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
 * Configurations that may be meant by a title: of these folders, and global ones, the innermost first. The ids of folders
 * stand from the root on.
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

/** The configurations that have one of these titles, and are global or in one of these folders. */
export const findConfigurationsInFolders = (
  connection: Connection,
  folders: readonly string[],
  titles: readonly string[],
): Promise<readonly ConfigurationView[]> => connection.query<ConfigurationView>(statements.among, [folders, titles]);

/** The configurations that have one of these titles, wherever they are, 10,000 at most. */
export const findConfigurationsByTitles = (
  connection: Connection,
  titles: readonly string[],
): Promise<readonly ConfigurationView[]> => connection.query<ConfigurationView>(statements.ofTitles, [titles]);

/** The configuration that one of the candidates names, the earlier first; null when none does. */
export async function findConfiguration(
  connection: Connection,
  candidates: readonly string[],
): Promise<ConfigurationView | null> {
  const result = await readConfigurations(connection, candidates);
  return firstCandidate(candidates, result, (configuration) => configuration.id);
}

/** These configurations, in any order; those that do not exist are left out. */
export const readConfigurations = (
  connection: Connection,
  ids: readonly string[],
): Promise<readonly ConfigurationView[]> => connection.query<ConfigurationView>(statements.find, [ids]);

/** The webhook endpoint at a path; null when there is none. */
export async function findEndpointByPath(connection: Connection, path: string): Promise<ConfigurationView | null> {
  const [result] = await connection.query<ConfigurationView>(statements.byPath, [path]);
  return result ?? null;
}

/** Configurations in sight by title, 1,000 at most, global ones always; those of a folder come with what it sees of folders around it and global ones. */
export const searchConfigurations = (
  connection: Connection,
  { types, title, folderId, folderOnly }: ConfigurationFilter,
  { scopes }: Pick<VisibilityFilter, 'scopes'>,
): Promise<readonly ConfigurationView[]> =>
  connection.query<ConfigurationView>(statements.search, [types, title, folderId, folderOnly, scopes]);

/** One configuration of these types, be it an authentication method inside an endpoint; null when there is none. */
export async function findConfigurationOfTypes(
  connection: Connection,
  types: readonly string[],
): Promise<Pick<Configuration, 'id' | 'title'> | null> {
  const [result] = await connection.query<Pick<Configuration, 'id' | 'title'>>(statements.ofTypes, [types]);
  return result ?? null;
}

/** A configuration, locked until the transaction ends; null if it does not exist. */
export async function lockConfiguration(connection: Connection, id: string): Promise<Configuration | null> {
  const [result] = await connection.query<Configuration>(statements.lock, [id]);
  return result ?? null;
}

/** Runs a write, and converts its error into a message (rest-api.md, section Errors, 409). */
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

/** Adds a configuration; answers whether its id was free. Throws Conflict for a title or path that is taken, NotFound, Invalid. */
export async function addConfiguration(connection: Connection, configuration: Configuration): Promise<boolean> {
  const write = () => connection.query(statements.insert, toRow(configuration));
  return (await convertWriteErrors(configuration, write)).length > 0;
}

/** Changes a configuration that is locked. Throws Conflict for a title or path that is taken, NotFound, Invalid. */
export async function updateConfiguration(connection: Connection, configuration: Configuration): Promise<void> {
  const write = () => connection.query(statements.update, toRow(configuration));
  if ((await convertWriteErrors(configuration, write)).length > 0) return;
  throw new NotFound(message('notFound.configuration', { id: configuration.id }));
}

/** Removes a configuration, with what was sent to it. Throws NotFound. */
export async function removeConfiguration(connection: Connection, id: string): Promise<void> {
  const removed = await connection.query(statements.delete, [id]);
  if (removed.length === 0) throw new NotFound(message('notFound.configuration', { id }));
}
