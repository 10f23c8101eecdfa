/**
 * Joins calls: those of one moment are one run, and all calls during a run are one more run.
 */
export function coalesce(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const runNext = async (): Promise<void> => {
    await running?.catch(() => {});
    next = null;
    const current = run();
    running = current;
    try {
      await current;
    } finally {
      if (running === current) running = null;
    }
  };
  return () => {
    next ??= runNext();
    return next;
  };
}
