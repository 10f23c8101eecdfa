import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type ProcessDeps, startApi } from '@slipway/api';
import { type OpenEngine, openEngine } from '@slipway/engine';
import { databaseProblem, migrate, Overloaded } from '@slipway/persistence';
import { CannotStart, createHealth, createMetrics, type Metrics, type Process, refusePort } from '@slipway/runtime';
import {
  createAutomatedTypes,
  type FollowedTypes,
  showTime,
  startEgress,
  startScheduler,
  startScripting,
  startUpkeep,
} from '@slipway/scheduler';
import { readyLine, say, tellStarter } from './announce.ts';
import { openDataDir } from './data-dir/data-dir.ts';
import { readSecretKey } from './data-dir/secret-key.ts';
import { addFirstSamples, addFirstUser, passwordToShow, shownOnce } from './first-content.ts';
import { startPostgres } from './postgres/server.ts';
import { startScripts } from './scripts/scripts.ts';

/**
 * Starts PostgreSQL in the data folder, and stops the product should the server end by itself. Answers the address of
 * the migrated database.
 */
async function startEmbedded({ config, logger, lifecycle }: Process): Promise<string> {
  const postgres = await lifecycle.start(
    'PostgreSQL',
    () => startPostgres(config.dataDir),
    (server) => server.stop(),
  );
  void postgres.ended.then(() => {
    if (lifecycle.stopping) return;
    logger.error({ log: join(config.dataDir, 'postgres.log') }, 'PostgreSQL has ended by itself');
    void lifecycle.stop(1);
  });
  await migrate(postgres.url);
  return postgres.url;
}

/**
 * Our own PostgreSQL runs on these cores, and each of its processes keeps its own caches warm: on two cores, five
 * connections complete 5 to 20 % more tasks a second than ten.
 */
const embeddedConnections = 2 * availableParallelism() + 1;

/** Connects what decides with where it is kept. */
async function open(
  { config, logger, lifecycle }: Process,
  url: string,
  observer: Metrics,
  { current: automatedTypes }: FollowedTypes,
): Promise<OpenEngine> {
  const secretKey = config.secretKey ?? (await readSecretKey(config.dataDir));
  const connections = config.databaseUrl === undefined ? embeddedConnections : undefined;
  const { redisUrl, oidc, ldap } = config;
  const outsideLogin = oidc !== undefined || ldap !== undefined;
  const opening = { url, secretKey, connections, redisUrl, observer, automatedTypes, outsideLogin };
  return await lifecycle.start(
    'engine',
    () => openEngine({ ...opening, warn: logger.warn.bind(logger) }).catch(refuseDatabase),
    (opened) => opened.stop(),
  );
}

/** Starts whatever serves. Throws `CannotStart` when the port is taken. Answers the address. */
async function serve(
  { config, logger, lifecycle }: Process,
  opened: OpenEngine,
  metrics: Metrics,
  shared: Pick<ProcessDeps, 'scripts' | 'egress'> & { readonly plugins: NonNullable<ProcessDeps['plugins']> },
): Promise<string> {
  const { engine, database, seal, queue } = opened;
  const health = createHealth();
  health.check('database', () => database.query({ text: 'select 1' }));
  health.softCheck('queue', queue.health);
  showTime(metrics, database, queue);
  const listen = () =>
    startApi({ engine, database, seal, config, logger, health, metrics, ...shared }).catch((error) =>
      refusePort(error, config),
    );
  const api = await lifecycle.start('api', listen, (started) => started.stop());
  await lifecycle.start(
    'scheduler',
    () => startScheduler({ engine, queue, logger, ...shared }),
    (started) => started.stop(),
  );
  await lifecycle.start(
    'upkeep',
    () => startUpkeep({ engine, database, logger, config, metrics }),
    (started) => started.stop(),
  );
  await lifecycle.start(
    'readiness',
    () => health,
    () => health.drain(),
  );
  return api.address;
}

/** What hinders us at the database and is for the person to mend ends the start in one sentence. */
function refuseDatabase(error: unknown): never {
  const sentence = databaseProblem(error);
  throw sentence === null ? error : new CannotStart(sentence);
}

/** Starts every part of the product in order; each is stopped with the lifecycle. Throws `CannotStart`. */
export async function startProduct(process: Process): Promise<void> {
  await startAll(process).catch((error: unknown) => {
    // One that went away in the middle; our own has its own word for it.
    if (error instanceof Overloaded && process.config.databaseUrl !== undefined) refuseDatabase(error);
    throw error;
  });
}

async function startAll(process: Process): Promise<void> {
  const { config, lifecycle } = process;
  const { databaseUrl, dataDir } = config;
  const folder =
    databaseUrl === undefined
      ? await lifecycle.start(
          'data folder',
          () => openDataDir(dataDir),
          (held) => held.release(),
        )
      : undefined;
  const metrics = createMetrics();
  const { scripts, begun, runnerUrl } = await startScripts(process, metrics);
  say('Preparing the database…');
  if (databaseUrl !== undefined) await migrate(databaseUrl).catch(refuseDatabase);
  const url = databaseUrl ?? (await startEmbedded(process));
  const types = createAutomatedTypes();
  const opened = await open(process, url, metrics, types);
  const egress = await startEgress(process, metrics, () => [url, config.redisUrl, runnerUrl()]);
  const plugins = await startScripting(process, opened, types, scripts, egress, metrics);
  const { database, engine } = opened;
  const made = await addFirstUser(database, config);
  const finish = async (): Promise<string> => {
    if (made !== null) await addFirstSamples(database, engine, config);
    await begun;
    return await serve(process, opened, metrics, { scripts, egress, plugins });
  };
  const address = await finish().catch((error: unknown) => {
    const password = shownOnce(config, made);
    if (password !== null) say(`The password of the user admin is ${password}`);
    throw error;
  });
  await folder?.serves(address);
  const line = readyLine(address, await passwordToShow(database, config, made));
  tellStarter();
  say(line);
}
