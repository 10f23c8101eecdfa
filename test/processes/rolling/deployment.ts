import { type ServiceProcess, startService } from '../../harness/product/service-process.ts';
import { freePort } from '../../harness/servers/free-port.ts';
import type { Balancer } from './load-balancer.ts';

/** Processes of one kind, which are replaced as a cluster does it. */
export interface Deployment {
  /**
   * Replaces each of them, one after the other: a new one is started, and when it is ready an old one is stopped,
   * without a wait. There are never fewer ready ones than before. Ends when connections are led to all the new ones.
   */
  roll(): Promise<void>;
  /** Ends all; answers a line for each that has not ended in order, or has logged an error. */
  stop(): Promise<readonly string[]>;
}

/** Starts one process; returns its address and that of its probes. */
export type StartReplica = () => Promise<Replica>;

interface Replica extends ServiceProcess {
  readonly management: string;
  /** what its callers want: to be led elsewhere before SIGTERM, by it, or not at all */
  readonly leave: 'before' | 'while it drains' | 'never';
}

/** How long a process serves on after SIGTERM at most: its callers, if it has any, let it alone before this is over. */
const drainSeconds = { api: '60', scheduler: '0', 'script-runner': '60' };

/** Called for each new process; returns the function to call when it runs. */
type OnSpawn = (pid: number) => () => void;

/** Starts parts of this version, each with probes on a port of their own. */
export const replicaStarter =
  (
    kind: keyof typeof drainSeconds,
    env: Readonly<Record<string, string>>,
    onSpawn: OnSpawn = () => () => {},
  ): StartReplica =>
  async () => {
    const port = String(await freePort());
    const all = { ...env, MANAGEMENT_PORT: port, DRAIN_SECONDS: drainSeconds[kind] };
    let onRunning = (): void => {};
    const part = await startService(kind, all, (pid) => {
      onRunning = onSpawn(pid);
    });
    onRunning();
    return {
      ...part,
      management: `http://127.0.0.1:${port}`,
      leave: kind === 'scheduler' ? 'never' : 'while it drains',
    };
  };

/** Starts `count` of them, and waits until the balancer leads connections to each, where they have callers. */
export async function deploy(startReplica: StartReplica, count: number, balancer?: Balancer): Promise<Deployment> {
  const replicas: Replica[] = [];
  const ended: Promise<unknown>[] = [];
  const problems: string[] = [];
  const start = async (): Promise<Replica> => {
    const part = await startReplica();
    balancer?.add(part);
    replicas.push(part);
    return part;
  };
  const end = async (part: Replica): Promise<void> => {
    if (part.leave === 'before') await balancer?.retire(part);
    part.signal('SIGTERM');
    if (part.leave === 'while it drains') {
      const drained = Promise.resolve(balancer?.waitUntilDrained(part)).then(() => true);
      const isRunning = await Promise.race([drained, part.ended.then(() => false)]);
      if (isRunning) part.signal('SIGTERM');
      else problems.push(`a process has drained to its end, and somebody was led to it still: ${part.output()}`);
    }
    const code = await part.ended;
    if (code !== 0) problems.push(`a process has ended with ${code}: ${part.output()}`);
    const errors = part.output().match(/^.*"level":"(?:error|fatal)".*$/gm) ?? [];
    problems.push(...errors);
  };
  const waitUntilRouted = () => Promise.all(replicas.map((part) => balancer?.waitUntilRouted(part)));
  await Promise.all(Array.from({ length: count }, start));
  await waitUntilRouted();
  return {
    roll: async () => {
      for (const part of replicas.splice(0)) {
        const next = await start();
        // a cluster applies the two changes in this order; the balancer probes each process at its own pace
        await balancer?.waitUntilRouted(next);
        ended.push(end(part));
      }
      await waitUntilRouted();
    },
    stop: async () => {
      await Promise.all([...ended, ...replicas.splice(0).map(end)]);
      return problems;
    },
  };
}
