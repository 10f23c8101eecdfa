export interface RepeatedTask {
  /** Begins the next pass at once, or right after the one that runs. */
  now(): void;
  /** Begins the next pass after so long, unless it comes before. */
  within(ms: number): void;
  /** Begins no other pass and waits for the one that runs. */
  stop(): Promise<void>;
}

/** After a pass that has failed the next one comes this soon, after another one in twice the time. */
const retryDelayMs = 100;

/**
 * Does work at once and then every so often, from the start of one pass to the start of the next; a longer pass is
 * never overtaken. A pass that fails is reported, and the next one comes all the same, sooner than others at first.
 */
export function repeat(
  intervalMs: number,
  work: () => Promise<unknown>,
  report: (error: unknown) => void,
): RepeatedTask {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let isRunning = false;
  /** when the next pass begins */
  let nextAt = 0;
  /** how many passes have failed one after the other */
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
