import pg from 'pg';

/** There is more to do at once than can be done now, or the database is not there; trying again later helps. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';
}

/** What a server answers to a write that only reads: it has become a standby, and another one is asked from now on. */
const onlyReads = '25006';

/** Of PostgreSQL: statement timeout, too many connections, shutting down or starting up, a transaction that was left alone. */
const states = ['57014', '53300', '57P01', '57P02', '57P03', '25P03', onlyReads];
/** Of PostgreSQL: connections that break. */
const brokenConnection = /^08\w{3}$/;
/** Of Node. */
const sockets = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE'];
const codes: ReadonlySet<string> = new Set([...states, ...sockets]);

/** The driver tells these by their text alone; the last one of a connection that was cut between two statements. */
const texts =
  /^(?:timeout (?:expired|exceeded when trying to connect)|Query read timeout|Connection terminated|Client (?:has encountered|was closed)\b.*\bnot queryable)/;

/** Whether something that has to be connected to, as the database is, had no time or was not there. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (codes.has(code) || brokenConnection.test(code)) return true;
  // of a socket in the file system; a file that is missing is something else
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  return !(error instanceof pg.DatabaseError) && texts.test(error.message);
}

/** Whether a connection is of no use any more, though it is sound: the server at its end is not the one to ask. */
export const isStandby = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === onlyReads;

/** The error that a caller should see: Overloaded where the database had no time or was not there. */
export const asOverloaded = (error: unknown): unknown =>
  isUnavailable(error) ? new Overloaded('the database has no time: try again', { cause: error }) : error;
