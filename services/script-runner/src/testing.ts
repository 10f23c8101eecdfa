import { readFileSync } from 'node:fs';
import { createHealth, createLogger, createMetrics } from '@slipway/runtime';
import {
  createRunnerClient,
  limitsWith,
  type RunnerClient,
  type ScriptAnswer,
  type ScriptRequest,
  type SentRequest,
} from '@slipway/scripts';
import { expect } from 'vitest';
import { type Settings, usualSettings } from './pool/settings.ts';
import { type Runner, startRunner } from './runner.ts';
import { startServer } from './server.ts';

const patient = limitsWith(60_000);
const hurried = { ...patient.webhook, timeMs: 250 };

/**
 * Production except for the time limits of webhooks and event filters: one of them is for endless scripts, the other
 * gives enough time on any machine.
 */
export const patientSettings: Settings = { ...usualSettings, limits: { ...patient, eventFilter: hurried } };
export const hurriedSettings: Settings = { ...usualSettings, limits: { ...patient, webhook: hurried } };

export const secret = 'a-secret-for-tests';

/** A JavaScript webhook with the plainest of everything. */
export const plainest: Omit<SentRequest, 'modules'> = {
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

/** A runner behind HTTP with real children, and its client. */
export interface TestRunner {
  readonly address: string;
  readonly runner: Runner;
  readonly client: RunnerClient;
  ask(request: Partial<ScriptRequest>): Promise<ScriptAnswer>;
  /** for which of the two there is time */
  readonly patient: 'webhook' | 'eventFilter';
  /** Megabytes of the largest child: resident, and writable */
  largestMb(): { readonly resident: number; readonly data: number };
  stop(): Promise<void>;
}

function figureOf(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024;
}

/** Waits until its children are warm. */
export async function startTestRunner(settings: Settings = patientSettings): Promise<TestRunner> {
  const runner = startRunner(settings);
  const logger = createLogger({ logLevel: 'silent' });
  const config = { host: '127.0.0.1', port: 0, managementPort: undefined };
  const served = { runner, config, secret, logger, health: createHealth(), metrics: createMetrics() };
  const server = await startServer(served);
  await runner.ready();
  const client = createRunnerClient({ url: server.address, secret, limits: settings.limits });
  const largest = (name: string) => Math.max(...runner.pids().map((pid) => figureOf(pid, name)));
  return {
    address: server.address,
    runner,
    client,
    patient: settings.limits.webhook === hurried ? 'eventFilter' : 'webhook',
    ask: (request) => client.run({ ...plainest, ...request }),
    largestMb: () => ({ resident: largest('VmHWM'), data: largest('VmData') }),
    stop: async () => {
      await client.stop();
      await server.stop();
      await runner.stop();
    },
  };
}

const honest = {
  owner: 'Endpoint2',
  script: 'headers["x-token"] === "good" && typeof left === "undefined"',
  inputs: { headers: { 'X-Token': 'good' } },
};

/** Nothing of the machine may be read in an answer. */
export function expectNoHost(answer: unknown): void {
  expect(JSON.stringify(answer)).not.toMatch(/node_modules|services\/|node:|\.mjs|\.ts\b|isolated-vm/);
  expect(JSON.stringify(answer)).not.toContain(process.cwd());
}

/** The next script of another owner gets its correct answer. */
export async function expectServing(running: TestRunner): Promise<void> {
  expect(await running.ask({ ...honest, purpose: running.patient })).toMatchObject({ error: null, result: true });
}
