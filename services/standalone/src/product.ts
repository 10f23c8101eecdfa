import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type ProcessDeps, startApi } from '@slipway/api';
import type { OpenEngine } from '@slipway/engine';
import { addFirstSamples, addFirstUser, passwordShownOnce, passwordToShow } from '@slipway/migrate';
import { migrate, Overloaded } from '@slipway/persistence/database';
import { type Management, type Process, startManagement, startTraces } from '@slipway/process';
import {
  registerOverdueMetrics,
  startMaintenance,
  startPausableScheduling,
  startScheduler,
  startScripting,
} from '@slipway/scheduler';
import { createAutomatedTypes, refuseDatabase, startEgress, startEngine, startReplica } from '@slipway/startup';
import { openDataDir } from './data-dir/data-dir.ts';
import { readSecretKey } from './data-dir/secret-key.ts';
import { startPostgres } from './postgres/server.ts';
import { startScripts } from './scripts/scripts.ts';
import { readyLine } from './terminal.ts';

/**
 * Starts PostgreSQL in the data folder, and stops the product if the server ends. Returns the address of the migrated
 * database.
 */
async function startEmbedded({ config, logger, lifecycle }: Process): Promise<string> {
  const postgres = await lifecycle.start(
    'PostgreSQL',
    () => startPostgres(config.dataDir),
    (server) => server.stop(),
  );
  void postgres.ended.then(() => {
    if (lifecycle.stopping) return;
    logger.error({ log: join(config.dataDir, 'postgres.log') }, 'PostgreSQL has ended unexpectedly');
    void lifecycle.stop(1);
  });
  await migrate(postgres.url).catch((error: unknown) => {
    if (error instanceof Overloaded) throw error;
    refuseDatabase(error);
  });
  return postgres.url;
}

/**
 * Our own PostgreSQL runs on these cores, and each of its processes keeps its own caches warm: on two cores, five
 * connections complete 5 to 20 % more tasks a second than ten.
 */
const embeddedConnections = 2 * availableParallelism() + 1;

/** Starts whatever serves. Throws `StartupError` when the port is taken. Answers the address. */
async function serve(
  process: Process,
  opened: OpenEngine,
  { health, metrics, started }: Management,
  shared: Pick<ProcessDeps, 'scripts' | 'egress'> & { readonly plugins: NonNullable<ProcessDeps['plugins']> },
): Promise<string> {
  const { config, logger, lifecycle } = process;
  const { engine, database, seal, queue } = opened;
  health.check('database', () => database.query({ text: 'select 1' }));
  health.softCheck('queue', queue.health);
  registerOverdueMetrics(metrics, database, queue);
  const replica = await startReplica(process, database, metrics);
  const api = await lifecycle.start(
    'api',
    () => startApi({ replica, engine, database, seal, config, logger, health, metrics, ...shared }),
    (started) => started.stop(),
  );
  await startPausableScheduling({ lifecycle, logger }, { database, queue }, async (queue) => [
    startScheduler({ engine, queue, logger, ...shared }),
    startMaintenance({ engine, database, logger, config, metrics }),
  ]);
  await started(api.drain);
  return api.address;
}

/** Where the product reports the progress of its start. */
export interface Terminal {
  /** prints one line for the user */
  print(line: string): void;
  /** the product serves; called before the last line is printed */
  onServing(): void;
}

/**
 * Starts every part of the product in order; each part stops with the lifecycle. Returns the address of the API. Throws
 * `StartupError`.
 */
export async function startProduct(process: Process, terminal: Terminal): Promise<string> {
  return await startAll(process, terminal).catch((error: unknown) => {
    // One that went away in the middle; our own has its own word for it.
    if (error instanceof Overloaded && process.config.databaseUrl !== undefined) refuseDatabase(error);
    throw error;
  });
}

/** The data folder is locked while the embedded database uses it. */
async function lockDataFolder({ config, lifecycle }: Process) {
  if (config.databaseUrl !== undefined) return undefined;
  return await lifecycle.start(
    'data folder',
    () => openDataDir(config.dataDir),
    (dataFolder) => dataFolder.release(),
  );
}

async function startAll(process: Process, { print, onServing }: Terminal): Promise<string> {
  const { config } = process;
  const { databaseUrl, dataDir } = config;
  const folder = await lockDataFolder(process);
  const management = await startManagement(process);
  const { metrics } = management;
  await startTraces(process, metrics);
  const { scripts, ready: runnerReady, runnerUrl } = await startScripts(process, metrics);
  print('Preparing the database…');
  if (databaseUrl !== undefined) await migrate(config.databaseDirectUrl ?? databaseUrl).catch(refuseDatabase);
  const url = databaseUrl ?? (await startEmbedded(process));
  const types = createAutomatedTypes();
  const secretKey = config.secretKey ?? (await readSecretKey(dataDir));
  const connections = databaseUrl === undefined ? embeddedConnections : undefined;
  const opened = await startEngine(process, { url, secretKey, connections, metrics, types });
  const { databaseDirectUrl, redisUrl } = config;
  const egress = await startEgress(process, metrics, () => [
    ...[url, databaseDirectUrl, redisUrl, runnerUrl()],
    ...opened.queue.servers(),
  ]);
  const { database, engine } = opened;
  const createdPassword = await addFirstUser(database, config);
  const finish = async (): Promise<string> => {
    if (createdPassword !== null) await addFirstSamples(database, engine, config);
    // Without the script runner, due scripts would fail and wait for their next attempt.
    await runnerReady;
    // Scripts and polls start after the first content exists, as in the separate processes.
    const plugins = await startScripting(process, opened, types, scripts, egress, metrics);
    return await serve(process, opened, management, { scripts, egress, plugins });
  };
  const address = await finish().catch((error: unknown) => {
    const password = passwordShownOnce(config, createdPassword);
    if (password !== null) print(`The password of the user admin is ${password}`);
    throw error;
  });
  await folder?.recordAddress(address);
  const line = readyLine(address, await passwordToShow(database, config, createdPassword));
  onServing();
  print(line);
  return address;
}
