import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, type Database, isTransient } from '../database/database.ts';
import { deleteKey, type Seal } from './seal.ts';
import { type ResealText, type RowKey, type SealedTable, sealedTables } from './sealed-tables.ts';

/**
 * The numbers of rows and texts: rows that were encrypted again; rows that were skipped because of concurrent changes,
 * which the next pass processes; and texts that no key decrypts.
 */
interface RowCounts {
  resealed: number;
  skipped: number;
  unreadable: number;
}

/** The number of rows that one statement reads. */
const pageSize = 200;
/** The maximum number of attempts. A row may change between its read and its write. */
const maxAttempts = 5;

type Row = Readonly<Record<string, string | null>>;

const joinMapped = (names: readonly string[], format: (name: string, index: number) => string, glue = ', ') =>
  names.map(format).join(glue);

/** Yields the keys of the rows of a part that contain a text encrypted with this key, page by page. */
async function* rowsSealedWith(
  connection: Connection,
  { key, columns }: SealedTable,
  part: string,
  keyId: string,
): AsyncGenerator<readonly RowKey[]> {
  const keys = joinMapped(key, (name) => name);
  const containsSql = joinMapped(
    Object.keys(columns),
    (name) => `coalesce(${columns[name]?.holds(name, '$1::text')}, false)`,
    ' or ',
  );
  for (let after: RowKey | null = null; ; ) {
    const afterSql: string =
      after === null ? '' : `where (${keys}) > (${joinMapped(key, (_, index) => `$${index + 2}`)})`;
    const text = `select ${joinMapped(key, (name) => `${name}::text as ${name}`)}, ${containsSql} as held
      from (select * from ${part} ${afterSql} order by ${keys} limit ${pageSize}) as page order by ${joinMapped(key, (name) => `page.${name}`)}`;
    const page: readonly (Row & { readonly held: boolean })[] = await connection.query({ text }, [
      keyId,
      ...(after ?? []),
    ]);
    const keyOf = (row: Row): RowKey => key.map((name) => row[name] ?? '');
    yield page.filter(({ held: isHeld }) => isHeld).map(keyOf);
    const lastRow = page.at(-1);
    if (lastRow === undefined || page.length < pageSize) return;
    after = keyOf(lastRow);
  }
}

interface RowState {
  readonly xmin: string;
  readonly releaseId: string | null;
  readonly row: Row;
}

async function readRow(
  connection: Connection,
  table: SealedTable,
  part: string,
  key: RowKey,
): Promise<RowState | null> {
  const columns = joinMapped(Object.keys(table.columns), (name) => `${name}::text as ${name}`);
  const where = joinMapped(table.key, (name, index) => `${name} = $${index + 1}`, ' and ');
  const text = `select xmin::text as "rowVersion", ${table.releaseId ?? 'null'}::text as "releaseOfRow", ${columns}
    from ${part} where ${where}`;
  const [state] = await connection.query<Row>({ text }, [...key]);
  if (state === undefined) return null;
  const { rowVersion, releaseOfRow, ...row } = state;
  return { xmin: rowVersion ?? '', releaseId: releaseOfRow ?? null, row };
}

/** Returns the columns that change when their texts are encrypted again. */
function rewriteColumns(
  table: SealedTable,
  key: RowKey,
  row: Row,
  resealText: ResealText,
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table.columns).flatMap(([name, column]): [string, string][] => {
      const before = row[name] ?? null;
      const after = before === null ? null : column.rewrite(before, key, resealText);
      return after === null || after === before ? [] : [[name, after]];
    }),
  );
}

/** Writes columns of a row. Returns false if the row has changed since it was read. */
async function writeRow(
  connection: Connection,
  table: SealedTable,
  target: { readonly part: string; readonly key: RowKey; readonly xmin: string },
  changed: ReadonlyMap<string, string>,
): Promise<boolean> {
  const { part, key, xmin } = target;
  const names = [...changed.keys()];
  const sets = joinMapped(names, (name, index) => `${name} = $${index + 1}::${table.columns[name]?.type}`);
  const where = joinMapped(table.key, (name, index) => `${name} = $${names.length + index + 1}`, ' and ');
  const text = `update ${part} set ${sets} where ${where} and xmin::text = $${names.length + key.length + 1} returning 1`;
  return (await connection.query({ text }, [...changed.values(), ...key, xmin])).length > 0;
}

const lockStatement = { text: 'select version from live_releases where id = $1 for update' };
const bumpVersion = { text: 'update live_releases set version = version + 1 where id = $1' };

/**
 * Writes columns of a live plan while holding its lock. Increases the version: processes cache plans by version, and
 * would otherwise write the old texts again.
 */
const writeUnderLock = (
  database: Database,
  releaseId: string,
  write: (connection: Connection) => Promise<boolean>,
): Promise<boolean> =>
  database.transaction(async (connection) => {
    if ((await connection.query(lockStatement, [releaseId])).length === 0) return false;
    const isWritten = await write(connection);
    if (isWritten) await connection.query(bumpVersion, [releaseId]);
    return isWritten;
  });

/** Encrypts a row again that was encrypted with `keyId`, and updates the counts. Concurrent changes are preserved. */
async function resealRow(
  { database, seal, keyId }: { readonly database: Database; readonly seal: Seal; readonly keyId: string },
  table: SealedTable,
  part: string,
  key: RowKey,
  counts: RowCounts,
): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const state = await readRow(database, table, part, key);
    if (state === null) return;
    let unreadable = 0;
    const resealText: ResealText = (sealed, purposes) => {
      if (!sealed.startsWith(`v1.${keyId}.`)) return sealed;
      const resealedText = tryReseal(seal, sealed, purposes);
      if (resealedText === null) unreadable += 1;
      return resealedText ?? sealed;
    };
    const changed = rewriteColumns(table, key, state.row, resealText);
    const write = (connection: Connection) => writeRow(connection, table, { part, key, xmin: state.xmin }, changed);
    const isCachedPlan = state.releaseId !== null && part.startsWith('live_');
    const isDone =
      changed.size === 0 ||
      (await (isCachedPlan ? writeUnderLock(database, state.releaseId ?? '', write) : write(database)).catch(
        falseIfTransient,
      ));
    if (!isDone) continue;
    counts.unreadable += unreadable;
    if (changed.size > 0) counts.resealed += 1;
    return;
  }
  counts.skipped += 1;
}

function falseIfTransient(error: unknown): false {
  if (isTransient(error)) return false;
  throw error;
}

function tryReseal(seal: Seal, sealed: string, purposes: Parameters<ResealText>[1]): string | null {
  for (const purpose of purposes) {
    try {
      return seal.seal(purpose, seal.open(purpose, sealed));
    } catch {
      // The text was encrypted for another purpose, or is not an encrypted text.
    }
  }
  return null;
}

/** The context of a key rotation. */
interface ResealOptions {
  readonly database: Database;
  /** Encrypts with the new key, and also decrypts with the previous one. */
  readonly seal: Seal;
  /** The time in milliseconds after which no process uses a text that it read before it was encrypted again. */
  readonly waitMs: number;
  /**
   * The maximum number of passes. If the last one still finds texts, a process is still encrypting with the previous
   * key.
   */
  readonly maxPasses?: number;
  /** Called with the number of remaining rows, at the beginning and after each row. */
  readonly onProgress?: (remaining: number) => void;
}

/** The result of a key rotation. */
interface ResealResult {
  /** Whether no text of the previous key remains, so that processes can start without it. */
  readonly isComplete: boolean;
  /** The number of rows. */
  readonly resealedCount: number;
  /**
   * The number of texts that have the format of an encrypted text with the previous key, but that it cannot decrypt.
   */
  readonly unreadable: number;
}

const detachedPartsStatement = {
  text: `select tablename as name from pg_tables where schemaname = 'public' and tablename ~ ('^detached_' || $1 || '_[0-9a-z_]+$')`,
};

/**
 * Returns the partitions of a table, followed by the months that were detached from the archive and may be attached
 * again.
 */
async function readParts(database: Database, { table, parts }: SealedTable): Promise<readonly string[]> {
  const rows = await database.query<{ readonly name: string }>(detachedPartsStatement, [table]);
  return [...parts, ...rows.map(({ name }) => name)];
}

/** Counts the rows with texts that a key has encrypted. */
export async function countSealedWith(database: Database, keyId: string): Promise<number> {
  let count = 0;
  for (const table of sealedTables)
    for (const part of await readParts(database, table))
      for await (const keys of rowsSealedWith(database, table, part, keyId)) count += keys.length;
  return count;
}

/**
 * Encrypts all rows again, table by table. It reads live rows before archived ones, because rows move in that
 * direction.
 */
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
 * Encrypts all texts of SECRET_KEY_PREVIOUS with SECRET_KEY, while other processes continue to write. It can be stopped
 * and restarted at any time: each row is written separately, and both keys can decrypt their rows. It ends with a pass
 * that finds nothing and that begins late enough that no process still has an old text. Then it removes the previous
 * key.
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
