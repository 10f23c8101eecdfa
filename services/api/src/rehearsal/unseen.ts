import type { Logger } from '@slipway/runtime';
import { type RunnerClient, scriptAnswer } from '@slipway/scripts';
import type { ProcessDeps } from '../context/deps.ts';
import type { Recorders } from '../people/recorders.ts';

const nothing = (): void => {};
const recorder = { note: nothing, stop: async () => {} };

/** A logger without output. */
export const silent: Logger = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Counts nothing. */
export const uncounted: ProcessDeps['metrics'] = {
  answered: nothing,
  delivered: nothing,
  gauge: nothing,
  streamEnded: nothing,
  looked: nothing,
  expose: async () => ({ type: 'text/plain', text: '' }),
};

/** Writes down nothing of logins. */
export const unrecorded: Recorders = { uses: recorder, attempts: recorder, stop: async () => {} };

/** A stub runner that approves every script. */
export const agreeing: RunnerClient = {
  run: async () =>
    scriptAnswer.parse({ error: null, result: true, variables: {}, actions: [], output: '', durationMs: 0 }),
  compile: async () => null,
  compileAll: async () => [],
  inspect: async () => ({ error: null, lacks: [] }),
  stop: async () => {},
};
