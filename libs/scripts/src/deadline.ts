/** A moment at which something is given up. */
export interface Deadline {
  /** aborted from then on */
  readonly signal: AbortSignal;
  /** What it was for is over: nothing is kept for it any more. */
  end(): void;
}

/**
 * A deadline in so many milliseconds. `AbortSignal.timeout` keeps its timer until that time, and by it the request that it
 * was made in, however long that has been answered.
 */
export function deadlineIn(ms: number): Deadline {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException(`it took longer than ${ms} ms`, 'TimeoutError')), ms);
  timer.unref();
  return { signal: late.signal, end: () => clearTimeout(timer) };
}
