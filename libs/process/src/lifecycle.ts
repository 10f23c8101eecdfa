import type { Logger } from './logger.ts';
import { failRequest } from './request-scope.ts';

/** The product cannot start with this configuration; the message contains the necessary action. */
export class StartupError extends Error {
  override name = 'StartupError';
}

/** Thrown by `start` if the process was stopped before this part started. */
export class ProcessStopping extends Error {
  override name = 'Stopping';
}

/** How a part stops, and how it drains before that: it continues to serve, but reports not ready. */
interface End<T> {
  readonly end: (part: T) => Promise<unknown> | unknown;
  readonly drain: (part: T) => unknown;
}

/** The parts of a process, started in order and stopped in reverse order, once. */
export interface Lifecycle {
  /**
   * Starts a part and registers how it stops. If the process stops during the start, the part is stopped after `begin`,
   * and `ProcessStopping` is thrown.
   */
  start<T>(name: string, begin: () => Promise<T> | T, end: End<T>['end'] | End<T>): Promise<T>;
  /**
   * Drains all parts that support it, the last one first, waits `drainMs`, then stops. Stops immediately if no part
   * drains, if `drainMs` is 0, and on another stop request.
   */
  drain(): Promise<void>;
  /** Stops all parts, then exits with `code` (0). Only the first call has an effect. */
  stop(code?: number): Promise<void>;
  readonly stopping: boolean;
}

interface Settings {
  readonly logger: Logger;
  /** The time between failing the readiness probe and shutting down. */
  readonly drainMs?: number;
  /** The time limit for stopping all parts. After it, the process exits with 1. */
  readonly deadlineMs: number;
  readonly exit: (code: number) => void;
}

interface StartedPart {
  readonly name: string;
  readonly end: () => Promise<unknown> | unknown;
  readonly drain: (() => unknown) | undefined;
}

async function endAll(startedParts: StartedPart[], logger: Logger): Promise<boolean> {
  let isClean = true;
  for (let entry = startedParts.pop(); entry !== undefined; entry = startedParts.pop()) {
    try {
      await entry.end();
    } catch (error) {
      isClean = false;
      logger.error({ part: entry.name, error }, 'could not stop a part of the process in order');
    }
  }
  return isClean;
}

/**
 * Runs the steps of a stop in order. A step that fails does not prevent the next ones. Throws the failure, or a
 * `SuppressedError` with all of them.
 */
export async function stopInOrder(...steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const stack = new AsyncDisposableStack();
  for (const step of steps.toReversed()) stack.defer(async () => void (await step()));
  await stack.disposeAsync();
}

interface DrainOptions extends Pick<Settings, 'logger'> {
  readonly drainMs: number;
  /** ends the drain early */
  readonly stop: Promise<void>;
}

/** Drains all parts, the last one first. Returns immediately if no part drains. */
async function drainAll(startedParts: readonly StartedPart[], { logger, drainMs, stop }: DrainOptions): Promise<void> {
  const drains = startedParts.toReversed().flatMap(({ drain }) => drain ?? []);
  if (drains.length === 0) return;
  for (const drain of drains) drain();
  logger.info({ drainMs }, 'the process is no longer ready, and continues to serve until it stops');
  let timer: NodeJS.Timeout | undefined;
  const drainTimeout = new Promise<void>((done) => {
    timer = setTimeout(done, drainMs);
  });
  await Promise.race([drainTimeout, stop]);
  clearTimeout(timer);
}

/** Converts a stop function to the options of a part. */
const normalizeEnd = <T>(end: End<T>['end'] | End<T>): Pick<End<T>, 'end'> & Partial<End<T>> =>
  typeof end === 'function' ? { end } : end;

/** Creates a lifecycle. `exit` is called once, with 1 if a part could not be stopped. */
export function createLifecycle({ logger, drainMs = 0, deadlineMs, exit }: Settings): Lifecycle {
  const startedParts: StartedPart[] = [];
  let starting: Promise<unknown> = Promise.resolve();
  let stopped: Promise<void> | undefined;
  const stop = Promise.withResolvers<void>();

  async function stopOnce(code: number): Promise<void> {
    stop.resolve();
    const deadline = setTimeout(() => {
      logger.error({ deadlineMs }, 'stopping took too long');
      exit(1);
    }, deadlineMs);
    await starting.catch(() => undefined);
    const isClean = await endAll(startedParts, logger);
    clearTimeout(deadline);
    exit(isClean ? code : 1);
  }
  const lifecycle: Lifecycle = {
    async start(name, begin, endOptions) {
      if (stopped !== undefined) throw new ProcessStopping(name);
      const startup = (async () => {
        const part = await begin();
        const { end, drain } = normalizeEnd(endOptions);
        startedParts.push({ name, end: () => end(part), drain: drain && (() => drain(part)) });
        return part;
      })();
      starting = startup;
      const part = await startup;
      if (stopped !== undefined) throw new ProcessStopping(name);
      return part;
    },
    drain: async () => {
      if (stopped === undefined && drainMs > 0) await drainAll(startedParts, { logger, drainMs, stop: stop.promise });
      await lifecycle.stop();
    },
    stop(code = 0) {
      stopped ??= stopOnce(code);
      return stopped;
    },
    get stopping() {
      return stopped !== undefined;
    },
  };
  return lifecycle;
}

/** The same signal often arrives twice, because npm and the launcher forward it. Within this time, it counts as one. */
const duplicateSignalMs = 1_000;

/**
 * Handles signals. SIGTERM drains the process and stops it in order. SIGINT and SIGHUP, which a user sends, stop it
 * without draining. A second signal is ignored, because terminals signal the whole process group. But during a drain,
 * it stops the process.
 */
export function stopOnSignals(lifecycle: Lifecycle, logger: Logger): void {
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => void lifecycle.stop());
  let first: number | undefined;
  process.on('SIGTERM', () => {
    if (first === undefined) void lifecycle.drain();
    else if (performance.now() - first > duplicateSignalMs) void lifecycle.stop();
    first ??= performance.now();
  });
  // The reader of the output may disappear first, for example the terminal.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.on('uncaughtException', (error) => {
    // An error in one request must not end the others.
    if (failRequest()) {
      logger.error({ error }, 'an uncaught error ended a request');
      return;
    }
    logger.error({ error }, 'an uncaught error stops the process');
    void lifecycle.stop(1);
  });
}
