import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Bytes of contents between two collections. Their dead buffers take about three times as much, and this must exceed
 * the contents in flight.
 */
const collectIntervalBytes = 6_000_000;

let [uncollected, collect]: [number, unknown] = [0, null];

/**
 * Counts the bytes of contents in this process. Each passes through several buffers, of which V8 would keep 60 to 100
 * MB dead, because it underestimates them. Therefore the young generation is collected at intervals, which takes a
 * millisecond.
 */
export function countBytes(bytes: number): void {
  uncollected += bytes;
  if (uncollected < collectIntervalBytes) return;
  uncollected = 0;
  collect ??= collector();
  if (typeof collect === 'function') Reflect.apply(collect, undefined, [{ type: 'minor' }]);
}

/** It is exposed on request only; other code sees no difference. */
function collector(): unknown {
  setFlagsFromString('--expose-gc');
  const exposed: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return exposed;
}
