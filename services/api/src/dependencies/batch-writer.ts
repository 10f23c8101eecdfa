import type { Logger } from '@slipway/process';

interface BatchWriterSettings {
  /** writes what has gathered by now */
  readonly flush: () => Promise<void>;
  readonly logger: Pick<Logger, 'warn'>;
  /** The log message after a failed write; the items are lost then. */
  readonly failureMessage: string;
  /** from the first thing that is to be written until all of that time are */
  readonly delayMs?: number;
}

/** Writes what gathers, beside the requests that bring it about. */
export interface BatchWriter {
  /** There is something to be written. */
  schedule(): void;
  /** Writes the rest, and waits for that. */
  stop(): Promise<void>;
}

/** Has things written once a second at most, one batch after the other. */
export function createBatchWriter({
  flush,
  logger,
  failureMessage,
  delayMs = 1_000,
}: BatchWriterSettings): BatchWriter {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const startWrite = (): void => {
    timer = undefined;
    writing = writing.then(flush).catch((error: unknown) => logger.warn({ error }, failureMessage));
  };
  return {
    schedule: () => {
      timer ??= setTimeout(startWrite, delayMs).unref();
    },
    stop: async () => {
      if (timer !== undefined) {
        clearTimeout(timer);
        startWrite();
      }
      await writing;
    },
  };
}
