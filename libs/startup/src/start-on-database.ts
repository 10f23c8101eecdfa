import type { OpenEngine } from '@slipway/engine';
import type { Egress } from '@slipway/outbound-http';
import {
  type Health,
  type Management,
  type Metrics,
  type Process,
  startManagement,
  startTraces,
} from '@slipway/process';
import type { RunnerClient } from '@slipway/script-protocol';
import { type AutomatedTypeFollower, createAutomatedTypes } from './automated-types.ts';
import { awaitSchema, type PreparedDatabase, requireSettings } from './prepare-database.ts';
import { startEgress, startRunnerClient } from './start-clients.ts';
import { startEngine } from './start-engine.ts';

/** The script runner of a process. */
export interface ScriptRunner {
  /** Undefined without a runner: scripts then wait for another process. */
  readonly scripts: RunnerClient | undefined;
  /** Its current address; null while it does not listen. */
  readonly runnerUrl: () => string | null;
}

/** The steps that differ between processes. */
export interface StartSteps<Early, Runner extends ScriptRunner> {
  /** Serves the probes before the database is ready. */
  readonly serveProbesEarly: (management: Management) => Promise<Early>;
  readonly startRunner: (metrics: Metrics) => Promise<Runner>;
  /** Returns the database when its schema is the one of this version. Throws `StartupError`. */
  readonly prepareDatabase: (health: Health) => Promise<PreparedDatabase>;
}

/** The parts of each process with a database. */
export interface StartedProcess<Early, Runner extends ScriptRunner> {
  readonly management: Management;
  readonly early: Early;
  readonly types: AutomatedTypeFollower;
  readonly opened: OpenEngine;
  readonly runner: Runner;
  readonly egress: Egress;
}

/** Starts a process with a database, in order. Each part stops with the lifecycle. Throws `StartupError`. */
export async function startOnDatabase<Early, Runner extends ScriptRunner>(
  process: Process,
  { serveProbesEarly, startRunner, prepareDatabase }: StartSteps<Early, Runner>,
): Promise<StartedProcess<Early, Runner>> {
  const management = await startManagement(process);
  const { health, metrics } = management;
  await startTraces(process, metrics);
  const early = await serveProbesEarly(management);
  const runner = await startRunner(metrics);
  const database = await prepareDatabase(health);
  const types = createAutomatedTypes(process.config);
  const opened = await startEngine(process, { ...database, metrics, types });
  health.check('database', () => opened.database.query({ text: 'select 1' }));
  health.softCheck('queue', opened.queue.health);
  const { databaseDirectUrl, redisUrl } = process.config;
  const egress = await startEgress(process, metrics, () => [
    ...[database.url, databaseDirectUrl, redisUrl, runner.runnerUrl()],
    ...opened.queue.servers(),
  ]);
  return { management, early, types, opened, runner, egress };
}

interface ServiceOptions<Early> extends Pick<StartSteps<Early, ScriptRunner>, 'serveProbesEarly'> {
  /** The subject of error messages, such as `the api`. */
  readonly processName: string;
  /** The verb for the releases in error messages, such as `serves`. */
  readonly action: string;
}

/** Starts one service on a database that `npm run migrate` has prepared. Throws `StartupError`. */
export async function startService<Early>(
  process: Process,
  { processName, action, serveProbesEarly }: ServiceOptions<Early>,
): Promise<StartedProcess<Early, ScriptRunner>> {
  const settings = requireSettings(process.config, processName, action);
  return await startOnDatabase(process, {
    serveProbesEarly,
    startRunner: async (metrics) => ({
      scripts: await startRunnerClient(process, metrics),
      runnerUrl: () => process.config.scriptRunnerUrl ?? null,
    }),
    prepareDatabase: async (health) => {
      await awaitSchema(process, settings.url, health);
      return settings;
    },
  });
}
