import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@slipway/standalone';
import { reapWithParent } from './process-reaper.ts';

/** A PostgreSQL for one test, which may crash it. Committed data is on disk. */
export interface DedicatedPostgres {
  readonly url: string;
  /** Crashes the server and restarts it at the same address. Resolves when it accepts connections. */
  crash(): Promise<void>;
  /** Stops the server and deletes its files. */
  stop(): Promise<void>;
}

/** Starts an empty server. It ends with this process at the latest. */
export async function startDedicatedPostgres(): Promise<DedicatedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-own-'));
  // A server without its folder ends within a minute. This includes a server that was starting when this process
  // ended.
  const folderReaper = reapWithParent({ folder });
  const start = async () => {
    const server = await startPostgres(folder);
    return { ...server, keeper: reapWithParent({ pid: server.pid, signal: 'INT' }) };
  };
  let running = await start();
  return {
    url: running.url,
    crash: async () => {
      process.kill(running.pid, 'SIGQUIT');
      await running.ended;
      running.keeper.dismiss();
      running = await start();
    },
    stop: async () => {
      await running.keeper.end();
      await folderReaper.end();
    },
  };
}
