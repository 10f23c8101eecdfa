import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@slipway/standalone';
import { reapWithParent } from './process-reaper.ts';

/** A PostgreSQL for this test only, so that it may crash; committed data is on disk. */
export interface DedicatedPostgres {
  readonly url: string;
  /** Ends it at once, as a crash would, and starts it again at the same address; done when it answers. */
  crash(): Promise<void>;
  /** Ends it and takes its files away. */
  stop(): Promise<void>;
}

/** Starts one, empty. It ends with this process at the latest. */
export async function startDedicatedPostgres(): Promise<DedicatedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-own-'));
  // a server without its folder ends within a minute: also one that was being started when this process ended
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
