import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { deleteKey } from './key-check.ts';
import { type RowCounts, resealRow, rowsSealedWith } from './reseal-rows.ts';
import type { Seal } from './seal.ts';
import { type SealedTable, sealedTables } from './sealed-tables.ts';

/** The context of a key rotation. */
export interface ResealOptions {
  readonly database: Database;
  /** of the key that seals from now on, and of the one before */
  readonly seal: Seal;
  /** The milliseconds after which no process still holds a text that it read before it was encrypted again. */
  readonly waitMs: number;
  /** After this number of passes with findings, a process still encrypts with the previous key. */
  readonly maxPasses?: number;
  /** Called with the number of remaining rows, from the first pass on. */
  readonly onProgress?: (remaining: number) => void;
}

/** The result of a key rotation. */
export interface ResealResult {
  /** whether nothing is left that the key before is needed for, and processes may start without it */
  readonly isComplete: boolean;
  /** rows */
  readonly resealedCount: number;
  /** texts that look as if that key had sealed them, and that it does not open, nor ever did */
  readonly unreadable: number;
}

const detachedPartsStatement = {
  text: `select tablename as name from pg_tables where schemaname = 'public' and tablename ~ ('^detached_' || $1 || '_[0-9a-z_]+$')`,
};

/** Where rows of a table lie: its parts, then months that were taken out of the archive and may be taken back. */
async function readParts(database: Database, { table, parts }: SealedTable): Promise<readonly string[]> {
  const rows = await database.query<{ readonly name: string }>(detachedPartsStatement, [table]);
  return [...parts, ...rows.map(({ name }) => name)];
}

/** How many rows hold something that was sealed with a key. */
export async function countSealedWith(database: Database, keyId: string): Promise<number> {
  let count = 0;
  for (const table of sealedTables)
    for (const part of await readParts(database, table))
      for await (const keys of rowsSealedWith(database, table, part, keyId)) count += keys.length;
  return count;
}

/** Encrypts all rows again, table by table; live ones before archived ones, because rows move in that direction. */
async function runPass(options: ResealOptions, keyId: string, onProgress: () => void): Promise<RowCounts> {
  const counts: RowCounts = { resealed: 0, skipped: 0, unreadable: 0 };
  for (const table of sealedTables)
    for (const part of await readParts(options.database, table))
      for await (const keys of rowsSealedWith(options.database, table, part, keyId))
        for (const key of keys) {
          await resealRow({ ...options, keyId }, table, part, key, counts);
          onProgress();
        }
  return counts;
}

/**
 * Encrypts all texts of SECRET_KEY_PREVIOUS with SECRET_KEY, while other processes continue to write. It can be killed
 * and restarted at any time: each row is encrypted separately, and both keys decrypt all rows meanwhile. It ends when
 * a pass finds nothing, and started late enough that no process has an old text: then the previous key is deleted.
 */
export async function reseal(options: ResealOptions): Promise<ResealResult> {
  const { database, seal, waitMs, maxPasses = 10, onProgress = () => {} } = options;
  const keyId = seal.previousKeyId;
  if (keyId === null) return { isComplete: true, resealedCount: 0, unreadable: 0 };
  let remaining = await countSealedWith(database, keyId);
  const reportRow = () => {
    remaining = Math.max(0, remaining - 1);
    onProgress(remaining);
  };
  onProgress(remaining);
  let resealedCount = 0;
  for (let pass = 0; pass < maxPasses; pass++) {
    const counts = await runPass(options, keyId, reportRow);
    resealedCount += counts.resealed;
    const isClean = counts.resealed === 0 && counts.skipped === 0;
    if (isClean && pass > 0) {
      await deleteKey(database, seal, keyId);
      return { isComplete: true, resealedCount, unreadable: counts.unreadable };
    }
    await pause(waitMs);
  }
  return { isComplete: false, resealedCount, unreadable: 0 };
}
