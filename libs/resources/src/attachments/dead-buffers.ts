import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Of contents. What they leave behind is about three times as much, and must be more than what is on its way at once. */
const collectedEvery = 6_000_000;

let [passed, collect]: [number, unknown] = [0, null];

/**
 * Tells that so many bytes of contents went through this process. Each of them was in several buffers, of which V8 would let
 * 60 to 100 MB lie dead, since it counts them little: so the young ones are collected now and then. It takes a millisecond.
 */
export function bytesPassed(bytes: number): void {
  passed += bytes;
  if (passed < collectedEvery) return;
  passed = 0;
  collect ??= collector();
  if (typeof collect === 'function') Reflect.apply(collect, undefined, [{ type: 'minor' }]);
}

/** It is shown only where it is asked for; those who do not ask are shown nothing new. */
function collector(): unknown {
  setFlagsFromString('--expose-gc');
  const shown: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return shown;
}
