import { Overloaded } from './connection-errors.ts';
import type { Connection } from './database.ts';
import { defaultLimits } from './pool.ts';

/** The connections of a server: the maximum for ordinary roles, and the open ones. */
interface ConnectionLimits {
  readonly max: number;
  readonly open: number;
}

const statements = {
  connections: {
    name: 'connection-limits',
    text: `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - current_setting('reserved_connections')::int as max,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as open`,
  },
  limits: {
    name: 'role-limits',
    text: `select name, setting::int as ms from pg_settings where name in ('statement_timeout', 'lock_timeout') order by name`,
  },
};

/** Reads the maximum and the current number of connections of the server. */
export async function readConnectionLimits(connection: Connection): Promise<ConnectionLimits> {
  const [row] = await connection.query<ConnectionLimits>(statements.connections);
  return row ?? { max: 0, open: 0 };
}

/** A limit of the role, by its name in PostgreSQL. */
interface TimeoutSetting {
  readonly name: 'statement_timeout' | 'lock_timeout';
  /** The limit in milliseconds; 0 means no limit. */
  readonly ms: number;
}

/**
 * Returns the statement limits of the role that are missing, or higher than those of a direct connection, in
 * milliseconds. Behind a pooler, a statement outside a transaction has the limits of its role.
 */
export async function readLooseTimeouts(connection: Connection): Promise<readonly TimeoutSetting[]> {
  const limits = await connection.query<TimeoutSetting>(statements.limits);
  return limits.filter(({ name, ms }) => ms === 0 || ms > defaultLimits[name]);
}

/** The database is not suitable for the product. The message is one sentence for the operator. */
export class UnsuitableDatabase extends Error {
  override readonly name = 'UnsuitableDatabase';
}

/** The minimum version. Tables have virtual generated columns, which PostgreSQL supports since this version. */
const minServerVersion = 18;

/** Rejects a server that is too old by its `server_version_num`, such as 150004. Throws UnsuitableDatabase. */
export function requireServerVersion(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major >= minServerVersion) return;
  throw new UnsuitableDatabase(
    `DATABASE_URL: PostgreSQL ${minServerVersion} or newer is needed, this is ${major}.${version % 10_000}`,
  );
}

/**
 * Letters that have the same lower case in every Unicode locale, but not in some language-specific and ASCII locales.
 */
export const caseTestLetters = 'IÀÜŁΔЖ';

/** Rejects a database that converts letters to lower case differently than the product. Throws UnsuitableDatabase. */
export function requireUnicodeCase(lower: string): void {
  if (lower === caseTestLetters.toLowerCase()) return;
  throw new UnsuitableDatabase(
    `DATABASE_URL: the lower case of '${caseTestLetters}' is '${lower}' to this database: create it with a Unicode locale, ` +
      "such as LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' TEMPLATE template0",
  );
}

/** Error codes of the network, the login, an unknown database, and too many connections. */
const fixableCodes = /^(?:E(?!RR_)[A-Z_]{3,}|28...|3D000|42501|53...|57P0.)$/;

/** The error message of a pooler for an unsupported startup parameter. */
const poolerError = /^unsupported startup parameter/;
const poolerHint = 'a pooler answers, and DATABASE_DIRECT_URL has to lead past it, to PostgreSQL itself';

/** Returns the message for a problem of the configured database that the operator can fix; null for other errors. */
export function databaseProblem(error: unknown): string | null {
  if (error instanceof UnsuitableDatabase) return error.message;
  const cause = error instanceof Overloaded ? error.cause : error;
  if (!(cause instanceof Error)) return null;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  if (cause === error && !fixableCodes.test(code)) return null;
  if (poolerError.test(cause.message)) return `cannot use the database of DATABASE_URL: ${poolerHint}`;
  return `cannot use the database of DATABASE_URL: ${cause.message || code}`;
}

const transactionStatements = {
  keepAlive: { name: 'touch', text: 'select' },
  idleTimeout: {
    name: 'allow-pauses',
    text: `select set_config('idle_in_transaction_session_timeout', $1, true)`,
  },
};

/** Runs an empty statement, because the server rolls back a transaction that is idle for some seconds. */
export async function keepTransactionAlive(connection: Connection): Promise<void> {
  await connection.query(transactionStatements.keepAlive);
}

/** Sets the time in milliseconds after which the server rolls back this transaction if it is idle. */
export async function setIdleTransactionTimeout(connection: Connection, milliseconds: number): Promise<void> {
  await connection.query(transactionStatements.idleTimeout, [String(milliseconds)]);
}
