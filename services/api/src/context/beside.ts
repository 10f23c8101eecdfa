import type { Logger } from '@slipway/runtime';

interface Settings {
  /** writes what has gathered by now */
  readonly flush: () => Promise<void>;
  readonly logger: Pick<Logger, 'warn'>;
  /** The log message after a failed write; the items are lost then. */
  readonly sentence: string;
  /** from the first thing that is to be written until all of that time are */
  readonly delayMs?: number;
}

/** Writes what gathers, beside the requests that bring it about. */
export interface Beside {
  /** There is something to be written. */
  soon(): void;
  /** Writes the rest, and waits for that. */
  stop(): Promise<void>;
}

/** Has things written once a second at most, one batch after the other. */
export function writeBeside({ flush, logger, sentence, delayMs = 1_000 }: Settings): Beside {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const begin = (): void => {
    timer = undefined;
    writing = writing.then(flush).catch((error: unknown) => logger.warn({ error }, sentence));
  };
  return {
    soon: () => {
      timer ??= setTimeout(begin, delayMs).unref();
    },
    stop: async () => {
      if (timer !== undefined) {
        clearTimeout(timer);
        begin();
      }
      await writing;
    },
  };
}
