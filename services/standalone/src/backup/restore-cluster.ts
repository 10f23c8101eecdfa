import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ConsistencyReport, checkConsistency } from '@slipway/engine';
import { hasMigration, migrate, openDatabase, setOwnPassword } from '@slipway/persistence/database';
import { type PendingWork, pauseScheduling, readPendingWork } from '@slipway/persistence/maintenance';
import { type Process, StartupError } from '@slipway/process';
import { openDataDir } from '../data-dir/data-dir.ts';
import { postgresMajor } from '../postgres/cluster.ts';
import { stopOrphans } from '../postgres/orphans.ts';
import { findLaunchUser } from '../postgres/programs.ts';
import { type Postgres, startPostgres } from '../postgres/server.ts';
import type { Backup } from './backup-file.ts';
import { unpack } from './tar.ts';

const unfinishedPrefix = 'restore.new-';

/** The maximum number of listed objects for each kind of due work. */
export const maxListed = 20;

/** The result of the checks of a restored database. */
export interface RestoreResult {
  readonly consistency: ConsistencyReport;
  /** the work that a scheduler would do immediately */
  readonly pendingWork: readonly PendingWork[];
}

/** Throws `StartupError` for a backup that this program cannot restore. */
function requireCompatible({ header }: Backup): void {
  if (header.postgres !== Number(postgresMajor))
    throw new StartupError(`the backup is from PostgreSQL ${header.postgres}, but this is PostgreSQL ${postgresMajor}`);
  if (!hasMigration(header.schema))
    throw new StartupError(
      `the backup has the schema ${header.schema}, which this version of Slipway does not support: restore it with the version that created it, or a newer version`,
    );
}

async function changeOwner(folder: string): Promise<void> {
  const { owner } = await findLaunchUser();
  if (owner === undefined) return;
  const names = await readdir(folder, { recursive: true });
  for (const name of ['', ...names]) await chown(join(folder, name), owner.uid, owner.gid);
}

/** Deletes the files of killed restores, and stops their database servers. */
async function deleteUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(unfinishedPrefix)) continue;
    await stopOrphans(join(dataDir, name, 'postgres'));
    await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

async function prepareDatabase({ url }: Postgres, asOf: number): Promise<RestoreResult> {
  const database = openDatabase({ url, connections: 4 });
  try {
    await setOwnPassword(database, decodeURIComponent(new URL(url).password));
    await migrate(url);
    await pauseScheduling(database, asOf);
    return { consistency: await checkConsistency(database), pendingWork: await readPendingWork(database, maxListed) };
  } finally {
    await database.stop();
  }
}

/**
 * Restores a backup into a data folder without a database, and pauses its scheduling. The database is prepared in a
 * temporary folder, and moved at the end. So a failure or a kill before that changes nothing. Throws `StartupError`.
 */
export async function restoreCluster({ config, lifecycle }: Process, backup: Backup): Promise<RestoreResult> {
  const { dataDir } = config;
  requireCompatible(backup);
  await lifecycle.start(
    'data folder',
    () => openDataDir(dataDir),
    (dataFolder) => dataFolder.release(),
  );
  if (existsSync(join(dataDir, 'postgres'))) {
    throw new StartupError(`${dataDir} already contains a database: move it, or set DATA_DIR to another folder`);
  }
  await deleteUnfinished(dataDir);
  const folder = join(dataDir, `${unfinishedPrefix}${globalThis.process.pid}`);
  await lifecycle.start(
    'restored files',
    () => mkdir(join(folder, 'postgres'), { recursive: true, mode: 0o700 }),
    () => rm(folder, { recursive: true, force: true }),
  );
  await unpack(backup.archive(), join(folder, 'postgres'));
  await changeOwner(join(folder, 'postgres'));
  const server = await lifecycle.start(
    'PostgreSQL',
    () => startPostgres(folder, { trusting: true }),
    (started) => started.stop(),
  );
  const restored = await prepareDatabase(server, backup.header.takenAt);
  await server.stop();
  for (const name of ['postgres.log', 'postgres.password', 'postgres'])
    await rename(join(folder, name), join(dataDir, name));
  return restored;
}
