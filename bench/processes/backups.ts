// The cost of a backup and a restore: time, and memory of the process, with a small and a large database.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { formatTable } from '../../test/harness/markdown-table.ts';
import type { Bench, Workload } from '../measure/workload.ts';
import { numbers } from '../measure/workload.ts';

const chunkCount = 300;
const chunkBytes = 1_000_000;
const sampleMs = 20;

interface BackupRun {
  readonly seconds: number;
  /** its peak memory, in megabytes of 10⁶ bytes */
  readonly peakMb: number;
}

const peakMemoryOf = (pid: number): number => {
  try {
    return (Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024) / 1e6;
  } catch {
    return 0;
  }
};

/** Runs one of the product's commands on a data folder, and waits for its end. */
async function command(name: string, dataDir: string, file: string): Promise<BackupRun> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [`services/standalone/src/${name}.ts`, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir },
  });
  let peakMb = 0;
  const sampling = setInterval(() => {
    peakMb = Math.max(peakMb, peakMemoryOf(child.pid ?? 0));
  }, sampleMs);
  const [code] = await once(child, 'exit');
  clearInterval(sampling);
  if (code !== 0) throw new Error(`${name} has ended with ${code}`);
  return { seconds: (performance.now() - startedAt) / 1_000, peakMb };
}

/** Fills a table with random bytes, which gzip cannot compress. */
async function fill(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('create table bench_filling (content bytea not null)');
  for (const _ of numbers(chunkCount))
    await client.query('insert into bench_filling values ($1)', [randomBytes(chunkBytes)]);
  await client.query('checkpoint');
  await client.end();
}

const rowOf = (what: string, { seconds, peakMb }: BackupRun, bytes: number): readonly string[] => [
  what,
  (bytes / 1e6).toFixed(0),
  seconds.toFixed(1),
  peakMb.toFixed(0),
];

async function run({ product, print }: Bench): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-backup-'));
  const [small, large] = [join(folder, 'small.backup'), join(folder, 'large.backup')];
  const rows: (readonly string[])[] = [];
  const both = async (size: string, file: string) => {
    const backupRun = await command('backup', product.folder, file);
    const bytes = statSync(file).size;
    rows.push(rowOf(`backup, ${size}`, backupRun, bytes));
    rows.push(rowOf(`restore, ${size}`, await command('restore', join(folder, size), file), bytes));
    rmSync(join(folder, size), { recursive: true });
    print(`${size}: done.`);
  };
  try {
    await both('small', small);
    await fill(product.databaseUrl);
    await both('large', large);
    return `\`npm run backup\` runs while the product serves requests. \`npm run restore\` restores the backup into an empty folder. The small backup contains a new installation. The large backup contains ${(chunkCount * chunkBytes) / 1e6} MB more, which gzip cannot compress. Memory is the peak memory of the process itself.

${formatTable(['', 'file MB', 'seconds', 'memory MB'], rows)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Backs up and restores the embedded database. */
export const backups: Workload = { name: 'backups', title: 'Backup and restore', run };
