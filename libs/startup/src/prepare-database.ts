import { setTimeout as pause } from 'node:timers/promises';
import { databaseProblem, migrate, missingMigrations, Overloaded } from '@slipway/persistence/database';
import { type Config, type Health, type Process, StartupError } from '@slipway/process';

/** A database with the schema of this version, and its encryption key. */
export interface PreparedDatabase {
  readonly url: string;
  /** 32 bytes in base64 */
  readonly secretKey: string;
  /** The maximum number of connections if DATABASE_CONNECTIONS is not set; absent: the default of the pool. */
  readonly connections?: number | undefined;
}

/** Ends the start with a message for a database problem that the operator can fix. */
export function refuseDatabase(error: unknown): never {
  const message = databaseProblem(error);
  throw message === null ? error : new StartupError(message);
}

/**
 * Handles a database of the operator that becomes unavailable during the start like one that was unavailable before. An
 * embedded database reports its own end.
 */
export const withDatabaseErrors =
  <Args extends readonly unknown[], T>(start: (process: Process, ...args: Args) => Promise<T>) =>
  (process: Process, ...args: Args): Promise<T> =>
    start(process, ...args).catch((error: unknown) => {
      if (error instanceof Overloaded && process.config.databaseUrl !== undefined) refuseDatabase(error);
      throw error;
    });

/** Throws `StartupError` if a setting is missing. The message contains the process name and its action. */
export function requireSettings(
  { databaseUrl: url, secretKey }: Config,
  processName: string,
  action: string,
): PreparedDatabase {
  if (url === undefined)
    throw new StartupError(`${processName} requires DATABASE_URL: the database whose releases it ${action}`);
  if (secretKey === undefined)
    throw new StartupError(`${processName} requires SECRET_KEY: the key of the process that created the database`);
  return { url, secretKey };
}

/**
 * The direct address of PostgreSQL if DATABASE_URL is that of a pooler, because migrations and the queue need sessions.
 */
export const directUrl = ({ databaseDirectUrl }: Config, url: string): string => databaseDirectUrl ?? url;

/** Applies the missing migrations to the database of the operator; returns their names. Throws `StartupError`. */
export const migrateDatabase = async ({ config }: Process, url: string): Promise<readonly string[]> =>
  await migrate(directUrl(config, url)).catch(refuseDatabase);

const pollIntervalMs = 1_000;

/**
 * Waits until `npm run migrate` has applied the migrations of this version, so that processes can start in any order.
 * Throws `StartupError` for an unsuitable database, and at any time for a schema that is too new. After the first
 * successful read, the database can be unavailable for a while.
 */
export async function awaitSchema({ config, logger }: Process, databaseUrl: string, health: Health): Promise<void> {
  const url = directUrl(config, databaseUrl);
  const markReady = health.waitFor('schema');
  let missing = await missingMigrations(url).catch(refuseDatabase);
  if (missing.length > 0)
    logger.info({ missing }, 'the schema of the database is outdated: this process waits for npm run migrate');
  while (missing.length > 0) {
    await pause(pollIntervalMs);
    missing = await missingMigrations(url).catch((error: unknown) => {
      if (!(error instanceof Overloaded)) refuseDatabase(error);
      return missing;
    });
  }
  markReady();
}
