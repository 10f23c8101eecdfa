import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The time for a fast shutdown before an immediate one (which loses no committed data). */
const GRACE_MS = 20_000;

/** Checks the working directory, or the command line if the directory is visible to its owner only. */
async function isOrphan(pid: string, folder: string): Promise<boolean> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
  if ((await read('comm')) !== 'postgres\n') return false;
  const workingDirectory = await readlink(`/proc/${pid}/cwd`).catch(() => '');
  return workingDirectory === folder || (await read('cmdline')).includes(`\0-D\0${folder}\0`);
}

/** Returns the servers on a data folder in a list of processes, each line with an id and a command line. */
export const serversIn = (processes: string, folder: string): number[] =>
  processes
    .split('\n')
    .filter((line) => /^\s*\d+ \S*postgres /.test(line) && `${line} `.includes(` -D ${folder} `))
    .map((line) => Number.parseInt(line, 10));

async function findOrphans(folder: string): Promise<number[]> {
  if (process.platform !== 'linux') {
    const { stdout } = await promisify(execFile)('ps', ['-A', '-ww', '-o', 'pid=,args=']);
    return serversIn(stdout, folder);
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const orphans = await Promise.all(pids.map((pid) => isOrphan(pid, folder)));
  return pids.filter((_, index) => orphans[index]).map(Number);
}

function send(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // the process has ended meanwhile
    }
  }
}

/**
 * Ends the PostgreSQL processes that an earlier, killed process left running on this data folder (a real path). Returns
 * their number. The caller holds the lock of the folder, so no process uses them.
 */
export async function stopOrphans(folder: string): Promise<number> {
  const orphans = await findOrphans(folder);
  const started = performance.now();
  send(orphans, 'SIGINT');
  for (let remaining = orphans; remaining.length > 0; remaining = await findOrphans(folder)) {
    if (performance.now() - started > GRACE_MS) send(remaining, 'SIGQUIT');
    await pause(20);
  }
  return orphans.length;
}
