import { join } from 'node:path';
import { startApi } from '@slipway/api';
import { createEngine } from '@slipway/engine';
import { createSeal, migrate, openDatabase } from '@slipway/persistence';
import { type Config, createHealth, type Lifecycle, type Logger } from '@slipway/runtime';
import { readyLine, say } from './announce.ts';
import { CannotStart } from './cannot-start.ts';
import { openDataDir } from './data-dir.ts';
import { fillEmptyDatabase } from './first-content.ts';
import { startPostgres } from './postgres/server.ts';
import { readSecretKey } from './secret-key.ts';

interface Process {
  readonly config: Config;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
}

/** Starts PostgreSQL in the data folder, and stops the product should the server end by itself. Answers its address. */
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
  return postgres.url;
}

/** Connects what decides with where it is kept. */
async function openEngine({ config, logger, lifecycle }: Process, url: string) {
  const seal = createSeal(config.secretKey ?? (await readSecretKey(config.dataDir)));
  const onConnectionLost = (error: Error) => logger.warn({ error }, 'a database connection was lost');
  const database = await lifecycle.start(
    'database',
    () => openDatabase({ url, onConnectionLost }),
    (pool) => pool.stop(),
  );
  const onLost = (error: unknown, releaseId: string) =>
    logger.warn({ error, releaseId }, 'a release could not be told');
  const engine = await lifecycle.start(
    'engine',
    () => createEngine({ database, seal, onLost }),
    (started) => started.settled(),
  );
  return { seal, database, engine };
}

/** Starts whatever serves. Throws `CannotStart` when the port is taken. Answers the address. */
async function serve({ config, logger, lifecycle }: Process, opened: Awaited<ReturnType<typeof openEngine>>) {
  const health = createHealth();
  health.check('database', () => opened.database.query({ text: 'select 1' }));
  const api = await lifecycle.start(
    'api',
    () => startApi({ ...opened, config, logger, health }).catch((error) => refuseTakenPort(error, config)),
    (started) => started.stop(),
  );
  await lifecycle.start(
    'readiness',
    () => health,
    () => health.drain(),
  );
  return api.address;
}

function refuseTakenPort(error: NodeJS.ErrnoException, { host, port }: Config): never {
  if (error.code === 'EADDRINUSE') {
    throw new CannotStart(`port ${port} of ${host} is taken: stop what listens there, or set PORT to another`);
  }
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') throw error;
  throw new CannotStart(`cannot listen on port ${port} of ${host}: ${error.message}`);
}

/** Starts every part of the product in order; each is stopped with the lifecycle. Throws `CannotStart`. */
export async function startProduct(process: Process): Promise<void> {
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
  say('Preparing the database…');
  const url = databaseUrl ?? (await startEmbedded(process));
  await migrate(url);
  const opened = await openEngine(process, url);
  const made = await fillEmptyDatabase(opened.database, opened.engine, config);
  const address = await serve(process, opened);
  await folder?.serves(address);
  say(readyLine(address, config, made));
}
