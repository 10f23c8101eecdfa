import { message } from '@slipway/domain/messages';
import { RefusalError } from '@slipway/domain/model';
import pg from 'pg';

/** The server is overloaded or the database is unavailable. A later retry may succeed. */
export class Overloaded extends RefusalError {
  override readonly name = 'Overloaded';
}

/** The error code of a write on a server that has become a standby. Later connections use another server. */
const readOnlyState = '25006';

/** The connection was lost before the commit was sent. Nothing has changed, and the transaction can be repeated. */
export class ConnectionLost extends Overloaded {}

/** A concurrent transaction changed the same rows first. Nothing has changed, and the transaction can be repeated. */
export class Contended extends Overloaded {}

/** PostgreSQL error codes: deadlock detected, serialization failure. The server has rolled back the transaction. */
const rollbackStates: ReadonlySet<string | undefined> = new Set(['40P01', '40001']);

/** PostgreSQL error code: lock not available, after `lock_timeout` or with `nowait`. */
const lockUnavailableState = '55P03';

/**
 * Returns whether the server rolled back the transaction of a statement in favor of concurrent ones. A retry may
 * succeed.
 */
export const isServerRollback = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && rollbackStates.has(error.code);

/** PostgreSQL error codes: statement timeout, too many connections, shutdown, startup, idle-in-transaction timeout. */
const unavailableStates = ['57014', '53300', '57P01', '57P02', '57P03', '25P03', readOnlyState];
/** PostgreSQL error codes of broken connections. */
const brokenConnection = /^08\w{3}$/;
/** Node.js error codes of broken connections. */
const socketErrors = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE'];
const unavailableCodes: ReadonlySet<string> = new Set([...unavailableStates, ...socketErrors]);

/** Driver errors without a code. The last message is that of a connection that was closed between two statements. */
const driverMessages =
  /^(?:timeout (?:expired|exceeded when trying to connect)|Query read timeout|Connection terminated|Client (?:has encountered|was closed)\b.*\bnot queryable)/;

/** Returns whether the server of a connection, such as the database, was overloaded or unavailable. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (unavailableCodes.has(code) || brokenConnection.test(code)) return true;
  // A missing Unix socket. A missing file has another `syscall`.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  return !(error instanceof pg.DatabaseError) && driverMessages.test(error.message);
}

/** Returns whether the disk of PostgreSQL (SQLSTATE 53100) or of this process is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '53100' || error.code === 'ENOSPC');

/** Returns whether the server of a connection rejects writes, because it is a standby. The connection itself works. */
export const isStandby = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === readOnlyState;

/**
 * Converts an error for the caller: Overloaded if the database was overloaded or unavailable, otherwise the same error.
 */
export const asOverloaded = (error: unknown): unknown =>
  isUnavailable(error) ? new Overloaded(message('server.databaseBusy'), { cause: error }) : error;

/**
 * Converts the error of a statement or transaction that is not retried again. Returns Contended for a lock conflict
 * with other transactions, otherwise the result of `asOverloaded`.
 */
export function asContended(error: unknown): unknown {
  const isLockUnavailable = error instanceof pg.DatabaseError && error.code === lockUnavailableState;
  if (!isLockUnavailable && !isServerRollback(error)) return asOverloaded(error);
  return new Contended(message('server.contended'), { cause: error });
}

/**
 * Returns whether the server may have received the data that was sent before the connection broke. It has not if it had
 * already closed the connection.
 */
export const mayHaveBeenReceived = (error: unknown): boolean =>
  !(error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === '25P03'));
