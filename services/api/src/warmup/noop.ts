import type { Logger } from '@slipway/process';
import { type RunnerClient, scriptRunResult } from '@slipway/script-protocol';
import type { ProcessDeps } from '../dependencies/deps.ts';
import type { LoginRecorders } from '../people/activity-log.ts';

const noop = (): void => {};
const noopRecorder = { record: noop, stop: async () => {} };

/** A logger without output. */
export const noopLogger: Logger = { trace: noop, debug: noop, info: noop, warn: noop, error: noop };

/** Metrics that count nothing. */
export const noopMetrics: ProcessDeps['metrics'] = {
  answered: noop,
  delivered: noop,
  gauge: noop,
  streamEnded: noop,
  looked: noop,
  expose: async () => ({ type: 'text/plain', text: '' }),
};

/** Recorders that store nothing. */
export const noopRecorders: LoginRecorders = { uses: noopRecorder, attempts: noopRecorder, stop: async () => {} };

/** A script runner that runs nothing and approves every script. */
export const approveAllRunner: RunnerClient = {
  run: async () =>
    scriptRunResult.parse({ error: null, result: true, variables: {}, actions: [], output: '', durationMs: 0 }),
  compile: async () => null,
  compileAll: async () => [],
  inspect: async () => ({ error: null, lacks: [] }),
  stop: async () => {},
};
