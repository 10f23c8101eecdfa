import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartupError } from '@slipway/process';
import { type Cluster, lastError, openCluster } from './cluster.ts';
import { stopOrphans } from './orphans.ts';
import { findLaunchUser, launch } from './programs.ts';

export interface Postgres {
  /** The address for this process, with the password, so it must not be logged. */
  readonly url: string;
  readonly pid: number;
  /** Settles when the server has ended for any reason. */
  readonly ended: Promise<unknown>;
  /** Stops the server in order: open transactions are rolled back, and all committed data is on disk. */
  stop(): Promise<void>;
}

const PORT = 5432;
/** The limit of the kernel for the path of a socket, in bytes. */
const maxSocketPath = (platform: NodeJS.Platform): number => (platform === 'darwin' ? 103 : 107);
/** A fast shutdown that takes longer becomes an immediate one, which loses no committed data either. */
const STOP_GRACE_MS = 10_000;

const settings = (durable: boolean) => ({
  // The data folder is the working directory of the server. Only its owner can enter it, so the socket is private too.
  unix_socket_directories: '.',
  listen_addresses: '',
  port: PORT,
  // Tests run many processes at the same time on one server, and the connections of killed ones stay for a moment.
  max_connections: durable ? 100 : 400,
  // A search page among a million archived releases reads 10,000 scattered rows. With cached pages, this takes 30 ms.
  shared_buffers: '256MB',
  // Most pages are in the cache of the kernel. Reading them by an I/O worker process took 200 µs each on two cores.
  io_method: 'sync',
  max_wal_size: '1GB',
  random_page_cost: 1.1,
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Messages of the server, but not errors of statements: the driver returns those, and they may quote values.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  fsync: durable ? 'on' : 'off',
  synchronous_commit: durable ? 'on' : 'off',
  full_page_writes: durable ? 'on' : 'off',
  ...(durable ? {} : testSettings),
});

const testSettings = {
  // Tests create and drop hundreds of databases, each of which scans the buffers. Test databases are small and
  // short-lived.
  ...{ autovacuum: 'off', wal_level: 'minimal', max_wal_senders: 0, shared_buffers: '64MB' },
  // Most connections of tests run a statement a few times. By default, they would plan it again each time, which took
  // half of the processor time of PostgreSQL.
  plan_cache_mode: 'force_generic_plan',
};

/**
 * Returns the path of a folder for clients of a socket in it. Linux provides a short path for each open folder. On
 * other systems, throws `StartupError` for a folder with a too long path.
 */
export function socketFolder(folder: string, platform: NodeJS.Platform): string {
  const socket = join(folder, `.s.PGSQL.${PORT}`);
  const max = maxSocketPath(platform);
  if (Buffer.byteLength(socket) <= max) return folder;
  if (platform === 'linux') return `/proc/self/fd/${openSync(folder, 'r')}`;
  throw new StartupError(
    `the path ${socket} is longer than ${max} bytes: set DATA_DIR to a folder with a shorter path`,
  );
}

/** Returns the address of the server on this cluster, by its socket, with the password. */
export function urlOf({ data, password }: Pick<Cluster, 'data' | 'password'>): string {
  const host = socketFolder(data, process.platform);
  return `postgresql://slipway:${password}@localhost:${PORT}/postgres?host=${encodeURIComponent(host)}`;
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_GRACE_MS);
  await ended;
  clearTimeout(timer);
}

async function writeTrustFile({ data }: Cluster): Promise<string> {
  const path = `${data}.trusting`;
  await writeFile(path, 'local all all trust\n', { mode: 0o600 });
  return path;
}

/** The server writes its status into the last line of its pid file. */
async function waitUntilReady(cluster: Cluster, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const state = await readFile(join(cluster.data, 'postmaster.pid'), 'utf8').catch(() => '');
    const [pid, , , , , , , status] = state.split('\n');
    if (Number(pid) === child.pid && status?.trim() === 'ready') return;
    await pause(10);
  }
  throw new StartupError(`PostgreSQL did not start: ${await lastError(cluster.log)}`);
}

/**
 * Starts a PostgreSQL 18 server on the cluster in `folder`, which belongs to the caller only, and creates the cluster
 * if missing. `durable: false` trades safety against power failure for speed, for tests; `trusting: true` accepts
 * every client with access to the folder, without a password. Throws `StartupError`.
 */
export async function startPostgres(folder: string, { durable = true, trusting = false } = {}): Promise<Postgres> {
  const launchUser = await findLaunchUser();
  const cluster = await openCluster(await realpath(folder), launchUser, durable);
  const url = urlOf(cluster);
  await stopOrphans(cluster.data);
  // The process id in a remaining pid file is unused, or belongs to another process.
  await rm(join(cluster.data, 'postmaster.pid'), { force: true });
  const access = trusting ? { hba_file: await writeTrustFile(cluster) } : {};
  const flags = Object.entries({ ...settings(durable), ...access }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const child = await launch(launchUser, 'postgres', ['-D', cluster.data, ...flags], cluster.log);
  const ended = once(child, 'exit');
  await waitUntilReady(cluster, child);
  return { url, pid: child.pid ?? 0, ended, stop: () => stop(child, ended) };
}
