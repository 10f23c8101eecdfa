import { setTimeout as pause } from 'node:timers/promises';
import { inChildSpan } from '@slipway/tracing';
import pg from 'pg';
import {
  asContended,
  asOverloaded,
  ConnectionLost,
  Contended,
  isServerRollback,
  isStandby,
  isUnavailable,
  mayHaveBeenReceived,
  Overloaded,
} from './connection-errors.ts';
import {
  type Connections,
  type DatabaseOptions,
  defaultLimits,
  openConnections,
  type PoolLoad,
  type TransactionMode,
} from './pool.ts';

/** A query that each connection prepares once, under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** The types of parameters. Objects are sent as JSON. */
export type Parameter = string | number | boolean | null | readonly string[] | Buffer;

/**
 * Runs queries on the pool, or on the connection of a transaction. Throws Overloaded if the database is overloaded or
 * unavailable, Contended after a conflict with other transactions.
 */
export interface Connection {
  /** Runs a prepared statement, or a query built by knex without a name. Returns its rows. */
  query<Row extends object>(
    statement: Statement | { readonly text: string },
    values?: readonly Parameter[],
  ): Promise<readonly Row[]>;
}

/** The connection pool of a process. */
export interface Database extends Connection {
  /**
   * Runs `work` in a transaction, which is committed at the end, or rolled back if `work` throws. `work` must have no
   * other side effects: it is repeated after a rollback by the server, and after a Contended error of its own.
   * Statements that are not awaited separately are sent together.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>, mode?: TransactionMode): Promise<T>;
  /** Waits for running statements, then closes all connections. */
  stop(): Promise<void>;
}

/** A database that this process has opened. */
export interface OpenDatabase extends Database {
  /** Returns the current load of the connection pool. */
  load(): PoolLoad;
}

const beginStatements: Record<TransactionMode, string> = {
  change: 'begin',
  brief: 'begin',
  batch: 'begin',
  snapshot: 'begin isolation level repeatable read',
  read: 'begin isolation level repeatable read read only',
};

/**
 * The attributes of a statement in traces beside its name. The text and the values are omitted, because they may be
 * private.
 */
const spanAttributes = { 'db.system.name': 'postgresql' };

const send = async <Row extends object>(
  client: pg.PoolClient,
  { preparedStatements }: Connections,
  statement: Statement | { readonly text: string },
  values: readonly Parameter[],
): Promise<readonly Row[]> => {
  const name = 'name' in statement ? statement.name : 'unnamed statement';
  const query = () => client.query({ ...preparedStatements.toQuery(statement), values: [...values] });
  return (await inChildSpan(name, spanAttributes, query)).rows;
};

/** Opens the pool. It connects with the first query. */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const connections = openConnections(options);
  const { lockTimeoutMs: timeoutMs = defaultLimits.lock_timeout } = options;
  // If a replica is too slow, the primary is used instead of a retry.
  const retryLimits = { maxAttempts: options.readOnly === true ? 1 : defaultMaxAttempts, timeoutMs };
  return {
    query: (statement, values = []) => retry(retryLimits, () => runSingleStatement(connections, statement, values)),
    transaction: (work, mode = 'change') => retry(retryLimits, () => runTransaction(connections, work, mode)),
    load: connections.load,
    stop: connections.end,
  };
}

/** The maximum number of attempts if the server rolls back the transaction. */
const defaultMaxAttempts = 6;
/**
 * The base of the pause between two attempts, in milliseconds. The pause grows linearly up to this factor. Random
 * jitter keeps two conflicting transactions apart.
 */
const pauseMs = 5;
const maxPauseFactor = 10;

interface RetryLimits {
  /** The maximum number of attempts if the server rolls back the transaction. */
  readonly maxAttempts: number;
  /** The time limit in milliseconds for retries of work that uses `nowait` locks and throws Contended. */
  readonly timeoutMs: number;
}

/**
 * Repeats work after a rollback by the server, and work that throws Contended itself. Throws Contended after the last
 * attempt.
 */
async function retry<T>({ maxAttempts, timeoutMs }: RetryLimits, work: () => Promise<T>): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isRetryable = isServerRollback(error)
        ? attempt < maxAttempts
        : error instanceof Contended && performance.now() < end;
      if (!isRetryable) throw asContended(error);
    }
    await pause(Math.min(attempt, maxPauseFactor) * pauseMs * (1 + Math.random()));
  }
}

/**
 * Runs one statement. If a standby or a pooler rejects it, it did not run. It is then repeated on another server, or
 * without a name.
 */
async function runSingleStatement<Row extends object>(
  connections: Connections,
  statement: Statement | { readonly text: string },
  values: readonly Parameter[],
): Promise<readonly Row[]> {
  for (let attemptsLeft = maxConnectionAttempts; ; attemptsLeft--) {
    const client = await connections.acquire();
    const { release } = watchConnection(client, connections);
    try {
      const rows = await send<Row>(client, connections, statement, values);
      release(false);
      return rows;
    } catch (error) {
      const isRetryable = canRetry(connections, error) && attemptsLeft > 1;
      release(isUnavailable(error));
      if (!isRetryable) throw asOverloaded(error);
    }
  }
}

/** The maximum number of attempts of a statement. Each attempt uses a new connection, possibly to another server. */
const maxConnectionAttempts = 3;

/** Returns whether a retry may succeed, because the server was a standby, or did not know the statement name. */
function canRetry({ primaryChanged, preparedStatements }: Connections, error: unknown): boolean {
  if (!isStandby(error)) return preparedStatements.isNameLost(error);
  primaryChanged();
  return true;
}

/**
 * A connection that closes fails its statement and also emits an error event. Without a listener, the event would end
 * the process.
 */
function watchConnection(client: pg.PoolClient, { release }: Connections) {
  let broken = false;
  const markBroken = (): void => {
    broken = true;
  };
  client.on('error', markBroken);
  return {
    cut: markBroken,
    isCut: () => broken,
    release: (isUseless: boolean): void => {
      client.off('error', markBroken);
      release(client, broken || isUseless);
    },
  };
}

async function runTransaction<T>(
  connections: Connections,
  work: (connection: Connection) => Promise<T>,
  mode: TransactionMode,
): Promise<T> {
  const client = await connections.acquire();
  const { cut: markBroken, isCut: isBroken, release } = watchConnection(client, connections);
  const { inside: transactionConnection, causeOf: originalError } = createTransactionConnection(
    client,
    connections,
    markBroken,
  );
  let committing = false;
  try {
    // Not awaited: the server gets it together with the first statements of `work`, and both fail together.
    const beginQuery = client.query(beginStatements[mode] + connections.afterBegin(mode));
    beginQuery.catch(() => {});
    const result = await work(transactionConnection);
    await beginQuery;
    committing = !isBroken();
    const { command } = await inChildSpan('commit', spanAttributes, () => client.query('commit'));
    if (command === 'ROLLBACK')
      throw new TransactionAborted('the transaction had already failed, and was committed nevertheless');
    return result;
  } catch (error) {
    await client.query('rollback').catch(markBroken);
    const reason = asOverloaded(originalError(error));
    const isConnectionLost = reason instanceof Overloaded && isBroken() && !(committing && mayHaveBeenReceived(error));
    throw isConnectionLost ? new ConnectionLost(reason.message, { cause: reason.cause }) : reason;
  } finally {
    release(false);
  }
}

/** PostgreSQL error code: a previous statement failed, so the server rejects all statements until the rollback. */
const abortedState = '25P02';

/** A commit that the server turned into a rollback, because a statement had failed. */
class TransactionAborted extends Error {}

const isConsequence = (error: unknown): boolean =>
  sqlStateOf(error) === abortedState || error instanceof TransactionAborted;

/** Creates the connection of a transaction, and tracks its first error. */
function createTransactionConnection(client: pg.PoolClient, connections: Connections, markBroken: () => void) {
  let firstError: unknown = null;
  const transactionConnection: Connection = {
    query: async (statement, values = []) => {
      try {
        return await send(client, connections, statement, values);
      } catch (error) {
        if (canRetry(connections, error)) markBroken();
        if (sqlStateOf(error) !== abortedState) firstError = error;
        throw asOverloaded(error);
      }
    },
  };
  return {
    inside: transactionConnection,
    /**
     * Returns the error of the transaction. A rollback by the server is retried, even if `work` has thrown another
     * error. An error that only follows from an earlier one is replaced by the earlier one.
     */
    causeOf: (error: unknown): unknown =>
      isServerRollback(firstError) || isConsequence(error) ? (firstError ?? error) : error,
  };
}

/** Returns the five-character PostgreSQL code of an error, or null if the server did not report it. */
export const sqlStateOf = (error: unknown): string | null =>
  error instanceof pg.DatabaseError ? (error.code ?? null) : null;

/** Returns whether a write failed because of a duplicate key. `constraint` is the name of the key. */
export const isDuplicate = (error: unknown, constraint?: string): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === '23505' &&
  (constraint === undefined || error.constraint === constraint);

/** PostgreSQL error codes: lock not available, unique violation by a concurrent transaction. */
const transientStates: ReadonlySet<string | null> = new Set(['55P03', '23505']);

/**
 * Returns whether other transactions or a pause of this process have caused an error, so that a retry may succeed.
 * Returns false for a rollback within a transaction, because the whole transaction is repeated.
 */
export const isTransient = (error: unknown): boolean =>
  transientStates.has(sqlStateOf(error)) || error instanceof ConnectionLost || error instanceof Contended;
