import { readFileSync } from 'node:fs';
import { formatTable } from '../../test/harness/markdown-table.ts';

/** The heading of the output of `memoryTable`. */
export const memoryTitle = 'Memory of the server process';

const figureOf = (pid: number, pattern: RegExp): number =>
  (Number(pattern.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024) / 1e6;

/** The most that a process has had resident since it began, in megabytes of 10⁶ bytes, as the kernel counts it. */
export const peakMemory = (pid: number): number => figureOf(pid, /^VmHWM:\s+(\d+) kB$/m);

/** What a process has resident now, in the same megabytes. */
export const residentMemory = (pid: number): number => figureOf(pid, /^VmRSS:\s+(\d+) kB$/m);

/** The section of a run of all workloads: the peak so far at the end of each. */
export function memoryTable(peaks: readonly (readonly [workload: string, megabytes: number])[]): string {
  const rows = peaks.map(([name, megabytes]) => [name, String(Math.round(megabytes))]);
  return `One process serves all workloads, one after the other. It contains the API, the scheduler and all caches. The table shows its peak resident memory (VmHWM) at the end of each workload.

${formatTable(['workload', 'peak MB'], rows)}`;
}
