import { Conflict, NotFound, type Variable } from '@slipway/domain';
import { type Connection, isDuplicate } from './database.ts';

/** A global variable, or a folder's. */
export interface SharedVariable {
  /** null: global */
  readonly folderId: string | null;
  readonly variable: Variable;
}

const statements = {
  visible: {
    name: 'shared-variables-visible',
    text: `select v.variable from shared_variables v left join folders f on f.id = v.folder_id
      where v.folder_id is null or v.folder_id = any (select unnest(path) from folders where id = $1)
      order by cardinality(f.path) nulls first`,
  },
  global: {
    name: 'global-variables',
    text: 'select variable from shared_variables where folder_id is null order by key',
  },
  folder: { name: 'folder-variables', text: 'select variable from shared_variables where folder_id = $1 order by key' },
  find: {
    name: 'find-shared-variable',
    text: 'select folder_id as "folderId", variable from shared_variables where id = $1',
  },
  insert: {
    name: 'insert-shared-variable',
    text: 'insert into shared_variables (id, folder_id, key, variable) values ($1, $2, $3, $4)',
  },
  update: {
    name: 'update-shared-variable',
    text: 'update shared_variables set key = $2, variable = $3 where id = $1 returning id',
  },
  delete: { name: 'delete-shared-variable', text: 'delete from shared_variables where id = $1 returning id' },
};

interface Row {
  readonly variable: Variable;
}

/** The variables that a release in this folder sees, by key (`global.x`, `folder.x`); the nearest folder's wins. */
export async function visibleVariables(
  connection: Connection,
  folderId: string,
): Promise<ReadonlyMap<string, Variable>> {
  const rows = await connection.query<Row>(statements.visible, [folderId]);
  return new Map(rows.map(({ variable }) => [variable.key, variable]));
}

/** The variables of one folder, or the global ones for null, by key. */
export async function listSharedVariables(
  connection: Connection,
  folderId: string | null,
): Promise<readonly Variable[]> {
  const rows =
    folderId === null
      ? await connection.query<Row>(statements.global)
      : await connection.query<Row>(statements.folder, [folderId]);
  return rows.map(({ variable }) => variable);
}

/** A shared variable by its id; null when there is none. */
export async function findSharedVariable(connection: Connection, id: string): Promise<SharedVariable | null> {
  const [found] = await connection.query<SharedVariable>(statements.find, [id]);
  return found ?? null;
}

async function keepingKeysUnique<T>(key: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isDuplicate(error, 'shared_variable_key'))
      throw new Conflict(`a variable with the key '${key}' exists already`);
    throw error;
  }
}

/** Adds a shared variable. Throws Conflict for a key that is taken in its folder. */
export async function addSharedVariable(connection: Connection, { folderId, variable }: SharedVariable): Promise<void> {
  await keepingKeysUnique(variable.key, () =>
    connection.query(statements.insert, [variable.id, folderId, variable.key, JSON.stringify(variable)]),
  );
}

/** Changes a shared variable. Throws NotFound, Conflict for a key that is taken. */
export async function updateSharedVariable(connection: Connection, variable: Variable): Promise<void> {
  const updated = await keepingKeysUnique(variable.key, () =>
    connection.query(statements.update, [variable.id, variable.key, JSON.stringify(variable)]),
  );
  if (updated.length === 0) throw new NotFound(`there is no variable '${variable.id}'`);
}

/** Removes a shared variable. Throws NotFound. */
export async function removeSharedVariable(connection: Connection, id: string): Promise<void> {
  const removed = await connection.query(statements.delete, [id]);
  if (removed.length === 0) throw new NotFound(`there is no variable '${id}'`);
}
