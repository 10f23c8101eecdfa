import { setTimeout as pause } from 'node:timers/promises';
import { missingMigrations, Overloaded } from '@slipway/persistence/database';
import type { Health, Process } from '@slipway/process';
import { refuseDatabase } from './refuse-database.ts';

/** From one look to the next, in milliseconds. */
const pollIntervalMs = 1_000;

/**
 * Waits until `npm run migrate` has brought the database as far as this version needs it: so old and new processes may be
 * started in any order. The first look refuses a database that cannot be used, any look a schema that is too new, both by
 * `StartupError`; later on a database may be away for a while.
 */
export async function awaitSchema({ config, logger }: Process, databaseUrl: string, health: Health): Promise<void> {
  const url = config.databaseDirectUrl ?? databaseUrl;
  const markReady = health.waitFor('schema');
  let missing = await missingMigrations(url).catch(refuseDatabase);
  if (missing.length > 0)
    logger.info({ missing }, 'the database lacks steps of the schema: this process waits for npm run migrate');
  while (missing.length > 0) {
    await pause(pollIntervalMs);
    missing = await missingMigrations(url).catch((error: unknown) => {
      if (!(error instanceof Overloaded)) refuseDatabase(error);
      return missing;
    });
  }
  markReady();
}
