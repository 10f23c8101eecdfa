import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '@slipway/process';
import { readOrCreate } from '../data-dir/private-file.ts';
import { type LaunchUser, launch } from './programs.ts';

/** The major version of the embedded PostgreSQL. */
export const postgresMajor = '18';
const UNFINISHED_PREFIX = 'postgres.new-';

/** A folder with a PostgreSQL cluster of the product. */
export interface Cluster {
  readonly data: string;
  readonly password: string;
  readonly log: string;
}

/** Returns the last error in the log of PostgreSQL. */
export async function lastError(log: string): Promise<string> {
  const lines = (await readFile(log, 'utf8')).split('\n').filter((line) => /FATAL|PANIC|error|denied/i.test(line));
  return lines.at(-1)?.replace(/^.*?(FATAL|PANIC|error):\s*/, '') ?? `see ${log}`;
}

/** Creates a cluster. It gets its name when it is complete, so that a killed initdb leaves no broken cluster. */
async function initialize(folder: string, cluster: Cluster, launchUser: LaunchUser, durable: boolean): Promise<void> {
  const unfinished = join(folder, `${UNFINISHED_PREFIX}${process.pid}`);
  await mkdir(unfinished, { mode: 0o700 });
  if (launchUser.owner) await chown(unfinished, launchUser.owner.uid, launchUser.owner.gid);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--username=slipway', '--auth=scram-sha-256', `--pwfile=${join(folder, 'postgres.password')}`];
  const args = ['-D', unfinished, ...access, ...locale, ...(durable ? [] : ['--no-sync'])];
  const initdb = await launch(launchUser, 'initdb', args, cluster.log);
  const [code] = await once(initdb, 'exit');
  if (code !== 0) throw new StartupError(`PostgreSQL could not create its files: ${await lastError(cluster.log)}`);
  await rename(unfinished, cluster.data);
}

/** Returns the cluster in this folder, and creates it if it does not exist. Throws `StartupError`. */
export async function openCluster(folder: string, launchUser: LaunchUser, durable: boolean): Promise<Cluster> {
  const log = join(folder, 'postgres.log');
  const cluster = {
    data: join(folder, 'postgres'),
    password: await readOrCreate(join(folder, 'postgres.password'), () => randomBytes(24).toString('base64url')),
    log,
  };
  for (const name of await readdir(folder)) {
    if (name.startsWith(UNFINISHED_PREFIX)) await rm(join(folder, name), { recursive: true, force: true });
  }
  if (!existsSync(cluster.data)) await initialize(folder, cluster, launchUser, durable);
  // PostgreSQL rejects a folder that is open to other users, such as some copies.
  await chmod(cluster.data, 0o700);
  const major = (await readFile(join(cluster.data, 'PG_VERSION'), 'utf8')).trim();
  if (major === postgresMajor) return cluster;
  throw new StartupError(
    `${cluster.data} was created by PostgreSQL ${major}, but this is PostgreSQL ${postgresMajor}: move your data with pg_dump`,
  );
}
