import type { Logger } from './logger.ts';

/** Thrown by `start` when the process was told to stop before this part had begun. */
export class Stopping extends Error {
  override name = 'Stopping';
}

/** The parts of a process, started in order and stopped in reverse order, once. */
export interface Lifecycle {
  /** Starts a part and remembers how it ends. A stop that arrives meanwhile waits for `begin`, then ends this part too; throws `Stopping`. */
  start<T>(name: string, begin: () => Promise<T> | T, end: (part: T) => Promise<unknown> | unknown): Promise<T>;
  /** Stops everything; every call but the first answers with the same promise. */
  stop(): Promise<void>;
  /** Stops everything because of `reason`, which a person must look at: the exit code becomes 1. */
  fail(reason: string, error?: unknown): void;
  readonly stopping: boolean;
}

interface Settings {
  readonly logger: Logger;
  /** All parts together may take this long to stop; then the process exits with 1. */
  readonly deadlineMs: number;
  readonly exit: (code: number) => void;
}

interface Ending {
  readonly name: string;
  readonly end: () => Promise<unknown> | unknown;
}

async function endAll(endings: Ending[], logger: Logger): Promise<boolean> {
  let clean = true;
  for (let ending = endings.pop(); ending !== undefined; ending = endings.pop()) {
    try {
      await ending.end();
    } catch (error) {
      clean = false;
      logger.error({ part: ending.name, error }, 'a part could not be stopped in order');
    }
  }
  return clean;
}

/** Makes a lifecycle; `exit` is called exactly once, with 0 when every part stopped in order and nothing had failed. */
export function createLifecycle({ logger, deadlineMs, exit }: Settings): Lifecycle {
  const endings: Ending[] = [];
  let starting: Promise<unknown> = Promise.resolve();
  let stopped: Promise<void> | undefined;
  let code = 0;

  async function stopOnce(): Promise<void> {
    const deadline = setTimeout(() => {
      logger.error({ deadlineMs }, 'stopping took too long');
      exit(1);
    }, deadlineMs);
    await starting.catch(() => undefined);
    if (!(await endAll(endings, logger))) code = 1;
    clearTimeout(deadline);
    exit(code);
  }
  const stop = () => {
    stopped ??= stopOnce();
    return stopped;
  };

  return {
    async start(name, begin, end) {
      if (stopped !== undefined) throw new Stopping(name);
      const begun = (async () => {
        const part = await begin();
        endings.push({ name, end: () => end(part) });
        return part;
      })();
      starting = begun;
      const part = await begun;
      if (stopped !== undefined) throw new Stopping(name);
      return part;
    },
    stop,
    fail(reason, error) {
      if (stopped !== undefined) return;
      code = 1;
      logger.error({ error }, reason);
      void stop();
    },
    get stopping() {
      return stopped !== undefined;
    },
  };
}

/**
 * From now on SIGINT, SIGTERM and SIGHUP stop the process in order. A signal often comes more than once (the terminal
 * sends it to the whole group, npm and the launcher pass it on): the second one changes nothing.
 */
export function stopOnSignals(lifecycle: Lifecycle): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void lifecycle.stop());
  process.on('uncaughtException', (error) => lifecycle.fail('an error that nobody caught', error));
}
