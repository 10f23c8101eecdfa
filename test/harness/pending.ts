/** An operation that takes longer is named on stderr, before the test that waits for it times out. */
const reportAfterMs = 45_000 * Number(process.env.TEST_TIME_SCALE ?? '1');

/**
 * Returns what `work` returns. When it takes so long that its test is about to time out, stderr names the operation: the
 * timeout of a test does not say what it waits for. `describe` is called at that moment.
 */
export async function pending<T>(describe: () => string, work: Promise<T>): Promise<T> {
  const report = () => process.stderr.write(`pending after ${reportAfterMs / 1000} s: ${describe()}\n`);
  const timer = setTimeout(report, reportAfterMs).unref();
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
