/** A moment at which something is given up. */
export interface Deadline {
  /** aborted from then on */
  readonly signal: AbortSignal;
  /** Ends the deadline, and releases its resources. */
  end(): void;
}

/**
 * A deadline after this number of milliseconds. `AbortSignal.timeout` would keep its timer, and with it the request,
 * until that time, also after the response.
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
