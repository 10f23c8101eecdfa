// Runs one command as a child process. Forwards signals, and restarts a server that ends without a signal.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { restartWithBackoff } from '../libs/process/src/restart-with-backoff.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs one process. Resolves at its end, also with whether it was ready. A server ends when its channel to this process
 * closes.
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
 * Forwards signals to the child. A signal may arrive here, at the child, or at both at once, and npm sends it a second
 * time. The child counts only the first one.
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
 * Runs a command, and restarts a server that was ready before it failed. A failed start logs the reason and ends. A
 * regular exit ends the command.
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

/** Runs a command, with restarts if `restarted` is set, and exits as it did. */
export async function superviseAndExit(command, args, { isServer, restarted, fail }) {
  const state = forwardSignals();
  const { error, code, signal } = await runWithRestarts(command, args, { isServer, restarted }, state);
  if (error !== undefined) fail(`cannot start ${command}: ${error.message}`);
  // Without a terminal, a normal exit of Node 20 crashes when it restores the terminal.
  if (state.hungUp) process.kill(process.pid, 'SIGKILL');
  process.exit(code ?? 128 + constants.signals[signal]);
}
