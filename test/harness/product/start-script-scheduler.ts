import { tasksOf } from '@slipway/domain/model';
import type { OpenEngine } from '@slipway/engine';
import { readRelease } from '@slipway/persistence/plans';
import { memoryFlags } from '../../../scripts/memory-flags.mjs';
import { type RunningProcess, run } from './run-process.ts';

/** The database and the script runner of a process that runs scripts. */
interface Settings {
  readonly databaseUrl: string;
  readonly runnerUrl: string;
  readonly runnerSecret: string;
  /** More environment variables, such as `CRASH_AT` (libs/engine, environment/crash-point.ts). */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a process that runs the scripts of releases. Its leases have the length of the product. */
export const startScriptScheduler = ({ databaseUrl, runnerUrl, runnerSecret, env = {} }: Settings): RunningProcess =>
  run({
    command: [process.execPath, ...memoryFlags, 'test/harness/product/script-scheduler.ts'],
    env: { DATABASE_URL: databaseUrl, RUNNER_URL: runnerUrl, RUNNER_SECRET: runnerSecret, ...env },
  });

/**
 * Ends the leases of the running scripts of a release, as if their time were over, so that another process can run them.
 * A test with short leases would depend on the speed of the machine.
 */
export async function expireScriptLeases(
  { engine, database }: Pick<OpenEngine, 'engine' | 'database'>,
  releaseId: string,
): Promise<void> {
  const view = await readRelease(database, releaseId);
  for (const { run: state } of view === null ? [] : tasksOf(view.release)) {
    const { script } = state;
    if (script === null || script.startedAt === null) continue;
    const fact = { type: 'scriptLeaseRenewed', runId: script.id, attempt: script.attempt, leaseUntil: 0 } as const;
    await engine.dispatch(releaseId, { kind: 'fact', fact });
  }
}
