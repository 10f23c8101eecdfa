/** An operation that takes longer is reported on stderr, before the test that waits for it times out. */
const reportAfterMs = 45_000 * Number(process.env.TEST_TIME_SCALE ?? '1');

/**
 * Returns the result of `work`. Shortly before its test times out, stderr names the operation, because the timeout of
 * a test does not. `describe` is called at that time.
 */
export async function reportIfHanging<T>(describe: () => string, work: Promise<T>): Promise<T> {
  const report = () => process.stderr.write(`pending after ${reportAfterMs / 1000} s: ${describe()}\n`);
  const timer = setTimeout(report, reportAfterMs).unref();
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
