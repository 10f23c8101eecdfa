import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Consistency, checkConsistency } from '@slipway/engine';
import {
  holdScheduling,
  knowsStep,
  migrate,
  type OwedWork,
  openDatabase,
  owedWork,
  setOwnPassword,
} from '@slipway/persistence';
import { CannotStart, type Process } from '@slipway/runtime';
import { openDataDir } from '../data-dir/data-dir.ts';
import { postgresMajor } from '../postgres/cluster.ts';
import { stopOrphans } from '../postgres/orphans.ts';
import { findGuise } from '../postgres/programs.ts';
import { type Postgres, startPostgres } from '../postgres/server.ts';
import type { Backup } from './backup-file.ts';
import { unpack } from './tar.ts';

const unfinished = 'restore.new-';

/** The number of listed objects for each kind of due work. */
export const mostTold = 20;

/** What was found in a database that has been restored. */
export interface Restored {
  readonly consistency: Consistency;
  /** what a scheduler would do at once */
  readonly owed: readonly OwedWork[];
}

/** Throws `CannotStart` for a backup that this program cannot restore. */
function requireKnown({ about }: Backup): void {
  if (about.postgres !== Number(postgresMajor))
    throw new CannotStart(`the backup is one of PostgreSQL ${about.postgres}, and this is PostgreSQL ${postgresMajor}`);
  if (!knowsStep(about.schema))
    throw new CannotStart(
      `the backup has the schema ${about.schema}, which this version of Slipway does not know: restore it with the version that wrote it, or a newer one`,
    );
}

async function ownAll(folder: string): Promise<void> {
  const { owner } = await findGuise();
  if (owner === undefined) return;
  const names = await readdir(folder, { recursive: true });
  for (const name of ['', ...names]) await chown(join(folder, name), owner.uid, owner.gid);
}

/** What a restore that was killed has left. */
async function clear(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(unfinished)) continue;
    await stopOrphans(join(dataDir, name, 'postgres'));
    await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

async function bringUp({ url }: Postgres, asOf: number): Promise<Restored> {
  const database = openDatabase({ url, connections: 4 });
  try {
    await setOwnPassword(database, decodeURIComponent(new URL(url).password));
    await migrate(url);
    await holdScheduling(database, asOf);
    return { consistency: await checkConsistency(database), owed: await owedWork(database, mostTold) };
  } finally {
    await database.stop();
  }
}

/**
 * Restores a backup into a data folder that has no database, and holds its scheduling. The database is made ready beside its
 * place, and takes it when all is done: until then a failure, or a kill, changes nothing. Throws `CannotStart`.
 */
export async function restoreCluster({ config, lifecycle }: Process, backup: Backup): Promise<Restored> {
  const { dataDir } = config;
  requireKnown(backup);
  await lifecycle.start(
    'data folder',
    () => openDataDir(dataDir),
    (held) => held.release(),
  );
  if (existsSync(join(dataDir, 'postgres'))) {
    throw new CannotStart(`${dataDir} has a database already: move it away, or set DATA_DIR to another folder`);
  }
  await clear(dataDir);
  const folder = join(dataDir, `${unfinished}${globalThis.process.pid}`);
  await lifecycle.start(
    'restored files',
    () => mkdir(join(folder, 'postgres'), { recursive: true, mode: 0o700 }),
    () => rm(folder, { recursive: true, force: true }),
  );
  await unpack(backup.archive(), join(folder, 'postgres'));
  await ownAll(join(folder, 'postgres'));
  const server = await lifecycle.start(
    'PostgreSQL',
    () => startPostgres(folder, { trusting: true }),
    (started) => started.stop(),
  );
  const restored = await bringUp(server, backup.about.takenAt);
  await server.stop();
  for (const name of ['postgres.log', 'postgres.password', 'postgres'])
    await rename(join(folder, name), join(dataDir, name));
  return restored;
}
