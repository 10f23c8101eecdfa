export interface Repeating {
  /** Begins the next pass at once, or right after the one that runs. */
  now(): void;
  /** Begins no other pass and waits for the one that runs. */
  stop(): Promise<void>;
}

/**
 * Does work at once and then every so often, from the start of one pass to the start of the next; a longer pass is
 * never overtaken. A pass that fails is reported, and the next one comes all the same.
 */
export function repeat(everyMs: number, work: () => Promise<unknown>, report: (error: unknown) => void): Repeating {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let isHurried = false;
  let isPassing = false;
  const pass = async (): Promise<void> => {
    const began = performance.now();
    isHurried = false;
    isPassing = true;
    try {
      await work();
    } catch (error) {
      report(error);
    }
    isPassing = false;
    const pauseMs = isHurried ? 0 : Math.max(0, everyMs - (performance.now() - began));
    if (!stopped) timer = setTimeout(start, pauseMs);
  };
  let running: Promise<void> = pass();
  function start(): void {
    running = pass();
  }
  return {
    now: () => {
      isHurried = true;
      if (stopped || isPassing) return;
      clearTimeout(timer);
      start();
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
