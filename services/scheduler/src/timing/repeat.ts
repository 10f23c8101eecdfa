export interface Repeating {
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
  const pass = async (): Promise<void> => {
    const began = performance.now();
    try {
      await work();
    } catch (error) {
      report(error);
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
