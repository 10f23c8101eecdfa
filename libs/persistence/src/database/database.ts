import pg from 'pg';
import { instantOf } from './instants.ts';
import { asOverloaded, isStandby } from './unavailable.ts';

/** A query that is prepared once on each connection, under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** What PostgreSQL takes as a parameter here. Objects go as JSON text. */
export type Parameter = string | number | boolean | null | readonly string[] | Buffer;

/** Where queries run: the pool, or the one connection of a transaction. Throws Overloaded when the database has no time. */
export interface Connection {
  /** Runs a prepared statement (or a query built by knex, without a name) and answers its rows. */
  query<Row extends object>(
    statement: Statement | { readonly text: string },
    values?: readonly Parameter[],
  ): Promise<readonly Row[]>;
}

/** The one pool of a process. */
export interface Database extends Connection {
  /**
   * Runs `work` in a transaction and commits when it is done; rolls back and passes the error on when it
   * throws. Only the database may happen inside it. Statements issued without waiting travel together.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>, mode?: TransactionMode): Promise<T>;
  /** Ends all connections; what still runs is finished first. */
  stop(): Promise<void>;
}

/** `change` sees what others commit meanwhile; the others see the state of one moment. */
export type TransactionMode = 'change' | 'snapshot' | 'read';

export interface DatabaseOptions {
  readonly url: string;
  readonly connections?: number;
  readonly statementTimeoutMs?: number;
  readonly lockTimeoutMs?: number;
  /** for how long this process may leave a transaction alone before it is undone */
  readonly idleTimeoutMs?: number;
  /** called with the error of an idle connection, which the pool replaces by itself */
  readonly onConnectionLost?: (error: Error) => void;
}

const begin: Record<TransactionMode, string> = {
  change: 'begin',
  snapshot: 'begin isolation level repeatable read',
  read: 'begin isolation level repeatable read read only',
};

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.TIMESTAMPTZ, instantOf],
  [pg.types.builtins.INT8, Number],
]);

/** Instants arrive as epoch milliseconds and bigints as numbers: both fit a double with room to spare. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ??
    (format === 'binary' ? pg.types.getTypeParser(oid, format) : pg.types.getTypeParser(oid, 'text')),
};

/** A server ends a statement that takes too long; one that has not said so after this much more is gone. */
const deafMs = 2_000;

function openPool(options: DatabaseOptions): pg.Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? 15_000;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connections ?? 10,
    statement_timeout: statementTimeoutMs,
    // A server that is gone without a word (its machine, the network) would be waited for until TCP gives up, in 15 minutes.
    query_timeout: statementTimeoutMs + deafMs,
    lock_timeout: options.lockTimeoutMs ?? 5_000,
    // A process that stands still (a machine that swaps, is moved or has lost its network) keeps its locks, one of which
    // everybody needs who starts releases from tasks. Whoever waits for them shall get them before lock_timeout.
    idle_in_transaction_session_timeout: options.idleTimeoutMs ?? 4_000,
    connectionTimeoutMillis: 10_000,
    application_name: 'slipway',
    options: '-c timezone=UTC -c datestyle=ISO -c jit=off',
    pipeline: true,
    types,
  });
  // A pool that ends does not wait for its connections to close, so a server that ends next may cut one off.
  pool.on('error', (error) => {
    if (!pool.ending) options.onConnectionLost?.(error);
  });
  return pool;
}

const over = (client: pg.Pool | pg.PoolClient, onStandby: () => void = () => {}): Connection => ({
  query: async (statement, values = []) => {
    try {
      return (await client.query({ ...statement, values: [...values] })).rows;
    } catch (error) {
      if (isStandby(error)) onStandby();
      throw asOverloaded(error);
    }
  },
});

/** Opens the pool. Nothing is connected before the first query. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = openPool(options);
  const transaction = async <T>(work: (connection: Connection) => Promise<T>, mode: TransactionMode = 'change') => {
    const client = await pool.connect().catch((error) => {
      throw asOverloaded(error);
    });
    let broken = false;
    // A connection that is cut says so by an event besides failing its statement; with no listener, it ends the process.
    const cut = () => {
      broken = true;
    };
    client.on('error', cut);
    try {
      // Not awaited: it travels with the first statements of the work, and fails with them.
      const begun = client.query(begin[mode]);
      begun.catch(() => {});
      const result = await work(over(client, cut));
      await begun;
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(cut);
      throw asOverloaded(error);
    } finally {
      client.off('error', cut);
      client.release(broken);
    }
  };
  return { ...over(pool), transaction, stop: () => pool.end() };
}

/** PostgreSQL's five-character code of an error, or null when it is no error of the server. */
export const sqlStateOf = (error: unknown): string | null =>
  error instanceof pg.DatabaseError ? (error.code ?? null) : null;

/** Whether a write failed because a key is taken; `constraint` names the key. */
export const isDuplicate = (error: unknown, constraint?: string): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === '23505' &&
  (constraint === undefined || error.constraint === constraint);

/** Not to be had without waiting, deadlock, serialization failure; and an id that was free a moment ago. */
const transient: ReadonlySet<string | null> = new Set(['55P03', '40P01', '40001', '23505']);

/** Whether an error is due to what others are doing at this moment: the same may go through next time. */
export const isTransient = (error: unknown): boolean => transient.has(sqlStateOf(error));
