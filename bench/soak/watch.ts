import { readdirSync, readFileSync } from 'node:fs';
import { median } from '../measure/load.ts';
import { runnerOf } from '../measure/processor.ts';
import type { Product } from '../measure/product.ts';

/** A sample of the product's processes at one time. */
export interface Sample {
  /** megabytes of 10⁶ bytes by process: resident memory of the product's processes, private memory of PostgreSQL */
  readonly memory: Readonly<Record<string, number>>;
  /** open files and connections, by process */
  readonly files: Readonly<Record<string, number>>;
}

const statusOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
};
const kilobytes = (pid: number, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(statusOf(pid))?.[1] ?? 0);
const megabytes = (pids: readonly number[], field: string): number =>
  pids.reduce((sum, pid) => sum + (kilobytes(pid, field) * 1024) / 1e6, 0);

const filesOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    try {
      return sum + readdirSync(`/proc/${pid}/fd`).length;
    } catch {
      return sum; // the process has ended meanwhile
    }
  }, 0);

const descendantsOf = (pid: number): readonly number[] => {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return [...children, ...children.flatMap(descendantsOf)];
  } catch {
    return [];
  }
};

/** Takes a sample of all processes of the product. */
export function takeSample({ pid }: Product): Sample {
  const { runner, children } = runnerOf(pid);
  const postgres = descendantsOf(pid).filter((childPid) => /^Name:\s+postgres$/m.test(statusOf(childPid)));
  return {
    memory: {
      server: megabytes([pid], 'VmRSS'),
      runner: megabytes([runner], 'VmRSS'),
      "runner's children": megabytes(children, 'VmRSS'),
      postgres: megabytes(postgres, 'RssAnon'),
    },
    files: { server: filesOf([pid]), runner: filesOf([runner]), "runner's children": filesOf(children) },
  };
}

/** Returns the files of the product outside of its database. */
export const filesIn = ({ folder }: Product): readonly string[] => readdirSync(folder).toSorted();

/** The memory of a process in the warm state and at the end, and the increase as a share. */
export interface Growth {
  readonly process: string;
  readonly settled: number;
  readonly last: number;
  readonly share: number;
}

/** Compares the median of the second fifth of the samples, when all processes are warm, with that of the last fifth. */
export function growthOf(samples: readonly Sample[]): readonly Growth[] {
  const fifth = Math.floor(samples.length / 5);
  return Object.keys(samples[0]?.memory ?? {}).map((process) => {
    const window = (from: number) =>
      median(samples.slice(from, from + fifth).map(({ memory }) => memory[process] ?? Number.NaN));
    const [settled, last] = [window(fifth), window(samples.length - fifth)];
    return { process, settled, last, share: last / settled - 1 };
  });
}
