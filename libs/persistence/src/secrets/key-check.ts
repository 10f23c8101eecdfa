import { type Database, sqlStateOf } from '../database/database.ts';
import { UnsuitableDatabase } from '../database/unsuitable.ts';
import type { Seal } from './seal.ts';

const known = 'slipway';

const keep = { name: 'keep-key-check', text: 'insert into key_check (sealed) values ($1) on conflict do nothing' };
const recall = { name: 'recall-key-check', text: 'select sealed from key_check' };

function opens(seal: Seal, sealed: string): boolean {
  try {
    return seal.open('key-check', sealed) === known;
  } catch {
    return false;
  }
}

async function sealedBefore(database: Database): Promise<string | undefined> {
  try {
    return (await database.query<{ sealed: string }>(recall))[0]?.sealed;
  } catch (error) {
    if (sqlStateOf(error) !== '42P01') throw error;
    throw new UnsuitableDatabase('the database of DATABASE_URL is not prepared: start Slipway on it first');
  }
}

/**
 * Makes sure that secrets are sealed with one key: the first process on a database leaves a sealed text, which every
 * later one must be able to open. Of processes that come first together, one is first. Throws UnsuitableDatabase.
 */
export async function requireSameKey(database: Database, seal: Seal): Promise<void> {
  if ((await sealedBefore(database)) === undefined) await database.query(keep, [seal.seal('key-check', known)]);
  if (opens(seal, (await sealedBefore(database)) ?? '')) return;
  throw new UnsuitableDatabase(
    'SECRET_KEY is not the one this database was sealed with: set the one it had first, or put back its secret.key in DATA_DIR',
  );
}
