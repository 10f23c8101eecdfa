import { readdirSync, readFileSync } from 'node:fs';

/** Processor time used so far, in microseconds, by process; zero on a machine without /proc. */
export interface ProcessorUsage {
  readonly server: number;
  readonly postgres: number;
  /** the script runner and its children */
  readonly runner: number;
  readonly clients: number;
}

interface ProcessEntry {
  readonly program: string;
  readonly pid: number;
  readonly parent: number;
  readonly usedUs: number;
  /** time of its ended children */
  readonly endedUs: number;
}

/** The kernel counts in hundredths of a second. */
const tickUs = 10_000;

function readProcesses(): readonly ProcessEntry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const microseconds = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) * tickUs;
        const program = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
        return [
          {
            program,
            pid: Number(name),
            parent: Number(fields[1]),
            usedUs: microseconds(11),
            endedUs: microseconds(13),
          },
        ];
      } catch {
        return []; // the process has ended meanwhile
      }
    });
}

const childrenOf = (processes: readonly ProcessEntry[], pid: number): readonly ProcessEntry[] =>
  processes.filter(({ parent }) => parent === pid);

const totalOfTree = (processes: readonly ProcessEntry[], root: ProcessEntry): number =>
  childrenOf(processes, root.pid).reduce(
    (sum, child) => sum + totalOfTree(processes, child),
    root.usedUs + root.endedUs,
  );

/** The product's child processes are PostgreSQL and the script runner, each with its own children. */
const isPostgres = ({ program }: ProcessEntry): boolean => program === 'postgres';

/** Reads the processor time of the product's process, of its descendants, and of this process with its clients. */
export function processorTime(product: number): ProcessorUsage {
  if (process.platform !== 'linux') return { server: 0, postgres: 0, runner: 0, clients: 0 };
  const processes = readProcesses();
  const { user, system } = process.cpuUsage();
  const usageWhere = (matches: (child: ProcessEntry) => boolean) =>
    childrenOf(processes, product)
      .filter(matches)
      .reduce((sum, child) => sum + totalOfTree(processes, child), 0);
  return {
    server: processes.find(({ pid }) => pid === product)?.usedUs ?? 0,
    postgres: usageWhere(isPostgres),
    runner: usageWhere((child) => !isPostgres(child)),
    clients: user + system,
  };
}

/** Returns the processor time between two readings. */
export const usageBetween = (before: ProcessorUsage, after: ProcessorUsage): ProcessorUsage => ({
  server: after.server - before.server,
  postgres: after.postgres - before.postgres,
  runner: after.runner - before.runner,
  clients: after.clients - before.clients,
});

/** Returns the process ids of the product's script runner and its children. */
export function runnerOf(product: number): { readonly runner: number; readonly children: readonly number[] } {
  const processes = readProcesses();
  const runner = childrenOf(processes, product).find((child) => !isPostgres(child))?.pid ?? 0;
  return { runner, children: childrenOf(processes, runner).map(({ pid }) => pid) };
}

/** Returns the processor time of a process and its descendants so far, in microseconds. */
export function usageOf(pid: number): number {
  const processes = readProcesses();
  const root = processes.find((candidate) => candidate.pid === pid);
  return root === undefined ? 0 : totalOfTree(processes, root);
}

/** Returns the processor time of this process's children that run a program, in microseconds. */
export function usageOfChildren(program: string): number {
  const processes = readProcesses();
  return childrenOf(processes, process.pid)
    .filter((child) => child.program === program)
    .reduce((sum, child) => sum + totalOfTree(processes, child), 0);
}
