import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { type Process, StartupError } from '@slipway/process';
import { FolderInUse, openDataDir } from '../data-dir/data-dir.ts';
import { startPostgres, urlOf } from './server.ts';

/** Returns the address of the embedded PostgreSQL that another process of the product runs on this folder. */
async function urlOfRunning(folder: string): Promise<string> {
  const realFolder = await realpath(folder);
  const password = await readFile(join(realFolder, 'postgres.password'), 'utf8');
  return urlOf({ data: join(realFolder, 'postgres'), password });
}

/**
 * Returns the address of the embedded database for a command. If the product does not run, starts a server, which stops
 * with the lifecycle. Throws `StartupError` if there is no database.
 */
export async function openEmbeddedDatabase({ config, lifecycle }: Process): Promise<string> {
  const { dataDir } = config;
  if (!existsSync(join(dataDir, 'postgres'))) {
    throw new StartupError(`there is no embedded database in ${dataDir}: set DATA_DIR or DATABASE_URL`);
  }
  try {
    await lifecycle.start(
      'data folder',
      () => openDataDir(dataDir),
      (dataFolder) => dataFolder.release(),
    );
  } catch (error) {
    if (error instanceof FolderInUse) return await urlOfRunning(dataDir);
    throw error;
  }
  const server = await lifecycle.start(
    'PostgreSQL',
    () => startPostgres(dataDir),
    (started) => started.stop(),
  );
  return server.url;
}
