import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundlesFolder, keyOfInputs } from '../../scripts/bundle-cache.mjs';
import { memoryFlags } from '../../scripts/memory-flags.mjs';
import { reapWithParent } from '../../test/harness/servers/process-reaper.ts';

/** The product as `npm start` runs it, with a durable PostgreSQL in its own folder. */
export interface Product {
  /** for example `http://127.0.0.1:40123` */
  readonly origin: string;
  /** its PostgreSQL, for the floor and the counters; contains credentials, so it must not be printed */
  readonly databaseUrl: string;
  readonly pid: number;
  /** its data folder */
  readonly folder: string;
  /** Stops the product and deletes its folder. The end of this process does the same. */
  stop(): Promise<void>;
}

/** The bundle that `npm run bench` has selected. */
const bundleFolder = process.env.BENCH_BUNDLE ?? join(bundlesFolder, keyOfInputs());

/** Settings of the product, by environment variable. */
type Settings = Readonly<Record<string, string>>;

/**
 * The environment of production, except for a random port. It includes NODE_OPTIONS, so that the server can be
 * profiled.
 */
const environment = (folder: string, settings: Settings) => ({
  ...settings,
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  NODE_OPTIONS: process.env.NODE_OPTIONS ?? '',
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: '0',
  DATA_DIR: folder,
});

/** Starts the product and waits until it is ready. Throws with its output if it does not start. */
export async function startProduct(settings: Settings = {}): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-bench-'));
  const entry = join(bundleFolder, 'services/standalone/src/main.js');
  const child = spawn(process.execPath, [...memoryFlags, entry], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(folder, settings),
  });
  const reaper = reapWithParent({ pid: child.pid ?? 0, folder });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      child.emit('written');
    });
  }
  child.once('exit', () => child.emit('written'));
  for (;;) {
    const origin = /is ready at (\S+)/.exec(output)?.[1];
    if (origin !== undefined) {
      const databaseUrl = await urlIn(folder);
      return { origin, databaseUrl, pid: child.pid ?? 0, folder, stop: reaper.end };
    }
    if (child.exitCode !== null || child.signalCode !== null) break;
    await once(child, 'written');
  }
  await reaper.end();
  throw new Error(`the product did not start: ${output}`);
}

async function urlIn(folder: string): Promise<string> {
  const password = await readFile(join(folder, 'postgres.password'), 'utf8');
  return `postgresql://slipway:${password}@localhost:5432/postgres?host=${encodeURIComponent(join(folder, 'postgres'))}`;
}
