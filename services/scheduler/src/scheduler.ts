import type { Engine } from '@slipway/engine';
import type { Logger } from '@slipway/runtime';

/** What wakes releases when their time has come. */
export interface Scheduler {
  /** Begins no other pass and waits for the one that runs. */
  stop(): Promise<void>;
}

/** What a scheduler works with. */
export interface SchedulerOptions {
  readonly engine: Pick<Engine, 'sweep'>;
  readonly logger: Logger;
  /** from the start of one pass to the start of the next; a longer pass is never overtaken */
  readonly everyMs?: number;
}

/** Looks every second at everything that time owes. Any number of processes may do so at once. */
export function startScheduler({ engine, logger, everyMs = 1_000 }: SchedulerOptions): Scheduler {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const pass = async (): Promise<void> => {
    const began = performance.now();
    try {
      const swept = await engine.sweep();
      if (swept.failed > 0) logger.warn({ swept }, 'some releases could not be woken and will be tried again');
    } catch (error) {
      logger.warn({ error }, 'a sweep has failed and will be tried again');
    }
    if (!stopped) timer = setTimeout(start, Math.max(0, everyMs - (performance.now() - began)));
  };
  let running: Promise<void> = pass();
  function start(): void {
    running = pass();
  }
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
