import { type Connection, type Database, isTransient } from '../database/database.ts';
import type { Seal } from './seal.ts';
import type { ResealText, RowKey, SealedTable } from './sealed-tables.ts';

/**
 * The result for rows: encrypted again; skipped because of concurrent changes, and left for the next pass; and texts
 * that no key decrypts.
 */
export interface RowCounts {
  resealed: number;
  skipped: number;
  unreadable: number;
}

/** Rows that are looked at by one statement. */
const pageSize = 200;
/** The number of attempts: a row may change between read and write. */
const maxAttempts = 5;

type Row = Readonly<Record<string, string | null>>;

const joinMapped = (names: readonly string[], format: (name: string, index: number) => string, glue = ', ') =>
  names.map(format).join(glue);

/** The keys of the rows of a part that hold something sealed with this key, page by page. */
export async function* rowsSealedWith(
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

/** Columns that change when their texts are encrypted again. */
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

/** Writes columns of a row that is unchanged since it was read. Returns false otherwise. */
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

const lock = { text: 'select version from live_releases where id = $1 for update' };
const bumpVersion = { text: 'update live_releases set version = version + 1 where id = $1' };

/**
 * The same for a live plan, under its lock. Processes cache plans by version and would write the cached texts, so the
 * version increases.
 */
const writeUnderLock = (
  database: Database,
  releaseId: string,
  write: (connection: Connection) => Promise<boolean>,
): Promise<boolean> =>
  database.transaction(async (connection) => {
    if ((await connection.query(lock, [releaseId])).length === 0) return false;
    const isWritten = await write(connection);
    if (isWritten) await connection.query(bumpVersion, [releaseId]);
    return isWritten;
  });

/** Encrypts one row again that was encrypted with `keyId`, and adds to the counts. Concurrent changes stay. */
export async function resealRow(
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
      // of another purpose, or no text of ours
    }
  }
  return null;
}
