import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { type Connection, type Database, sqlStateOf } from '../database/database.ts';
import { UnsuitableDatabase } from '../database/server-settings.ts';

/**
 * Purposes for one row, or for one pointer in a row. A text that was encrypted for such a purpose cannot be decrypted
 * for another row or pointer.
 */
export const deliveryPurpose = (id: string) => `delivery ${id}` as const;
export const configurationPurpose = (id: string, pointer: string) => `configuration ${id} ${pointer}` as const;
export const subscriptionPurpose = (id: string, part: 'url' | 'secret') => `subscription ${id} ${part}` as const;
export const resetPurpose = (id: string) => `password-reset ${id}` as const;
export type JournalPart = 'effect' | 'reply';
export const journalPurpose = (runId: string, nth: number | string, part: JournalPart) =>
  `script-journal ${runId} ${nth} ${part}` as const;
export type ContainerPart = 'spec' | 'log' | 'result';
export const containerPurpose = (jobId: string, part: ContainerPart) => `container ${jobId} ${part}` as const;

/** The purpose of an encrypted text: it cannot be decrypted for another purpose. */
export type SealPurpose =
  | 'variable'
  | 'script-user-password'
  // a property of a task or a trigger
  | 'property'
  | 'script-answer'
  | 'key-check'
  // the login state in a cookie, while the user is at the identity provider
  | 'sign-on'
  // the link in a mail that changes the notifications of its recipient
  | 'unsubscribe'
  // an effect of a script run
  | ReturnType<typeof journalPurpose>
  // the container of a task, its log or its result
  | ReturnType<typeof containerPurpose>
  // the headers of a received event
  | ReturnType<typeof deliveryPurpose>
  // the address or a secret of a receiver of events
  | ReturnType<typeof subscriptionPurpose>
  // the secret of a link for a new password
  | ReturnType<typeof resetPurpose>
  // a secret of a configuration, at a pointer
  | ReturnType<typeof configurationPurpose>;

type KindOf<Purpose extends string> = Purpose extends `${infer Kind} ${string}` ? Kind : Purpose;

/** The first word of a purpose. */
export type SealKind = KindOf<SealPurpose>;

/**
 * The storage of encrypted texts by the kind of their purpose: columns of the database, a cookie with a lifetime of
 * minutes, or a link in a mail, which becomes invalid with its key.
 */
export const purposeStorage: Record<SealKind, 'columns' | 'cookie' | 'link'> = {
  variable: 'columns',
  'script-user-password': 'columns',
  property: 'columns',
  'script-answer': 'columns',
  'key-check': 'columns',
  'sign-on': 'cookie',
  unsubscribe: 'link',
  'script-journal': 'columns',
  container: 'columns',
  delivery: 'columns',
  configuration: 'columns',
  subscription: 'columns',
  'password-reset': 'columns',
};

/** Encrypts and decrypts secrets. */
export interface Seal {
  /** Encrypts a text. Returns `v1.<key id>.<iv>.<ciphertext>.<tag>`, with the last three parts in base64url. */
  seal(purpose: SealPurpose, plainText: string): string;
  /**
   * Decrypts a text. Throws if the text was encrypted with an unknown key or for another purpose, or if it was changed.
   */
  open(purpose: SealPurpose, sealed: string): string;
  /** The id of the key that encrypts. */
  readonly keyId: string;
  /** The id of the previous key, which only decrypts; null if there is none. */
  readonly previousKeyId: string | null;
}

const cipher = 'aes-256-gcm';

interface Key {
  readonly id: string;
  readonly key: Buffer;
}

/** Derives a key and its id from a text. The id identifies the key of a stored text without revealing the key. */
function deriveKey(secretKey: string): Key {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'slipway seal v1', 32));
  return { key, id: createHash('sha256').update('kid').update(key).digest('hex').slice(0, 8) };
}

const aad = ({ id }: Key, purpose: SealPurpose) => Buffer.from(`v1.${id}.${purpose}`);

/** Returns the id of the key of an encrypted text, or null for other texts. */
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
 * Creates a `Seal` with a key that is derived from SECRET_KEY: AES-256-GCM with a random 96-bit IV. It also decrypts
 * texts of SECRET_KEY_PREVIOUS.
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
  insertFirst: { name: 'store-key-check', text: 'insert into key_check (sealed) values ($1) on conflict do nothing' },
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
  deleteKey: { name: 'delete-seal-key', text: 'delete from seal_keys where id = $1' },
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
 * Verifies that this process can decrypt all encrypted texts of the database. For each key in use, the database
 * contains a check text. The first process stores one for its key. A process with a new key and the previous key adds
 * one for the new key. If several processes start at the same time on an empty database, only one stores its key.
 * Throws UnsuitableDatabase with the ids of the missing keys.
 */
export async function requireKeys(database: Database, seal: Seal): Promise<void> {
  if ((await readCheckTexts(database)).length === 0)
    await database.query(keyCheckStatements.insertFirst, [seal.seal('key-check', checkText)]);
  const checkTexts = await readCheckTexts(database);
  const missing = keyIdsOf(checkTexts.filter((sealed) => !canOpen(seal, sealed)));
  if (missing.length > 0) throwMissingKeys(missing, missing.length === keyIdsOf(checkTexts).length);
  await database.query(keyCheckStatements.add, [seal.keyId, seal.seal('key-check', checkText)]);
}

/** Returns the ids of the keys in use. Throws UnsuitableDatabase. */
export const readSealingKeys = async (connection: Connection): Promise<readonly string[]> =>
  keyIdsOf(await readCheckTexts(connection));

/** Removes a key that encrypts no text anymore. From then on, processes can start without it. */
export const deleteKey = (database: Database, seal: Seal, keyId: string): Promise<void> =>
  database.transaction(async (connection) => {
    await connection.query(keyCheckStatements.renew, [keyId, seal.seal('key-check', checkText)]);
    await connection.query(keyCheckStatements.deleteKey, [keyId]);
  });
