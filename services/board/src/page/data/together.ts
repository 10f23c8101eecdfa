/** Makes one function of any number of calls at once: while it runs, they are one more run. */
export function together(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const begin = async (): Promise<void> => {
    try {
      await run();
    } finally {
      running = null;
    }
  };
  return () => {
    if (running === null) {
      running = begin();
      return running;
    }
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null;
        running = begin();
        return running;
      });
    return next;
  };
}
