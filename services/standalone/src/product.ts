import type { Config, Lifecycle, Logger } from '@slipway/runtime';
import { readyLine, say } from './announce.ts';
import { openDataDir } from './data-dir.ts';
import { startPostgres } from './postgres/server.ts';
import { readSecretKey } from './secret-key.ts';

/** Takes the data folder and starts PostgreSQL in it, and stops the product should the server end by itself. */
async function startEmbedded(config: Config, logger: Logger, lifecycle: Lifecycle): Promise<string> {
  say('Preparing the database…');
  const postgres = await lifecycle.start(
    'PostgreSQL',
    () => startPostgres(config.dataDir),
    (server) => server.stop(),
  );
  void postgres.ended.then(() => {
    if (lifecycle.stopping) return;
    logger.error({ log: `${config.dataDir}/postgres.log` }, 'PostgreSQL has ended by itself');
    void lifecycle.stop(1);
  });
  return postgres.url;
}

/** Starts every part of the product in order; each is stopped with the lifecycle. Throws `CannotStart`. */
export async function startProduct(config: Config, logger: Logger, lifecycle: Lifecycle): Promise<void> {
  const dataDir = await lifecycle.start(
    'data folder',
    () => openDataDir(config.dataDir),
    (folder) => folder.release(),
  );
  const databaseUrl = config.databaseUrl ?? (await startEmbedded(config, logger, lifecycle));
  const secretKey = config.secretKey ?? (await readSecretKey(config.dataDir));
  const address = `http://${config.host}:${config.port}`;
  await dataDir.serves(address);
  say(readyLine(address, config));
}
