export interface RepeatedTask {
  /** Starts the next pass immediately, or after the current one. */
  now(): void;
  /** Starts the next pass after this time, unless it is due earlier. */
  within(ms: number): void;
  /** Starts no further pass, and waits for the current one. */
  stop(): Promise<void>;
}

/** The delay after a failed pass. It doubles with each consecutive failure. */
const retryDelayMs = 100;

/**
 * Runs work immediately and then at this interval, measured from start to start. Passes never overlap. A failed pass is
 * reported, and retried sooner than after the interval at first.
 */
export function repeat(
  intervalMs: number,
  work: () => Promise<unknown>,
  report: (error: unknown) => void,
): RepeatedTask {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let isRunning = false;
  /** the time of the next pass */
  let nextAt = 0;
  /** the number of consecutive failures */
  let failures = 0;
  const pass = async (): Promise<void> => {
    nextAt = performance.now() + intervalMs;
    isRunning = true;
    try {
      await work();
      failures = 0;
    } catch (error) {
      report(error);
      within(retryDelayMs * 2 ** failures++);
    }
    isRunning = false;
    wait();
  };
  let running: Promise<void> = pass();
  function wait(): void {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(start, Math.max(0, nextAt - performance.now()));
  }
  function start(): void {
    running = pass();
  }
  function within(ms: number): void {
    const at = performance.now() + ms;
    if (at >= nextAt) return;
    nextAt = at;
    if (!isRunning) wait();
  }
  return {
    now: () => within(0),
    within,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
