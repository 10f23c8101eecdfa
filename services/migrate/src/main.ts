// The entry point of `npm run migrate`: applies migrations, adds the first content to an empty database, and exits.

import { type Database, openDatabase } from '@slipway/persistence/database';
import { createMetrics, type Process, runProcess, StartupError } from '@slipway/process';
import { prepareQueues } from '@slipway/queue';
import { createAutomatedTypes, directUrl, migrateDatabase, refuseDatabase, startEngine } from '@slipway/startup';
import { addFirstSamples, addFirstUser, passwordShownOnce } from './first-content.ts';

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function run(process: Process): Promise<void> {
  const { config, lifecycle } = process;
  const { databaseUrl: url } = config;
  if (url === undefined) throw new StartupError('migrate requires DATABASE_URL: the database to migrate');
  const applied = await migrateDatabase(process, url);
  print(
    applied.length === 0
      ? 'The schema of the database is up to date.'
      : `The schema of the database has taken ${applied.length} steps: ${applied.join(', ')}.`,
  );
  const direct = directUrl(config, url);
  if (config.redisUrl === undefined) await prepareQueues(direct);
  const database = await lifecycle.start(
    'database',
    () => openDatabase({ url: direct, connections: 1 }),
    (opened) => opened.stop(),
  );
  await addFirstContent(process, url, database).catch(refuseDatabase);
  await lifecycle.stop();
}

/** Prints the password of a new user before a possible error, because no later run would print it. */
async function addFirstContent(process: Process, url: string, database: Database): Promise<void> {
  const { config } = process;
  const createdPassword = await addFirstUser(database, config);
  if (createdPassword === null) return;
  const password = passwordShownOnce(config, createdPassword);
  print(password === null ? 'The user admin has ADMIN_PASSWORD.' : `The password of the user admin is ${password}`);
  const { secretKey } = config;
  if (!config.samples) return;
  if (secretKey === undefined) {
    print('No samples were added: SECRET_KEY is not set.');
    return;
  }
  const engineOptions = { url, secretKey, connections: 2, metrics: createMetrics(), types: createAutomatedTypes() };
  await addFirstSamples(database, (await startEngine(process, engineOptions)).engine, config);
  print('The samples were added.');
}

await runProcess(run);
