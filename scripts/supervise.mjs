// Runs one command as a child process. Passes signals on, and restarts a server that ends without a signal.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { restartWithBackoff } from '../libs/process/src/restart-with-backoff.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs one process from start to end. Resolves with its end and whether it became ready. A server ends when its
 * channel to this process closes.
 */
function runOnce(command, args, { isServer, onStarted }) {
  return new Promise((done) => {
    const stdio = ['inherit', 'inherit', 'inherit'];
    const child = spawn(command, args, { stdio: isServer ? [...stdio, 'ipc'] : stdio });
    let ready = false;
    child.on('message', () => {
      ready = true;
    });
    child.on('error', (error) => done({ error, ready }));
    child.on('exit', (code, signal) => done({ code, signal, ready }));
    onStarted(child);
  });
}

/**
 * Signals may arrive here, at the child, or at both ends at once, and npm sends them a second time: the child counts only
 * the first.
 */
function forwardSignals() {
  const stop = new AbortController();
  const state = { child: undefined, hungUp: false, stopping: stop.signal };
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      state.hungUp ||= signal === 'SIGHUP';
      stop.abort();
      state.child?.kill(signal);
    });
  }
  return state;
}

/**
 * A start that fails logs the reason and ends. Only a server that was ready once is restarted. An orderly end is not
 * followed by a restart.
 */
async function runWithRestarts(command, args, { isServer, restarted }, state) {
  let wasReady = false;
  const run = async () => {
    const onStarted = (child) => {
      state.child = child;
    };
    const outcome = await runOnce(command, args, { isServer, onStarted });
    state.child = undefined;
    wasReady ||= outcome.ready;
    return outcome;
  };
  const onRestart = (pauseMs, { code, signal }) => {
    const reason = signal ?? `code ${code}`;
    process.stderr.write(
      `slipway: the product has ended unexpectedly (${reason}) and is started again in ${pauseMs} ms\n`,
    );
  };
  const shouldRestart = ({ error, code }) => restarted && error === undefined && code !== 0 && wasReady;
  const outcome = await restartWithBackoff({ run, shouldRestart, onRestart, stop: state.stopping });
  return outcome ?? { code: 0, signal: null };
}

/** Runs a command and exits as it did; where it is to be `restarted`, not before it has ended for good. */
export async function superviseAndExit(command, args, { isServer, restarted, fail }) {
  const state = forwardSignals();
  const { error, code, signal } = await runWithRestarts(command, args, { isServer, restarted }, state);
  if (error !== undefined) fail(`cannot start ${command}: ${error.message}`);
  // With the terminal gone, an ordinary exit of Node 20 crashes while it puts the terminal back in order.
  if (state.hungUp) process.kill(process.pid, 'SIGKILL');
  process.exit(code ?? 128 + constants.signals[signal]);
}
