import type { Logger } from './logger.ts';
import { failRequest } from './request-scope.ts';

/** Thrown by `start` when the process was told to stop before this part had begun. */
export class Stopping extends Error {
  override name = 'Stopping';
}

/** The parts of a process, started in order and stopped in reverse order, once. */
export interface Lifecycle {
  /** Starts a part and remembers how it ends. A stop that arrives meanwhile waits for `begin`, then ends this part too; throws `Stopping`. */
  start<T>(name: string, begin: () => Promise<T> | T, end: (part: T) => Promise<unknown> | unknown): Promise<T>;
  /** Stops everything, then exits with `code` (0); every call but the first changes nothing. */
  stop(code?: number): Promise<void>;
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

/** Makes a lifecycle; `exit` is called once, with 1 if a part could not be stopped in order. */
export function createLifecycle({ logger, deadlineMs, exit }: Settings): Lifecycle {
  const endings: Ending[] = [];
  let starting: Promise<unknown> = Promise.resolve();
  let stopped: Promise<void> | undefined;

  async function stopOnce(code: number): Promise<void> {
    const deadline = setTimeout(() => {
      logger.error({ deadlineMs }, 'stopping took too long');
      exit(1);
    }, deadlineMs);
    await starting.catch(() => undefined);
    const clean = await endAll(endings, logger);
    clearTimeout(deadline);
    exit(clean ? code : 1);
  }

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
    stop(code = 0) {
      stopped ??= stopOnce(code);
      return stopped;
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
export function stopOnSignals(lifecycle: Lifecycle, logger: Logger): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void lifecycle.stop());
  // Whoever read what we print may be gone before us, with the terminal for one.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.on('uncaughtException', (error) => {
    // What one request has come to grief over must not end the others.
    if (failRequest()) {
      logger.error({ error }, 'an error that nobody caught has ended a request');
      return;
    }
    logger.error({ error }, 'an error that nobody caught stops the process');
    void lifecycle.stop(1);
  });
}
