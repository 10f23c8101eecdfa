// Runs one command as a child process. Passes signals on, and restarts a server that ends without a signal.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
/** What lived so long ended for another reason than the one before it. */
const STEADY_MS = 30_000;

/**
 * Runs one process from start to end. Resolves with its end and whether it became ready. A server ends when its
 * channel to this process closes.
 */
function live(command, args, { isServer, begun }) {
  return new Promise((done) => {
    const stdio = ['inherit', 'inherit', 'inherit'];
    const child = spawn(command, args, { stdio: isServer ? [...stdio, 'ipc'] : stdio });
    let ready = false;
    child.on('message', () => {
      ready = true;
    });
    child.on('error', (error) => done({ error, ready }));
    child.on('exit', (code, signal) => done({ code, signal, ready }));
    begun(child);
  });
}

/**
 * Signals may arrive here, at the child, or at both ends at once, and npm sends them a second time: the child counts only
 * the first.
 */
function listen() {
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

function pause(ms, stop) {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    stop.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });
}

/**
 * A start that fails logs the reason and ends. Only a server that was ready once is restarted. An orderly end is not
 * followed by a restart.
 */
async function liveOn(command, args, { isServer, restarted }, state) {
  let pauseMs = FIRST_PAUSE_MS;
  let wasReady = false;
  for (;;) {
    const began = performance.now();
    const begun = (child) => {
      state.child = child;
    };
    const end = await live(command, args, { isServer, begun });
    state.child = undefined;
    wasReady ||= end.ready;
    if (!restarted || state.stopping.aborted || end.error !== undefined || end.code === 0 || !wasReady) return end;
    if (performance.now() - began > STEADY_MS) pauseMs = FIRST_PAUSE_MS;
    const how = end.signal ?? `code ${end.code}`;
    process.stderr.write(
      `slipway: the product has ended unexpectedly (${how}) and is started again in ${pauseMs} ms\n`,
    );
    await pause(pauseMs, state.stopping);
    if (state.stopping.aborted) return { code: 0, signal: null };
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }
}

/** Runs a command and exits as it did; where it is to be `restarted`, not before it has ended for good. */
export async function handOver(command, args, { isServer, restarted, fail }) {
  const state = listen();
  const { error, code, signal } = await liveOn(command, args, { isServer, restarted }, state);
  if (error !== undefined) fail(`cannot start ${command}: ${error.message}`);
  // With the terminal gone, an ordinary exit of Node 20 crashes while it puts the terminal back in order.
  if (state.hungUp) process.kill(process.pid, 'SIGKILL');
  process.exit(code ?? 128 + constants.signals[signal]);
}
