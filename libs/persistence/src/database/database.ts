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
import { type Connections, type DatabaseOptions, defaultLimits, openConnections, type PoolLoad } from './pool.ts';

/** A query that is prepared once on each connection, under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** The types of parameters. Objects are sent as JSON text. */
export type Parameter = string | number | boolean | null | readonly string[] | Buffer;

/** Where queries run: the pool, or the one connection of a transaction. Throws Overloaded when the database has no time, or others are in the way. */
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
   * Runs `work` in a transaction and commits at its end; rolls back and throws its error. `work` must use the database
   * only and keep no state outside, because it is repeated after a rollback by the server, or when it throws Contended
   * itself. Statements without an await travel together.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>, mode?: TransactionMode): Promise<T>;
  /** Closes all connections after running statements have ended. */
  stop(): Promise<void>;
}

/** A database that was opened here, with its connections. */
export interface OpenDatabase extends Database {
  /** Its connections at this moment. */
  load(): PoolLoad;
}

/**
 * `change` sees what others commit meanwhile, as does `brief`, which is undone after half a second in which this process
 * leaves it alone; the others see the state of one moment.
 */
export type TransactionMode = 'change' | 'brief' | 'snapshot' | 'read';

const beginStatements: Record<TransactionMode, string> = {
  change: 'begin',
  brief: 'begin',
  snapshot: 'begin isolation level repeatable read',
  read: 'begin isolation level repeatable read read only',
};

/** The attributes of a statement in traces beside its name: its text and values may be private. */
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

/** Opens the pool. Nothing is connected before the first query. */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const connections = openConnections(options);
  const { lockTimeoutMs: timeoutMs = defaultLimits.lock_timeout } = options;
  // If a replica is too slow, the primary is used instead of a retry.
  const retryLimits = { maxTries: options.readOnly === true ? 1 : maxAttempts, timeoutMs };
  return {
    query: (statement, values = []) => retry(retryLimits, () => runSingleStatement(connections, statement, values)),
    transaction: (work, mode = 'change') => retry(retryLimits, () => runTransaction(connections, work, mode)),
    load: connections.load,
    stop: connections.end,
  };
}

/** The maximum number of retries after a rollback by the server. */
const maxAttempts = 6;
/** Between two tries, half of it by chance, so that two that have met do not meet again; it grows so often. */
const pauseMs = 5;
const maxPauseFactor = 10;

interface RetryLimits {
  /** The maximum number of retries after a rollback by the server. */
  readonly maxTries: number;
  /** Work that does not wait for locks and throws Contended is repeated while others wait for a lock. */
  readonly timeoutMs: number;
}

/**
 * Repeats work after a rollback by the server, and work that does not wait for locks. Throws Contended after the last
 * retry.
 */
async function retry<T>({ maxTries, timeoutMs }: RetryLimits, work: () => Promise<T>): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const canRetry = isServerRollback(error)
        ? attempt < maxTries
        : error instanceof Contended && performance.now() < end;
      if (!canRetry) throw asContended(error);
    }
    await pause(Math.min(attempt, maxPauseFactor) * pauseMs * (1 + Math.random()));
  }
}

/**
 * One statement. A statement that a standby or a pooler has rejected did not run: it is repeated on another server, or
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
      const retry = canRetry(connections, error) && attemptsLeft > 1;
      release(isUnavailable(error));
      if (!retry) throw asOverloaded(error);
    }
  }
}

/** Each takes a new connection, which is to another server or waited for. */
const maxConnectionAttempts = 3;

/** Whether the same may go through next time, since the connection was to the wrong server, or a name was lost on the way. */
function canRetry({ primaryChanged, preparedStatements }: Connections, error: unknown): boolean {
  if (!isStandby(error)) return preparedStatements.isNameLost(error);
  primaryChanged();
  return true;
}

/**
 * A closed connection emits an event besides failing its statement. Without a listener, the event would end the
 * process.
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
    // Not awaited: it travels with the first statements of the work, and fails with them.
    const beginQuery = client.query(beginStatements[mode] + connections.afterBegin(mode === 'brief'));
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

/** PostgreSQL: a statement before has failed, and no other is done until the transaction is undone. */
const abortedState = '25P02';

/** A transaction had nothing left to commit. */
class TransactionAborted extends Error {}

const isConsequence = (error: unknown): boolean =>
  sqlStateOf(error) === abortedState || error instanceof TransactionAborted;

/** The connection of a transaction, and the effect of an error. */
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
     * A rollback by the server is retried, even if the work has replaced the error. An error that only follows from
     * another one is replaced by that one.
     */
    causeOf: (error: unknown): unknown =>
      isServerRollback(firstError) || isConsequence(error) ? (firstError ?? error) : error,
  };
}

/** PostgreSQL's five-character code of an error, or null when it is no error of the server. */
export const sqlStateOf = (error: unknown): string | null =>
  error instanceof pg.DatabaseError ? (error.code ?? null) : null;

/** Whether a write failed because a key is taken; `constraint` names the key. */
export const isDuplicate = (error: unknown, constraint?: string): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === '23505' &&
  (constraint === undefined || error.constraint === constraint);

/** Codes for a lock that is not available, and for an id that was used meanwhile. */
const transientStates: ReadonlySet<string | null> = new Set(['55P03', '23505']);

/**
 * Whether an error is caused by other transactions, or by a pause of this process, so that a retry may succeed. A
 * rollback within a transaction is not: the whole transaction is repeated.
 */
export const isTransient = (error: unknown): boolean =>
  transientStates.has(sqlStateOf(error)) || error instanceof ConnectionLost || error instanceof Contended;
