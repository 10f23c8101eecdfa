import { setTimeout as pause } from 'node:timers/promises';
import { inPart } from '@slipway/tracing';
import pg from 'pg';
import { type Connections, type DatabaseOptions, openConnections, type PoolLoad, usualLimits } from './pool.ts';
import {
  asOverloaded,
  asRefused,
  Contended,
  isStandby,
  isUnavailable,
  isUndoneByServer,
  mayHaveArrived,
  Overloaded,
  Undone,
} from './unavailable.ts';

/** A query that is prepared once on each connection, under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** What PostgreSQL takes as a parameter here. Objects go as JSON text. */
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

const begin: Record<TransactionMode, string> = {
  change: 'begin',
  brief: 'begin',
  snapshot: 'begin isolation level repeatable read',
  read: 'begin isolation level repeatable read read only',
};

/** The attributes of a statement in traces beside its name: its text and values may be private. */
const ofDatabase = { 'db.system.name': 'postgresql' };

const send = async <Row extends object>(
  client: pg.PoolClient,
  { preparing }: Connections,
  statement: Statement | { readonly text: string },
  values: readonly Parameter[],
): Promise<readonly Row[]> => {
  const name = 'name' in statement ? statement.name : 'unnamed statement';
  const query = () => client.query({ ...preparing.sent(statement), values: [...values] });
  return (await inPart(name, ofDatabase, query)).rows;
};

/** Opens the pool. Nothing is connected before the first query. */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const connections = openConnections(options);
  const { lockTimeoutMs: longestMs = usualLimits.lock_timeout } = options;
  // If a replica is too slow, the primary is used instead of a retry.
  const patience = { most: options.onlyReads === true ? 1 : mostTimes, longestMs };
  return {
    query: (statement, values = []) => again(patience, () => alone(connections, statement, values)),
    transaction: (work, mode = 'change') => again(patience, () => transact(connections, work, mode)),
    load: connections.load,
    stop: connections.end,
  };
}

/** The maximum number of retries after a rollback by the server. */
const mostTimes = 6;
/** Between two tries, half of it by chance, so that two that have met do not meet again; it grows so often. */
const pauseMs = 5;
const mostPauses = 10;

interface Patience {
  /** The maximum number of retries after a rollback by the server. */
  readonly most: number;
  /** Work that does not wait for locks and throws Contended is repeated while others wait for a lock. */
  readonly longestMs: number;
}

/**
 * Repeats work after a rollback by the server, and work that does not wait for locks. Throws Contended after the last
 * retry.
 */
async function again<T>({ most, longestMs }: Patience, work: () => Promise<T>): Promise<T> {
  const end = performance.now() + longestMs;
  for (let times = 1; ; times++) {
    try {
      return await work();
    } catch (error) {
      const isAgain = isUndoneByServer(error) ? times < most : error instanceof Contended && performance.now() < end;
      if (!isAgain) throw asRefused(error);
    }
    await pause(Math.min(times, mostPauses) * pauseMs * (1 + Math.random()));
  }
}

/**
 * One statement. A statement that a standby or a pooler has rejected did not run: it is repeated on another server, or
 * without a name.
 */
async function alone<Row extends object>(
  connections: Connections,
  statement: Statement | { readonly text: string },
  values: readonly Parameter[],
): Promise<readonly Row[]> {
  for (let tries = mostTries; ; tries--) {
    const client = await connections.take();
    const { release } = listen(client, connections);
    try {
      const rows = await send<Row>(client, connections, statement, values);
      release(false);
      return rows;
    } catch (error) {
      const again = isAgain(connections, error) && tries > 1;
      release(isUnavailable(error));
      if (!again) throw asOverloaded(error);
    }
  }
}

/** Each takes a new connection, which is to another server or waited for. */
const mostTries = 3;

/** Whether the same may go through next time, since the connection was to the wrong server, or a name was lost on the way. */
function isAgain({ moved, preparing }: Connections, error: unknown): boolean {
  if (!isStandby(error)) return preparing.isLost(error);
  moved();
  return true;
}

/**
 * A closed connection emits an event besides failing its statement. Without a listener, the event would end the
 * process.
 */
function listen(client: pg.PoolClient, { give }: Connections) {
  let broken = false;
  const cut = (): void => {
    broken = true;
  };
  client.on('error', cut);
  return {
    cut,
    isCut: () => broken,
    release: (isUseless: boolean): void => {
      client.off('error', cut);
      give(client, broken || isUseless);
    },
  };
}

async function transact<T>(
  connections: Connections,
  work: (connection: Connection) => Promise<T>,
  mode: TransactionMode,
): Promise<T> {
  const client = await connections.take();
  const { cut, isCut, release } = listen(client, connections);
  const { inside, causeOf } = within(client, connections, cut);
  let committing = false;
  try {
    // Not awaited: it travels with the first statements of the work, and fails with them.
    const begun = client.query(begin[mode] + connections.afterBegin(mode === 'brief'));
    begun.catch(() => {});
    const result = await work(inside);
    await begun;
    committing = !isCut();
    const { command } = await inPart('commit', ofDatabase, () => client.query('commit'));
    if (command === 'ROLLBACK') throw new Aborted('the transaction had already failed, and was committed nevertheless');
    return result;
  } catch (error) {
    await client.query('rollback').catch(cut);
    const reason = asOverloaded(causeOf(error));
    const isUndone = reason instanceof Overloaded && isCut() && !(committing && mayHaveArrived(error));
    throw isUndone ? new Undone(reason.message, { cause: reason.cause }) : reason;
  } finally {
    release(false);
  }
}

/** PostgreSQL: a statement before has failed, and no other is done until the transaction is undone. */
const aborted = '25P02';

/** A transaction had nothing left to commit. */
class Aborted extends Error {}

const isFollowing = (error: unknown): boolean => sqlStateOf(error) === aborted || error instanceof Aborted;

/** The connection of a transaction, and the effect of an error. */
function within(client: pg.PoolClient, connections: Connections, cut: () => void) {
  let failed: unknown = null;
  const inside: Connection = {
    query: async (statement, values = []) => {
      try {
        return await send(client, connections, statement, values);
      } catch (error) {
        if (isAgain(connections, error)) cut();
        if (sqlStateOf(error) !== aborted) failed = error;
        throw asOverloaded(error);
      }
    },
  };
  return {
    inside,
    /**
     * A rollback by the server is retried, even if the work has replaced the error. An error that only follows from
     * another one is replaced by that one.
     */
    causeOf: (error: unknown): unknown => (isUndoneByServer(failed) || isFollowing(error) ? (failed ?? error) : error),
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

/** Not to be had without waiting, and an id that was free a moment ago. */
const transient: ReadonlySet<string | null> = new Set(['55P03', '23505']);

/**
 * Whether an error is caused by other transactions, or by a pause of this process, so that a retry may succeed. A
 * rollback within a transaction is not: the whole transaction is repeated.
 */
export const isTransient = (error: unknown): boolean =>
  transient.has(sqlStateOf(error)) || error instanceof Undone || error instanceof Contended;
