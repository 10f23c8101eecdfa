import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startPostgres } from '@slipway/standalone';
import pg from 'pg';
import { reapWithParent } from './process-reaper.ts';
import { execute } from './statements.ts';

/** A primary PostgreSQL server and its replica. */
export interface PostgresPair {
  /** the URL with both servers */
  readonly url: string;
  /** Returns the URL of the primary. */
  primaryUrl(): string;
  /** Returns the URL of the replica. */
  followerUrl(): string;
  /** Makes the primary read-only, or writable again. */
  readOnly(isOn: boolean): Promise<void>;
  /** Stops the primary, promotes the replica, calls `onPromoted`, and starts the old primary as the replica. */
  switchOver(onPromoted?: () => void): Promise<void>;
  /** From now on a commit waits for the replica. */
  enableSynchronousReplication(): Promise<void>;
  /** Freezes all processes of the primary, and promotes the replica. */
  freezePrimary(): Promise<void>;
  /** Crashes the primary and restarts it. Resolves when it accepts connections. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

interface PairMember {
  readonly folder: string;
  readonly url: string;
  readonly pid: number;
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts both servers empty. They end with this process at the latest. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-pair-'));
  const folderReaper = reapWithParent({ folder });
  const [primaryFolder, followerFolder] = [join(folder, 'a'), join(folder, 'b')];
  await mkdir(primaryFolder);
  await (await startMember(primaryFolder)).stop();
  await promisify(execFile)('cp', ['-a', primaryFolder, followerFolder]);
  let primary = await startMember(primaryFolder);
  let follower = await follow(followerFolder, primary);
  const url = new URL(primary.url);
  url.searchParams.set('host', [primaryFolder, followerFolder].map((each) => join(each, 'postgres')).join(','));
  return {
    url: url.href,
    primaryUrl: () => primary.url,
    followerUrl: () => follower.url,
    readOnly: async (isOn) => {
      await execute(primary.url, `alter system set default_transaction_read_only = ${isOn ? 'on' : 'off'}`);
      await execute(primary.url, 'select pg_reload_conf()');
    },
    switchOver: async (onPromoted) => {
      const old = primary;
      // A replica that has just lost its connection would miss the latest writes.
      await pollUntilPositive(old.url, streamingCount);
      await old.stop();
      primary = follower;
      await promote(primary);
      onPromoted?.();
      await rm(join(old.folder, 'postgres', 'postgresql.auto.conf'));
      follower = await follow(old.folder, primary);
    },
    enableSynchronousReplication: async () => {
      await execute(primary.url, `alter system set synchronous_standby_names = '*'`);
      await execute(primary.url, 'select pg_reload_conf()');
      await pollUntilPositive(
        primary.url,
        `select count(*)::int as n from pg_stat_replication where sync_state = 'sync'`,
      );
    },
    freezePrimary: async () => {
      const old = primary;
      for (const pid of [old.pid, ...(await childrenOf(old.pid))]) process.kill(pid, 'SIGSTOP');
      primary = follower;
      await promote(primary);
      follower = { ...old, stop: () => endFrozen(old) };
    },
    crash: async () => {
      process.kill(primary.pid, 'SIGQUIT');
      await primary.ended;
      primary = await startMember(primary.folder);
    },
    stop: async () => {
      await Promise.all([primary.stop(), follower.stop()]);
      await folderReaper.end();
    },
  };
}

async function startMember(folder: string): Promise<PairMember> {
  const server = await startPostgres(folder);
  const reaper = reapWithParent({ pid: server.pid, signal: 'INT' });
  return { folder, ...server, stop: reaper.end };
}

const streamingCount = "select count(*)::int as n from pg_stat_replication where state = 'streaming'";

/** Starts a server as the replica of another, and waits until it replays all changes. */
async function follow(folder: string, { url }: PairMember): Promise<PairMember> {
  const { username, password, port, searchParams } = new URL(url);
  const conninfo = `host=${searchParams.get('host')} port=${port} user=${username} password=${password}`;
  const settings = `primary_conninfo = '${conninfo}'\nwal_retrieve_retry_interval = '100ms'\n`;
  await writeFile(join(folder, 'postgres', 'postgresql.auto.conf'), settings);
  await writeFile(join(folder, 'postgres', 'standby.signal'), '');
  const member = await startMember(folder);
  await pollUntilPositive(url, streamingCount);
  return member;
}

async function promote({ url }: PairMember): Promise<void> {
  await execute(url, 'select pg_promote()');
  await pollUntilPositive(url, 'select (not pg_is_in_recovery())::int as n');
}

/** Polls until a query returns a number above 0. */
async function pollUntilPositive(url: string, query: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    while ((await client.query(query)).rows[0].n === 0) await pause(20);
  } finally {
    await client.end();
  }
}

const childrenOf = async (pid: number): Promise<readonly number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number);

/** A stopped process receives no other signal. */
async function endFrozen({ pid, ended }: PairMember): Promise<void> {
  for (const each of [...(await childrenOf(pid)), pid]) process.kill(each, 'SIGKILL');
  await ended;
}
