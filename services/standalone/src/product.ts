import { join } from 'node:path';
import { migrate } from '@slipway/persistence';
import type { Config, Lifecycle, Logger } from '@slipway/runtime';
import { readyLine, say } from './announce.ts';
import { openDataDir } from './data-dir.ts';
import { startPostgres } from './postgres/server.ts';
import { readSecretKey } from './secret-key.ts';

/** Starts PostgreSQL in a folder of ours, and stops the product should the server end by itself. Answers its address. */
async function startEmbedded(folder: string, logger: Logger, lifecycle: Lifecycle): Promise<string> {
  const postgres = await lifecycle.start(
    'PostgreSQL',
    () => startPostgres(folder),
    (server) => server.stop(),
  );
  void postgres.ended.then(() => {
    if (lifecycle.stopping) return;
    logger.error({ log: join(folder, 'postgres.log') }, 'PostgreSQL has ended by itself');
    void lifecycle.stop(1);
  });
  return postgres.url;
}

/** Starts every part of the product in order; each is stopped with the lifecycle. Throws `CannotStart`. */
export async function startProduct(config: Config, logger: Logger, lifecycle: Lifecycle): Promise<void> {
  const { databaseUrl, dataDir } = config;
  const folder =
    databaseUrl === undefined
      ? await lifecycle.start(
          'data folder',
          () => openDataDir(dataDir),
          (held) => held.release(),
        )
      : undefined;
  const secretKey = config.secretKey ?? (await readSecretKey(dataDir));
  say('Preparing the database…');
  const url = databaseUrl ?? (await startEmbedded(dataDir, logger, lifecycle));
  await migrate(url);
  const address = `http://${config.host}:${config.port}`;
  await folder?.serves(address);
  say(readyLine(address, config));
}
