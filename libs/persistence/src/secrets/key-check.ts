import { type Connection, type Database, sqlStateOf } from '../database/database.ts';
import { UnsuitableDatabase } from '../database/server-requirements.ts';
import { keyIdIn, type Seal } from './seal.ts';

const checkText = 'slipway';

const statements = {
  insertFirst: { name: 'keep-key-check', text: 'insert into key_check (sealed) values ($1) on conflict do nothing' },
  add: {
    name: 'add-seal-key',
    text: 'insert into seal_keys (id, sealed) values ($1, $2) on conflict do nothing',
  },
  readAll: {
    name: 'recall-key-check',
    text: 'select sealed from key_check union select sealed from seal_keys',
  },
  renew: {
    name: 'renew-key-check',
    text: `update key_check set sealed = $2 where split_part(sealed, '.', 2) = $1`,
  },
  deleteKey: { name: 'forget-seal-key', text: 'delete from seal_keys where id = $1' },
};

function canOpen(seal: Seal, sealed: string): boolean {
  try {
    return seal.open('key-check', sealed) === checkText;
  } catch {
    return false;
  }
}

async function readCheckTexts(connection: Connection): Promise<readonly string[]> {
  try {
    return (await connection.query<{ sealed: string }>(statements.readAll)).map(({ sealed }) => sealed);
  } catch (error) {
    if (sqlStateOf(error) !== '42P01') throw error;
    throw new UnsuitableDatabase('the database of DATABASE_URL is not prepared: start Slipway on it first');
  }
}

const keyIdsOf = (texts: readonly string[]): readonly string[] =>
  [...new Set(texts.map((text) => keyIdIn(text) ?? 'unknown'))].toSorted();

function throwMissingKeys(missing: readonly string[], isOtherKey: boolean): never {
  const ids = missing.join(', ');
  throw new UnsuitableDatabase(
    isOtherKey
      ? `SECRET_KEY is not the one this database was sealed with: set the one it had first (key id ${ids}), or put back its secret.key in DATA_DIR`
      : `some secrets are still sealed with the key ${ids}, which is neither SECRET_KEY nor SECRET_KEY_PREVIOUS: set it as SECRET_KEY_PREVIOUS, then run npm run reseal`,
  );
}

/**
 * Makes sure that this process can open whatever is sealed in the database: for each key that seals something, a sealed
 * text is there, which has to open. The first process on a database leaves the first one, and who comes with a new key and
 * the one before leaves one of the new key. Of processes that come first together, one is first. Throws UnsuitableDatabase,
 * which names the keys that are missing by their ids.
 */
export async function requireKeys(database: Database, seal: Seal): Promise<void> {
  if ((await readCheckTexts(database)).length === 0)
    await database.query(statements.insertFirst, [seal.seal('key-check', checkText)]);
  const checkTexts = await readCheckTexts(database);
  const missing = keyIdsOf(checkTexts.filter((sealed) => !canOpen(seal, sealed)));
  if (missing.length > 0) throwMissingKeys(missing, missing.length === keyIdsOf(checkTexts).length);
  await database.query(statements.add, [seal.keyId, seal.seal('key-check', checkText)]);
}

/** The ids of the keys with which something in the database is sealed. Throws UnsuitableDatabase. */
export const readSealingKeys = async (connection: Connection): Promise<readonly string[]> =>
  keyIdsOf(await readCheckTexts(connection));

/** Nothing is sealed with a key any more: from now on a process may start without it. */
export const deleteKey = (database: Database, seal: Seal, keyId: string): Promise<void> =>
  database.transaction(async (connection) => {
    await connection.query(statements.renew, [keyId, seal.seal('key-check', checkText)]);
    await connection.query(statements.deleteKey, [keyId]);
  });
