import { readFileSync } from 'node:fs';
import { formatTable } from '../../test/harness/markdown-table.ts';

/** The heading of the section that `memoryTable` returns. */
export const memoryTitle = 'Memory of the server process';

const figureOf = (pid: number, pattern: RegExp): number =>
  (Number(pattern.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024) / 1e6;

/** Returns the peak resident memory of a process in megabytes of 10⁶ bytes, as the kernel reports it. */
export const peakMemory = (pid: number): number => figureOf(pid, /^VmHWM:\s+(\d+) kB$/m);

/** Returns the current resident memory of a process in megabytes of 10⁶ bytes. */
export const residentMemory = (pid: number): number => figureOf(pid, /^VmRSS:\s+(\d+) kB$/m);

/** Returns the section for a run of all workloads: the peak memory at the end of each. */
export function memoryTable(peaks: readonly (readonly [workload: string, megabytes: number])[]): string {
  const rows = peaks.map(([name, megabytes]) => [name, String(Math.round(megabytes))]);
  return `One process serves all workloads, one after the other. It contains the API, the scheduler and all caches. The table shows its peak resident memory (VmHWM) at the end of each workload.

${formatTable(['workload', 'peak MB'], rows)}`;
}
