import { message } from '@slipway/domain/messages';
import { NotFound, type Variable } from '@slipway/domain/model';
import { keyConflict } from '@slipway/domain/variables';
import { type Connection, isDuplicate, sqlStateOf } from '../database/database.ts';
import { firstCandidate } from '../database/first-candidate.ts';
import { convertStorageErrors } from '../database/storage-errors.ts';

/** A global or folder variable. */
export interface SharedVariable {
  /** Null for a global variable. */
  readonly folderId: string | null;
  readonly variable: Variable;
}

export interface SharedVariableView extends SharedVariable {
  /** The ids from the root to its folder; null for a global variable. */
  readonly folderPath: readonly string[] | null;
}

const selectSql = `select v.key, v.folder_id as "folderId", f.path as "folderPath", v.variable
  from shared_variables v left join folders f on f.id = v.folder_id`;
const statements = {
  visible: {
    name: 'shared-variables-visible',
    text: `select v.folder_id as "folderId", v.variable from shared_variables v left join folders f on f.id = v.folder_id
      where v.folder_id is null or v.folder_id = any (select unnest(path) from folders where id = $1)
      order by cardinality(f.path) nulls first`,
  },
  global: { name: 'global-variables', text: `${selectSql} where v.folder_id is null order by v.key` },
  folder: { name: 'folder-variables', text: `${selectSql} where v.folder_id = $1 order by v.key` },
  inherited: {
    name: 'inherited-variables',
    text: `select distinct on (key) * from (${selectSql}
        where v.folder_id = any (select unnest(path) from folders where id = $1)) as seen
      order by key, cardinality("folderPath") desc`,
  },
  among: {
    name: 'shared-variables-among',
    text: `${selectSql} where v.key = any ($2::text[]) and (v.folder_id is null or v.folder_id = any ($1::text[]))`,
  },
  find: { name: 'find-shared-variable', text: `${selectSql} where v.id = any ($1::text[])` },
  taken: {
    name: 'shared-key-taken',
    text: 'select 1 from shared_variables where folder_id is not distinct from $1 and key = $2',
  },
  lock: {
    name: 'lock-shared-variable',
    text: 'select folder_id as "folderId", variable from shared_variables where id = $1 for update',
  },
  insert: {
    name: 'insert-shared-variable',
    text: `insert into shared_variables (id, folder_id, key, variable) values ($1, $2, $3, $4)
      on conflict (id) do nothing returning id`,
  },
  update: {
    name: 'update-shared-variable',
    text: 'update shared_variables set key = $2, variable = $3 where id = $1 returning id',
  },
  delete: { name: 'delete-shared-variable', text: 'delete from shared_variables where id = $1 returning id' },
};

/**
 * Reads the variables that are visible to a release in this folder, by key (`global.x`, `folder.x`). The nearest folder
 * has priority.
 */
export async function readVisibleShared(
  connection: Connection,
  folderId: string,
): Promise<ReadonlyMap<string, SharedVariable>> {
  const rows = await connection.query<SharedVariable>(statements.visible, [folderId]);
  return new Map(rows.map((row) => [row.variable.key, row]));
}

/** Reads the same variables without their folders. */
export async function readVisibleVariables(
  connection: Connection,
  folderId: string,
): Promise<ReadonlyMap<string, Variable>> {
  const shared = await readVisibleShared(connection, folderId);
  return new Map([...shared].map(([key, { variable }]) => [key, variable]));
}

/** Lists the global variables, ordered by key. */
export const readGlobalVariables = (connection: Connection): Promise<readonly SharedVariableView[]> =>
  connection.query<SharedVariableView>(statements.global);

/**
 * Lists the variables of a folder and its parents, ordered by key. The nearest folder with a key has priority. With
 * `only`, lists the variables of the folder itself.
 */
export const readFolderVariables = (
  connection: Connection,
  folderId: string,
  onlyOwn: boolean,
): Promise<readonly SharedVariableView[]> =>
  connection.query<SharedVariableView>(statements[onlyOwn ? 'folder' : 'inherited'], [folderId]);

/** Finds the variables with one of these keys that are global or in one of these folders. */
export const findSharedVariablesInFolders = (
  connection: Connection,
  folderIds: readonly string[],
  keys: readonly string[],
): Promise<readonly SharedVariableView[]> => connection.query<SharedVariableView>(statements.among, [folderIds, keys]);

/** Finds the shared variable with the first of these ids that exists. Returns null if none exists. */
export async function findSharedVariable(
  connection: Connection,
  candidates: readonly string[],
): Promise<SharedVariableView | null> {
  const result = await connection.query<SharedVariableView>(statements.find, [candidates]);
  return firstCandidate(candidates, result, ({ variable }) => variable.id);
}

/** Reads a shared variable and locks it until the transaction ends. Returns null if it does not exist. */
export async function lockSharedVariable(connection: Connection, id: string): Promise<SharedVariable | null> {
  const [result] = await connection.query<SharedVariable>(statements.lock, [id]);
  return result ?? null;
}

/** Returns whether a folder has a variable with this key. A null folder means the global variables. */
export async function hasSharedKey(connection: Connection, folderId: string | null, key: string): Promise<boolean> {
  return (await connection.query(statements.taken, [folderId, key])).length > 0;
}

/** Runs a write. Converts its error into one with a message. */
async function convertWriteErrors<T>({ key }: Variable, write: () => Promise<T>): Promise<T> {
  try {
    return await convertStorageErrors(write);
  } catch (error) {
    if (isDuplicate(error, 'shared_variable_key')) throw keyConflict(key);
    if (sqlStateOf(error) === '23503') throw new NotFound(message('variable.folderGone'));
    throw error;
  }
}

/**
 * Adds a shared variable. Returns false if its id is in use. Throws Conflict for a key that is in use in its folder,
 * NotFound for an unknown folder, Invalid.
 */
export async function addSharedVariable(
  connection: Connection,
  { folderId, variable }: SharedVariable,
): Promise<boolean> {
  const added = await convertWriteErrors(variable, () =>
    connection.query(statements.insert, [variable.id, folderId, variable.key, JSON.stringify(variable)]),
  );
  return added.length > 0;
}

/** Changes a shared variable. Throws NotFound, Invalid. */
export async function updateSharedVariable(connection: Connection, variable: Variable): Promise<void> {
  const updated = await convertWriteErrors(variable, () =>
    connection.query(statements.update, [variable.id, variable.key, JSON.stringify(variable)]),
  );
  if (updated.length === 0) throw new NotFound(message('notFound.variable', { id: variable.id }));
}

/** Deletes a shared variable. Throws NotFound. */
export async function removeSharedVariable(connection: Connection, id: string): Promise<void> {
  const removed = await connection.query(statements.delete, [id]);
  if (removed.length === 0) throw new NotFound(message('notFound.variable', { id }));
}
