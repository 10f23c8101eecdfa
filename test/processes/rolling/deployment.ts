import { type ServiceProcess, startService } from '../../harness/product/service-process.ts';
import { freePort } from '../../harness/servers/free-port.ts';
import type { Balancer } from './load-balancer.ts';

/** Replicas of one process, which are replaced like in a cluster. */
export interface Deployment {
  /**
   * Replaces all replicas one after the other: starts a new one, and stops an old one when the new one is ready. The
   * number of ready replicas never decreases. Resolves when the balancer routes connections to all new replicas.
   */
  roll(): Promise<void>;
  /** Stops all replicas; returns a message for each replica with a wrong exit code or a logged error. */
  stop(): Promise<readonly string[]>;
}

/** Starts one replica. */
export type StartReplica = () => Promise<Replica>;

interface Replica extends ServiceProcess {
  readonly management: string;
  /** when the balancer stops routing to the replica: before SIGTERM, while it drains, or never */
  readonly leave: 'before' | 'while it drains' | 'never';
}

/** The maximum drain time after SIGTERM in seconds. The balancer stops routing connections earlier. */
const drainSeconds = { api: '60', scheduler: '0', 'script-runner': '60' };

/** Called with the process id of each new process; returns the function to call when the process is ready. */
type OnSpawn = (pid: number) => () => void;

/** Returns a function that starts a replica of this version, with its probes on its own port. */
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

/** Starts `count` replicas, and waits until the balancer routes connections to each. */
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
      else problems.push(`the balancer still routed connections to a process that had drained: ${part.output()}`);
    }
    const code = await part.ended;
    if (code !== 0) problems.push(`a process exited with ${code}: ${part.output()}`);
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
        // a cluster applies the two changes in this order; the balancer probes each process at its own interval
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
