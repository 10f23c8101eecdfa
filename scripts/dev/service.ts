import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The settings for starting a process of a service. */
interface Launch {
  readonly root: string;
  /** the folder of the service in `services` */
  readonly name: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** the port of its debugger */
  readonly inspectPort?: number | undefined;
}

/** A service in its own process, which is replaced when its sources change. */
export interface Service {
  readonly name: string;
  /** Resolves to true when the current process is ready, and to false when it has ended before. */
  ready(): Promise<boolean>;
  /** Stops the current process, if there is one, and starts the next one. Does not wait until the next one is ready. */
  restart(): Promise<void>;
  /** Sends a text to the current process. */
  notify(text: string): void;
  stop(): Promise<void>;
}

/**
 * In milliseconds: a restart does not wait longer for open requests. The data is safe if a process ends at any moment.
 */
const graceMs = 1_000;

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

function launch({ root, name, env, inspectPort }: Launch): ChildProcess {
  const inspect = inspectPort === undefined ? [] : [`--inspect=127.0.0.1:${inspectPort}`];
  const child = spawn(process.execPath, [...inspect, join(root, 'services', name, 'src/main.ts')], {
    // The terminal sends its signals only to the supervisor, which stops the services in order. The channel closes with
    // the supervisor, and the service ends with the channel.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    cwd: root,
    env,
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', (line) => console.log(`${name.padEnd(13)} | ${line}`));
  }
  return child;
}

/** Runs a service to its end, such as `migrate`. Returns whether it succeeded. */
export async function runOnce(settings: Launch): Promise<boolean> {
  const [code] = await once(launch(settings), 'close');
  return code === 0;
}

/** Resolves to true when the service reports its address over the channel; false if it has ended before. */
const readiness = (child: ChildProcess): Promise<boolean> =>
  Promise.race([once(child, 'message').then(() => true), once(child, 'exit').then(() => false)]);

async function stopChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exit = once(child, 'exit');
  child.kill('SIGINT');
  const kill = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await exit;
  clearTimeout(kill);
}

/**
 * Starts a service. An unexpected end of its process is reported, and the next change of its sources starts it again.
 */
export function startService(settings: Launch): Service {
  const { name } = settings;
  let expected: ChildProcess | undefined;
  const begin = (): ChildProcess => {
    const child = launch(settings);
    child.once('exit', (code, signal) => {
      if (child === expected) return;
      console.log(`${name} ended unexpectedly (${signal ?? `code ${code}`}). It starts again after the next change.`);
    });
    return child;
  };
  const finish = async (child: ChildProcess): Promise<void> => {
    expected = child;
    await stopChild(child);
  };
  let current = begin();
  let isReady = readiness(current);
  return {
    name,
    ready: () => isReady,
    restart: async () => {
      await finish(current);
      current = begin();
      isReady = readiness(current);
    },
    notify: (text) => {
      if (current.connected) current.send(text);
    },
    stop: () => finish(current),
  };
}
