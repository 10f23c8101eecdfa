import { readFileSync } from 'node:fs';
import { createHealth, createLogger, createMetrics } from '@slipway/process';
import {
  createRunnerClient,
  limitsWith,
  type RunnerClient,
  type ScriptRequest,
  type ScriptRequestBody,
  type ScriptRunResult,
} from '@slipway/script-protocol';
import { expect } from 'vitest';
import { defaultSettings, type Settings } from './pool/settings.ts';
import { type Runner, startRunner } from './runner.ts';
import { startServer } from './server.ts';

const patientLimits = limitsWith(60_000);
const hurriedLimits = { ...patientLimits.webhook, timeMs: 250 };

/**
 * The production settings, except two time limits: the short one of event filters is for endless scripts, the long one
 * of webhooks is sufficient on any machine. Only one child is started in advance.
 */
export const patientSettings: Settings = {
  ...defaultSettings,
  quick: { ...defaultSettings.quick, minimum: 1 },
  limits: { ...patientLimits, eventFilter: hurriedLimits },
};
export const hurriedSettings: Settings = { ...defaultSettings, limits: { ...patientLimits, webhook: hurriedLimits } };

export const secret = 'a-secret-for-tests';

/** A JavaScript webhook with minimal data. */
export const minimalRequest: Omit<ScriptRequestBody, 'modules'> = {
  language: 'javascript',
  purpose: 'webhook',
  owner: 'Endpoint1',
  script: 'true',
  packaged: false,
  inputs: {},
  objects: [],
  wanted: [],
  snapshot: null,
  secrets: [],
};

/** A runner behind HTTP with real child processes, and its client. */
export interface TestRunner {
  readonly address: string;
  readonly runner: Runner;
  readonly client: RunnerClient;
  run(request: Partial<ScriptRequest>): Promise<ScriptRunResult>;
  /** the purpose with the long time limit */
  readonly patient: 'webhook' | 'eventFilter';
  /** megabytes of the largest child: resident memory and writable memory */
  maxChildMb(): { readonly resident: number; readonly data: number };
  stop(): Promise<void>;
}

function memoryOf(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024;
}

/** Starts a runner, and waits until its children are warm. */
export async function startTestRunner(settings: Settings = patientSettings): Promise<TestRunner> {
  const runner = startRunner(settings);
  const logger = createLogger({ logLevel: 'silent' });
  const config = { host: '127.0.0.1', port: 0, managementPort: undefined };
  const options = { runner, config, secret, logger, health: createHealth(), metrics: createMetrics() };
  const server = await startServer(options);
  await runner.ready();
  const client = createRunnerClient({ url: server.address, secret, limits: settings.limits });
  const maxOf = (name: string) => Math.max(...runner.pids().map((pid) => memoryOf(pid, name)));
  return {
    address: server.address,
    runner,
    client,
    patient: settings.limits.webhook === hurriedLimits ? 'eventFilter' : 'webhook',
    run: (request) => client.run({ ...minimalRequest, ...request }),
    maxChildMb: () => ({ resident: maxOf('VmHWM'), data: maxOf('VmData') }),
    stop: async () => {
      await client.stop();
      await server.stop();
      await runner.stop();
    },
  };
}

const validRequest = {
  owner: 'Endpoint2',
  script: 'headers["x-token"] === "good" && typeof left === "undefined"',
  inputs: { headers: { 'X-Token': 'good' } },
};

/** Expects that an answer contains no data of the host. */
export function expectNoHost(answer: unknown): void {
  expect(JSON.stringify(answer)).not.toMatch(/node_modules|services\/|node:|\.mjs|\.ts\b|isolated-vm/);
  expect(JSON.stringify(answer)).not.toContain(process.cwd());
}

/** Expects that the next script of another owner gets its correct result. */
export async function expectServing(testRunner: TestRunner): Promise<void> {
  expect(await testRunner.run({ ...validRequest, purpose: testRunner.patient })).toMatchObject({
    error: null,
    result: true,
  });
}
