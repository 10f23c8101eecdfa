/** A time limit with an abort signal. */
export interface Deadline {
  /** aborted at the deadline */
  readonly signal: AbortSignal;
  /** Ends the deadline, and clears its timer. */
  end(): void;
}

/**
 * Creates a deadline in this number of milliseconds. `AbortSignal.timeout` would keep its timer, and with it the
 * request, until that time, also after the response.
 */
export function deadlineIn(ms: number): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new DOMException(`it took longer than ${ms} ms`, 'TimeoutError')),
    ms,
  );
  timer.unref();
  return { signal: controller.signal, end: () => clearTimeout(timer) };
}
