import { readdirSync, readFileSync } from 'node:fs';

/** Processor time used so far, in microseconds, by who used it; zeros where there is no /proc. */
export interface Used {
  readonly server: number;
  readonly postgres: number;
  readonly clients: number;
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly usedUs: number;
  /** of its children that have ended */
  readonly endedUs: number;
}

/** The kernel counts in hundredths of a second. */
const tickUs = 10_000;

function all(): readonly Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const us = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) * tickUs;
        return [{ pid: Number(name), parent: Number(fields[1]), usedUs: us(11), endedUs: us(13) }];
      } catch {
        return []; // ended meanwhile
      }
    });
}

const below = (processes: readonly Process[], pid: number): number =>
  processes
    .filter(({ parent }) => parent === pid)
    .reduce((sum, child) => sum + child.usedUs + child.endedUs + below(processes, child.pid), 0);

/** Reads what the product's own process, the PostgreSQL below it, and this process with its clients have used. */
export function processorTime(product: number): Used {
  if (process.platform !== 'linux') return { server: 0, postgres: 0, clients: 0 };
  const processes = all();
  const { user, system } = process.cpuUsage();
  return {
    server: processes.find(({ pid }) => pid === product)?.usedUs ?? 0,
    postgres: below(processes, product),
    clients: user + system,
  };
}
