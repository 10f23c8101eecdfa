import type { OpenEngine } from '@slipway/engine';
import type { Egress } from '@slipway/outbound-http';
import { type Management, type Process, startManagement, startTraces } from '@slipway/process';
import type { RunnerClient } from '@slipway/script-protocol';
import { type AutomatedTypeFollower, createAutomatedTypes } from './automated-types.ts';
import { awaitSchema } from './await-schema.ts';
import { requireSettings } from './required-settings.ts';
import { startRunnerClient } from './runner-client.ts';
import { startEgress } from './start-egress.ts';
import { startEngine } from './start-engine.ts';

interface StartOptions<T> {
  /** what refusals call the process, such as `the api` */
  readonly processName: string;
  /** what it does to releases */
  readonly action: string;
  /** Answers those who watch, from the first moment on, before the schema is waited for. */
  readonly serveProbesEarly: (management: Management) => Promise<T>;
}

/** What a process that does one thing has when it begins with that. */
interface StartedProcess<T> {
  readonly management: Management;
  readonly early: T;
  readonly types: AutomatedTypeFollower;
  readonly opened: OpenEngine;
  readonly scripts: RunnerClient | undefined;
  readonly egress: Egress;
}

/** What each process on a database of its operator's begins with, in order. Throws `StartupError`. */
export async function startOnDatabase<T>(
  process: Process,
  { processName, action, serveProbesEarly }: StartOptions<T>,
): Promise<StartedProcess<T>> {
  const { config } = process;
  const { url, secretKey } = requireSettings(config, processName, action);
  const management = await startManagement(process);
  const { health, metrics } = management;
  await startTraces(process, metrics);
  const early = await serveProbesEarly(management);
  await awaitSchema(process, url, health);
  const types = createAutomatedTypes();
  const opened = await startEngine(process, { url, secretKey, metrics, types });
  const scripts = await startRunnerClient(process, metrics);
  const { databaseDirectUrl, redisUrl, scriptRunnerUrl } = config;
  const egress = await startEgress(process, metrics, () => [
    ...[url, databaseDirectUrl, redisUrl, scriptRunnerUrl],
    ...opened.queue.servers(),
  ]);
  return { management, early, types, opened, scripts, egress };
}
