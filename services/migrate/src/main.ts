// What `npm run migrate` runs: it brings a database as far as this version needs it, gives an empty one its first content, and ends.
import { createAutomatedTypes, refuseDatabase, startEngine } from '@slipway/bootstrap';
import { type Database, migrate, openDatabase } from '@slipway/persistence';
import { prepareQueues } from '@slipway/queue';
import { CannotStart, createMetrics, type Process, runProcess } from '@slipway/runtime';
import { addFirstSamples, addFirstUser, shownOnce } from './first-content.ts';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function run(process: Process): Promise<void> {
  const { config, lifecycle } = process;
  const { databaseUrl: url } = config;
  if (url === undefined) throw new CannotStart('migrate needs DATABASE_URL: the database that it brings up to date');
  const direct = config.databaseDirectUrl ?? url;
  const taken = await migrate(direct).catch(refuseDatabase);
  say(
    taken.length === 0
      ? 'The schema of the database is up to date.'
      : `The schema of the database has taken ${taken.length} steps: ${taken.join(', ')}.`,
  );
  if (config.redisUrl === undefined) await prepareQueues(direct);
  const database = await lifecycle.start(
    'database',
    () => openDatabase({ url: direct, connections: 1 }),
    (opened) => opened.stop(),
  );
  await addFirstContent(process, url, database).catch(refuseDatabase);
  await lifecycle.stop();
}

/** The password of a new user is printed before a possible error: no later run would show it. */
async function addFirstContent(process: Process, url: string, database: Database): Promise<void> {
  const { config } = process;
  const made = await addFirstUser(database, config);
  if (made === null) return;
  const password = shownOnce(config, made);
  say(password === null ? 'The user admin has ADMIN_PASSWORD.' : `The password of the user admin is ${password}`);
  const { secretKey } = config;
  if (!config.samples) return;
  if (secretKey === undefined) {
    say('No samples were added: SECRET_KEY is not set.');
    return;
  }
  const opening = { url, secretKey, connections: 2, metrics: createMetrics(), types: createAutomatedTypes() };
  await addFirstSamples(database, (await startEngine(process, opening)).engine, config);
  say('The samples were added.');
}

await runProcess(run);
