import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { startApi } from '@slipway/api';
import { addFirstSamples, addFirstUser, passwordShownOnce, passwordToShow } from '@slipway/migrate';
import { migrate, Overloaded } from '@slipway/persistence/database';
import type { Process } from '@slipway/process';
import {
  registerOverdueMetrics,
  startDueWatch,
  startFactsWorker,
  startFanOut,
  startMails,
  startMaintenance,
  startPausableScheduling,
  startPipelines,
  startScheduler,
  startScripting,
  startSending,
  startWeeklyMails,
} from '@slipway/scheduler';
import {
  migrateDatabase,
  refuseDatabase,
  type StartedProcess,
  startOnDatabase,
  startReplica,
  withDatabaseErrors,
} from '@slipway/startup';
import { openDataDir } from './data-dir/data-dir.ts';
import { readSecretKey } from './data-dir/secret-key.ts';
import { startPostgres } from './postgres/server.ts';
import { type ProductRunner, startScripts } from './scripts/embedded-runner.ts';
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
 * The embedded PostgreSQL runs on the same cores, and each of its processes has its own caches. On two cores, five
 * connections complete 5 to 20 % more tasks a second than ten.
 */
const embeddedConnections = 2 * availableParallelism() + 1;

/** Migrates the database of the operator, or starts the embedded one. Its secret key is set or in the data folder. */
async function prepareDatabase(process: Process) {
  const { databaseUrl, dataDir, secretKey } = process.config;
  if (databaseUrl !== undefined) await migrateDatabase(process, databaseUrl);
  const url = databaseUrl ?? (await startEmbedded(process));
  const connections = databaseUrl === undefined ? embeddedConnections : undefined;
  return { url, secretKey: secretKey ?? (await readSecretKey(dataDir)), connections };
}

type StartedProduct = StartedProcess<void, ProductRunner>;

/**
 * Starts scripts, polls, the API and the schedulers, in this order and after the first content, like the separate
 * processes. Throws `StartupError` if the port is in use. Returns the address.
 */
async function serve(
  process: Process,
  { management, types, opened, runner: { scripts }, egress }: StartedProduct,
): Promise<string> {
  const { config, logger, lifecycle } = process;
  const { health, metrics, started } = management;
  const { engine, database, seal, queue } = opened;
  const due = await lifecycle.start(
    'due work',
    () => startDueWatch(database, logger),
    (watch) => watch.stop(),
  );
  const plugins = await startScripting(process, opened, types, scripts, egress, metrics, due);
  registerOverdueMetrics(metrics, database, queue);
  const replica = await startReplica(process, database, metrics);
  const shared = { scripts, egress, plugins, engine, logger };
  const api = await lifecycle.start(
    'api',
    () => startApi({ ...shared, replica, database, seal, config, health, metrics }),
    (part) => part.stop(),
  );
  const recordRuns = await startPipelines(process, database);
  await startPausableScheduling({ lifecycle, logger }, { database, queue }, async (pausableQueue) => [
    startScheduler({ ...shared, queue: pausableQueue, due }),
    startMaintenance({ engine, database, logger, config, metrics }),
    startFanOut({
      ...{ database, logger, zone: config.reportTimezone, repeat: due.repeatFor('events') },
      onCreated: () => due.found('receivers'),
    }),
    startWeeklyMails({ database, logger }),
    startFactsWorker({ database, logger, metrics, zone: config.reportTimezone, recordRuns }),
    ...startMails(process, { engine, database }),
    startSending({ opened, egress, logger, config, metrics, due }),
  ]);
  await started(api.drain);
  return api.address;
}

/** Reports the progress of the start. */
export interface Terminal {
  /** prints one line for the user */
  print(line: string): void;
  /** called when the product is ready, before the last line is printed */
  onServing(): void;
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

/**
 * Starts all parts of the product in order; each part stops with the lifecycle. Returns the address of the API. Throws
 * `StartupError`.
 */
export const startProduct = withDatabaseErrors(
  async (process: Process, { print, onServing }: Terminal): Promise<string> => {
    const { config } = process;
    const folder = await lockDataFolder(process);
    const product = await startOnDatabase(process, {
      serveProbesEarly: async () => {},
      startRunner: (metrics) => startScripts(process, metrics),
      prepareDatabase: async () => {
        print('Preparing the database…');
        return await prepareDatabase(process);
      },
    });
    const { database, engine } = product.opened;
    const createdPassword = await addFirstUser(database, config);
    const finish = async (): Promise<string> => {
      if (createdPassword !== null) await addFirstSamples(database, engine, config);
      // Without the script runner, due scripts would fail and wait for their next attempt.
      await product.runner.ready;
      return await serve(process, product);
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
  },
);
