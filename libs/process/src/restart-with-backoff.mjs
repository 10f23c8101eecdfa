// Plain JavaScript, because the start scripts also run on Node 20.
import { setTimeout as sleep } from 'node:timers/promises';

const INITIAL_PAUSE_MS = 200;
const MAX_PAUSE_MS = 10_000;
/** A run that lasted this long ended for another reason than the run before it. */
const STABLE_MS = 30_000;

/** An abort ends the pause early. */
const pause = (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {});

/**
 * Repeats `run` after pauses that double each time. Returns the result of the last run: `shouldRestart` is false for
 * it, or `stop` was aborted during it. Returns null if `stop` is aborted during a pause.
 */
export async function restartWithBackoff({
  run,
  shouldRestart = () => true,
  onRestart,
  stop,
  initialPauseMs = INITIAL_PAUSE_MS,
  stableMs = STABLE_MS,
}) {
  let pauseMs = initialPauseMs;
  for (;;) {
    const startedAt = performance.now();
    const result = await run();
    if (stop.aborted || !shouldRestart(result)) return result;
    if (performance.now() - startedAt > stableMs) pauseMs = initialPauseMs;
    onRestart(pauseMs, result);
    await pause(pauseMs, stop);
    if (stop.aborted) return null;
    pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
  }
}
