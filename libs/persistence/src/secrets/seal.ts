import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { type Connection, type Database, sqlStateOf } from '../database/database.ts';
import { UnsuitableDatabase } from '../database/server-settings.ts';

/** Purposes for one row, or one pointer in it: a text that was encrypted for it can be decrypted nowhere else. */
export const deliveryPurpose = (id: string) => `delivery ${id}` as const;
export const configurationPurpose = (id: string, pointer: string) => `configuration ${id} ${pointer}` as const;
export type JournalPart = 'effect' | 'reply';
export const journalPurpose = (runId: string, nth: number | string, part: JournalPart) =>
  `script-journal ${runId} ${nth} ${part}` as const;

/** The purpose of an encrypted text: it cannot be decrypted for another purpose. */
export type SealPurpose =
  | 'variable'
  | 'script-user-password'
  // of a task or a trigger
  | 'property'
  | 'script-answer'
  | 'key-check'
  // what a browser keeps for us while it is at an identity provider
  | 'sign-on'
  // of one run of a script
  | ReturnType<typeof journalPurpose>
  // the headers of one received event
  | ReturnType<typeof deliveryPurpose>
  // of one configuration, and where in it the secret belongs
  | ReturnType<typeof configurationPurpose>;

type KindOf<Purpose extends string> = Purpose extends `${infer Kind} ${string}` ? Kind : Purpose;

/** The first word of a purpose. */
export type SealKind = KindOf<SealPurpose>;

/** Where what is sealed for a kind of purpose is kept: in columns of the database, or in a cookie for minutes. */
export const purposeStorage: Record<SealKind, 'columns' | 'cookie'> = {
  variable: 'columns',
  'script-user-password': 'columns',
  property: 'columns',
  'script-answer': 'columns',
  'key-check': 'columns',
  'sign-on': 'cookie',
  'script-journal': 'columns',
  delivery: 'columns',
  configuration: 'columns',
};

/** Seals secrets, and opens them where they are used. */
export interface Seal {
  /** The text as it is stored: `v1.<key id>.<iv>.<ciphertext>.<tag>`, the last three in base64url. */
  seal(purpose: SealPurpose, plainText: string): string;
  /** The clear text. Throws when it was sealed with neither key or for another purpose, or was changed. */
  open(purpose: SealPurpose, sealed: string): string;
  /** the id of the key that seals */
  readonly keyId: string;
  /** the id of a second key, by which texts are opened and none is sealed; null: there is none */
  readonly previousKeyId: string | null;
}

const cipher = 'aes-256-gcm';

interface Key {
  readonly id: string;
  readonly key: Buffer;
}

/** The id identifies the key of a stored text, and reveals nothing about the key. */
function deriveKey(secretKey: string): Key {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'slipway seal v1', 32));
  return { key, id: createHash('sha256').update('kid').update(key).digest('hex').slice(0, 8) };
}

const aad = ({ id }: Key, purpose: SealPurpose) => Buffer.from(`v1.${id}.${purpose}`);

/** The id of the key of an encrypted text; null for another text. */
export const keyIdIn = (sealed: string): string | null => /^v1\.([0-9a-f]{8})\./.exec(sealed)?.[1] ?? null;

function sealWith(key: Key, purpose: SealPurpose, plainText: string): string {
  const iv = randomBytes(12);
  const sealing = createCipheriv(cipher, key.key, iv).setAAD(aad(key, purpose));
  const text = Buffer.concat([sealing.update(plainText, 'utf8'), sealing.final()]);
  return ['v1', key.id, ...[iv, text, sealing.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
}

function openWith(keys: readonly Key[], purpose: SealPurpose, sealed: string): string {
  const [version, sealedKeyId, iv, text, tag, ...extraParts] = sealed.split('.');
  const key = keys.find(({ id }) => id === sealedKeyId);
  if (version !== 'v1' || key === undefined || iv === undefined || text === undefined || tag === undefined) {
    throw new Error('a stored secret was not sealed with this SECRET_KEY');
  }
  if (extraParts.length > 0) throw new Error('a stored secret is malformed');
  const opening = createDecipheriv(cipher, key.key, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
    .setAAD(aad(key, purpose))
    .setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([opening.update(Buffer.from(text, 'base64url')), opening.final()]).toString('utf8');
}

/**
 * Encrypts with a key derived from the text of SECRET_KEY: AES-256-GCM with a random 96-bit iv. Also decrypts texts of
 * the key of SECRET_KEY_PREVIOUS.
 */
export function createSeal(secretKey: string, previousKey?: string): Seal {
  const key = deriveKey(secretKey);
  const previous = previousKey === undefined || previousKey === secretKey ? null : deriveKey(previousKey);
  const keys = previous === null ? [key] : [key, previous];
  return {
    keyId: key.id,
    previousKeyId: previous?.id ?? null,
    seal: (purpose, plainText) => sealWith(key, purpose, plainText),
    open: (purpose, sealed) => openWith(keys, purpose, sealed),
  };
}

const checkText = 'slipway';

const keyCheckStatements = {
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
    return (await connection.query<{ sealed: string }>(keyCheckStatements.readAll)).map(({ sealed }) => sealed);
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
      ? `SECRET_KEY is not the key of this database: set the key with the id ${ids}, or restore its secret.key in DATA_DIR`
      : `some secrets are encrypted with the key ${ids}, which is neither SECRET_KEY nor SECRET_KEY_PREVIOUS: set it as SECRET_KEY_PREVIOUS, then run npm run reseal`,
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
    await database.query(keyCheckStatements.insertFirst, [seal.seal('key-check', checkText)]);
  const checkTexts = await readCheckTexts(database);
  const missing = keyIdsOf(checkTexts.filter((sealed) => !canOpen(seal, sealed)));
  if (missing.length > 0) throwMissingKeys(missing, missing.length === keyIdsOf(checkTexts).length);
  await database.query(keyCheckStatements.add, [seal.keyId, seal.seal('key-check', checkText)]);
}

/** The ids of the keys with which something in the database is sealed. Throws UnsuitableDatabase. */
export const readSealingKeys = async (connection: Connection): Promise<readonly string[]> =>
  keyIdsOf(await readCheckTexts(connection));

/** Nothing is sealed with a key any more: from now on a process may start without it. */
export const deleteKey = (database: Database, seal: Seal, keyId: string): Promise<void> =>
  database.transaction(async (connection) => {
    await connection.query(keyCheckStatements.renew, [keyId, seal.seal('key-check', checkText)]);
    await connection.query(keyCheckStatements.deleteKey, [keyId]);
  });
