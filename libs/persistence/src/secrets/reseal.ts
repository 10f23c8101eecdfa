import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { forgetKey } from './key-check.ts';
import { type RowCounts, resealRow, rowsSealedWith } from './reseal-rows.ts';
import type { Seal } from './seal.ts';
import { type SealedTable, sealedTables } from './sealed-tables.ts';

/** The context of a key rotation. */
export interface Resealing {
  readonly database: Database;
  /** of the key that seals from now on, and of the one before */
  readonly seal: Seal;
  /** The milliseconds after which no process still holds a text that it read before it was encrypted again. */
  readonly waitMs: number;
  /** After this number of passes with findings, a process still encrypts with the previous key. */
  readonly mostWalks?: number;
  /** Called with the number of remaining rows, from the first pass on. */
  readonly tell?: (remaining: number) => void;
}

/** The result of a key rotation. */
export interface Resealed {
  /** whether nothing is left that the key before is needed for, and processes may start without it */
  readonly isOver: boolean;
  /** rows */
  readonly anew: number;
  /** texts that look as if that key had sealed them, and that it does not open, nor ever did */
  readonly unreadable: number;
}

const detached = {
  text: `select tablename as name from pg_tables where schemaname = 'public' and tablename ~ ('^detached_' || $1 || '_[0-9a-z_]+$')`,
};

/** Where rows of a table lie: its parts, then months that were taken out of the archive and may be taken back. */
async function partsOf(database: Database, { table, parts }: SealedTable): Promise<readonly string[]> {
  const found = await database.query<{ readonly name: string }>(detached, [table]);
  return [...parts, ...found.map(({ name }) => name)];
}

/** How many rows hold something that was sealed with a key. */
export async function countSealedWith(database: Database, keyId: string): Promise<number> {
  let count = 0;
  for (const table of sealedTables)
    for (const part of await partsOf(database, table))
      for await (const keys of rowsSealedWith(database, table, part, keyId)) count += keys.length;
  return count;
}

/** Encrypts all rows again, table by table; live ones before archived ones, because rows move in that direction. */
async function walk(resealing: Resealing, keyId: string, tell: () => void): Promise<RowCounts> {
  const counts: RowCounts = { anew: 0, left: 0, unreadable: 0 };
  for (const table of sealedTables)
    for (const part of await partsOf(resealing.database, table))
      for await (const keys of rowsSealedWith(resealing.database, table, part, keyId))
        for (const key of keys) {
          await resealRow({ ...resealing, keyId }, table, part, key, counts);
          tell();
        }
  return counts;
}

/**
 * Encrypts all texts of SECRET_KEY_PREVIOUS with SECRET_KEY, while other processes continue to write. It can be killed
 * and restarted at any time: each row is encrypted separately, and both keys decrypt all rows meanwhile. It ends when
 * a pass finds nothing, and started late enough that no process has an old text: then the previous key is deleted.
 */
export async function reseal(resealing: Resealing): Promise<Resealed> {
  const { database, seal, waitMs, mostWalks = 10, tell = () => {} } = resealing;
  const keyId = seal.previousKeyId;
  if (keyId === null) return { isOver: true, anew: 0, unreadable: 0 };
  let remaining = await countSealedWith(database, keyId);
  const told = () => {
    remaining = Math.max(0, remaining - 1);
    tell(remaining);
  };
  tell(remaining);
  let anew = 0;
  for (let walks = 0; walks < mostWalks; walks++) {
    const counts = await walk(resealing, keyId, told);
    anew += counts.anew;
    const isClean = counts.anew === 0 && counts.left === 0;
    if (isClean && walks > 0) {
      await forgetKey(database, seal, keyId);
      return { isOver: true, anew, unreadable: counts.unreadable };
    }
    await pause(waitMs);
  }
  return { isOver: false, anew, unreadable: 0 };
}
