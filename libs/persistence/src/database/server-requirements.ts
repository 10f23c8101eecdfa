import { Overloaded } from './connection-errors.ts';

/** The database cannot be worked with as it is; the message is one sentence for the person who starts the product. */
export class UnsuitableDatabase extends Error {
  override readonly name = 'UnsuitableDatabase';
}

/** Tables have generated virtual columns, which came with this one. */
const minServerVersion = 18;

/** Refuses a server that is too old, by its `server_version_num`, for instance 150004. Throws UnsuitableDatabase. */
export function requireServerVersion(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major >= minServerVersion) return;
  throw new UnsuitableDatabase(
    `DATABASE_URL: PostgreSQL ${minServerVersion} or newer is needed, this is ${major}.${version % 10_000}`,
  );
}

/** Letters with the same lower case in every Unicode locale, but not in a locale of one language or of ASCII. */
export const caseTestLetters = 'IÀÜŁΔЖ';

/** Refuses a database to which names are not the same in another letter case that are to us. Throws UnsuitableDatabase. */
export function requireUnicodeCase(lower: string): void {
  if (lower === caseTestLetters.toLowerCase()) return;
  throw new UnsuitableDatabase(
    `DATABASE_URL: the lower case of '${caseTestLetters}' is '${lower}' to this database: make it with a locale of Unicode, ` +
      "such as LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' TEMPLATE template0",
  );
}

/** Network, login, name, too many connections. */
const fixableCodes = /^(?:E(?!RR_)[A-Z_]{3,}|28...|3D000|42501|53...|57P0.)$/;

/** How one refuses what belongs to a connection. */
const poolerError = /^unsupported startup parameter/;
const poolerHint = 'a pooler answers, and DATABASE_DIRECT_URL has to lead past it, to PostgreSQL itself';

/** A problem of the configured database that the operator can fix, as a message; null for others. */
export function databaseProblem(error: unknown): string | null {
  if (error instanceof UnsuitableDatabase) return error.message;
  const cause = error instanceof Overloaded ? error.cause : error;
  if (!(cause instanceof Error)) return null;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  if (cause === error && !fixableCodes.test(code)) return null;
  if (poolerError.test(cause.message)) return `cannot use the database of DATABASE_URL: ${poolerHint}`;
  return `cannot use the database of DATABASE_URL: ${cause.message || code}`;
}
