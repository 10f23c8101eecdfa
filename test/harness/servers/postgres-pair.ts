import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startPostgres } from '@slipway/standalone';
import pg from 'pg';
import { guard } from './guard.ts';
import { execute } from './statements.ts';

/** Two PostgreSQL servers, of which one takes writes and the other follows it. */
export interface PostgresPair {
  /** the address of both */
  readonly url: string;
  /** The one that takes writes. */
  primaryUrl(): string;
  /** The one that follows it. */
  followerUrl(): string;
  /** Lets the one that takes writes only read, or write again. */
  readOnly(isOn: boolean): Promise<void>;
  /**
   * Stops the primary in order, promotes the other one (then `taken` is called), and starts the old one as its
   * follower.
   */
  switchOver(taken?: () => void): Promise<void>;
  /** From now on nothing counts as written before the other has it. */
  writeToBoth(): Promise<void>;
  /** All processes of the one that takes writes stand still, without a word; the other takes its place. */
  vanish(): Promise<void>;
  /** Ends the one that takes writes at once, as a crash would, and starts it again; done when it answers. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

interface Member {
  readonly folder: string;
  readonly url: string;
  readonly pid: number;
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts both, empty. They end with this process at the latest. */
export async function postgresPair(): Promise<PostgresPair> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-pair-'));
  const remover = guard({ folder });
  const [here, there] = [join(folder, 'a'), join(folder, 'b')];
  await mkdir(here);
  await (await begin(here)).stop();
  await promisify(execFile)('cp', ['-a', here, there]);
  let primary = await begin(here);
  let follower = await follow(there, primary);
  const url = new URL(primary.url);
  url.searchParams.set('host', [here, there].map((each) => join(each, 'postgres')).join(','));
  return {
    url: url.href,
    primaryUrl: () => primary.url,
    followerUrl: () => follower.url,
    readOnly: async (isOn) => {
      await execute(primary.url, `alter system set default_transaction_read_only = ${isOn ? 'on' : 'off'}`);
      await execute(primary.url, 'select pg_reload_conf()');
    },
    switchOver: async (taken) => {
      const old = primary;
      // A follower that has just lost it would miss the latest writes.
      await untilTold(old.url, streams);
      await old.stop();
      primary = follower;
      await promote(primary);
      taken?.();
      await rm(join(old.folder, 'postgres', 'postgresql.auto.conf'));
      follower = await follow(old.folder, primary);
    },
    writeToBoth: async () => {
      await execute(primary.url, `alter system set synchronous_standby_names = '*'`);
      await execute(primary.url, 'select pg_reload_conf()');
      await untilTold(primary.url, `select count(*)::int as n from pg_stat_replication where sync_state = 'sync'`);
    },
    vanish: async () => {
      const old = primary;
      for (const pid of [old.pid, ...(await childrenOf(old.pid))]) process.kill(pid, 'SIGSTOP');
      primary = follower;
      await promote(primary);
      follower = { ...old, stop: () => endFrozen(old) };
    },
    crash: async () => {
      process.kill(primary.pid, 'SIGQUIT');
      await primary.ended;
      primary = await begin(primary.folder);
    },
    stop: async () => {
      await Promise.all([primary.stop(), follower.stop()]);
      await remover.end();
    },
  };
}

async function begin(folder: string): Promise<Member> {
  const server = await startPostgres(folder);
  const keeper = guard({ pid: server.pid, signal: 'INT' });
  return { folder, ...server, stop: keeper.end };
}

const streams = "select count(*)::int as n from pg_stat_replication where state = 'streaming'";

/** Starts it as the follower of another, and waits until it replays all changes. */
async function follow(folder: string, { url }: Member): Promise<Member> {
  const { username, password, port, searchParams } = new URL(url);
  const conninfo = `host=${searchParams.get('host')} port=${port} user=${username} password=${password}`;
  const settings = `primary_conninfo = '${conninfo}'\nwal_retrieve_retry_interval = '100ms'\n`;
  await writeFile(join(folder, 'postgres', 'postgresql.auto.conf'), settings);
  await writeFile(join(folder, 'postgres', 'standby.signal'), '');
  const member = await begin(folder);
  await untilTold(url, streams);
  return member;
}

async function promote({ url }: Member): Promise<void> {
  await execute(url, 'select pg_promote()');
  await untilTold(url, 'select (not pg_is_in_recovery())::int as n');
}

/** Polls until the server returns a number above 0. */
async function untilTold(url: string, question: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    while ((await client.query(question)).rows[0].n === 0) await pause(20);
  } finally {
    await client.end();
  }
}

const childrenOf = async (pid: number): Promise<readonly number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number);

/** A stopped process receives no other signal. */
async function endFrozen({ pid, ended }: Member): Promise<void> {
  for (const each of [...(await childrenOf(pid)), pid]) process.kill(each, 'SIGKILL');
  await ended;
}
