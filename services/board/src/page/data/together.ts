/**
 * Makes one function of any number of calls at once: those of one moment are one run, and all that come while it runs are one
 * more run.
 */
export function together(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const begin = async (): Promise<void> => {
    await running?.catch(() => {});
    next = null;
    const ran = run();
    running = ran;
    try {
      await ran;
    } finally {
      if (running === ran) running = null;
    }
  };
  return () => {
    next ??= begin();
    return next;
  };
}
