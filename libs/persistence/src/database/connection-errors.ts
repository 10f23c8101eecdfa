import { message } from '@slipway/domain/messages';
import { RefusalError } from '@slipway/domain/model';
import pg from 'pg';

/** There is more to do at once than can be done now, or the database is not there; trying again later helps. */
export class Overloaded extends RefusalError {
  override readonly name = 'Overloaded';
}

/** The error of a server for a write after it has become a standby. Another server is used from then on. */
const readOnlyState = '25006';

/** The connection was lost before the commit was sent: nothing has changed, and the transaction can be repeated. */
export class ConnectionLost extends Overloaded {}

/** A concurrent transaction changed the same rows first: nothing has changed, and the transaction can be repeated. */
export class Contended extends Overloaded {}

/** PostgreSQL codes for a deadlock, which it ends by a rollback of one transaction, and a serialization failure. */
const rollbackStates: ReadonlySet<string | undefined> = new Set(['40P01', '40001']);

/** PostgreSQL error: no lock within lock_timeout, or not without waiting. */
const lockUnavailableState = '55P03';

/** Whether the server rolled back a statement and its transaction in favor of others. A retry may succeed. */
export const isServerRollback = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && rollbackStates.has(error.code);

/** Of PostgreSQL: statement timeout, too many connections, shutting down or starting up, a transaction that was left alone. */
const unavailableStates = ['57014', '53300', '57P01', '57P02', '57P03', '25P03', readOnlyState];
/** PostgreSQL codes for broken connections. */
const brokenConnection = /^08\w{3}$/;
/** Node codes for broken connections. */
const socketErrors = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE'];
const unavailableCodes: ReadonlySet<string> = new Set([...unavailableStates, ...socketErrors]);

/** The driver reports these by text only; the last one for a connection that was closed between two statements. */
const driverMessages =
  /^(?:timeout (?:expired|exceeded when trying to connect)|Query read timeout|Connection terminated|Client (?:has encountered|was closed)\b.*\bnot queryable)/;

/** Whether something that has to be connected to, as the database is, had no time or was not there. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (unavailableCodes.has(code) || brokenConnection.test(code)) return true;
  // of a socket in the file system; a file that is missing is something else
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  return !(error instanceof pg.DatabaseError) && driverMessages.test(error.message);
}

/** Whether the disk of PostgreSQL (SQLSTATE 53100), or of this process, has no space left. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '53100' || error.code === 'ENOSPC');

/** Whether a connection is of no use any more, though it is sound: the server at its end is not the one to ask. */
export const isStandby = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === readOnlyState;

/** The error that a caller should see: Overloaded where the database had no time or was not there. */
export const asOverloaded = (error: unknown): unknown =>
  isUnavailable(error) ? new Overloaded(message('server.databaseBusy'), { cause: error }) : error;

/** The same of a statement or a transaction that is over and is not done again: Contended where others have what it needs. */
export function asContended(error: unknown): unknown {
  const isLockUnavailable = error instanceof pg.DatabaseError && error.code === lockUnavailableState;
  if (!isLockUnavailable && !isServerRollback(error)) return asOverloaded(error);
  return new Contended(message('server.contended'), { cause: error });
}

/** Whether a server may have read what was sent when a connection broke: it has not where it had closed it before. */
export const mayHaveBeenReceived = (error: unknown): boolean =>
  !(error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === '25P03'));
