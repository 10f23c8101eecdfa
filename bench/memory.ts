import { readFileSync } from 'node:fs';
import { table } from './table.ts';

/** The heading of what `memoryTable` tells. */
export const memoryTitle = "Memory of the server's process";

/** The most that a process has had resident since it began, in megabytes of 10⁶ bytes, as the kernel counts it. */
export function peakMemory(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
}

/** The section of a run of all workloads: the peak so far at the end of each. */
export function memoryTable(peaks: readonly (readonly [workload: string, megabytes: number])[]): string {
  const rows = peaks.map(([name, megabytes]) => [name, String(Math.round(megabytes))]);
  return `One process serves all workloads, one after the other: the api, the scheduler and whatever it remembers. Its peak resident memory (VmHWM) at the end of each:

${table(['after', 'peak MB'], rows)}`;
}
