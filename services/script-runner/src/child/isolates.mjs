// The isolates of one child: warm spares of each language, and those bound to one script of one owner.
import { bindCompiled } from './compiled.mjs';
import { bindText } from './text.mjs';
import { dispose, warmer } from './vessel.mjs';

/** Binds a vessel to a script; throws what binding it throws, with the isolate gone. */
function bind(vessel, request) {
  try {
    const run = (vessel.runs === 'text' ? bindText : bindCompiled)(vessel, request());
    return { ...vessel, run, served: 0 };
  } catch (error) {
    dispose(vessel);
    throw error;
  }
}

/** One warm isolate of each language, of the usual size. */
export function createSpares({ languages, memoryMb: usualMb }) {
  const warm = warmer(languages);
  const spares = new Map();
  return {
    /** A fresh isolate, at once where there is a spare. */
    take(name, memoryMb) {
      const spare = memoryMb === usualMb ? spares.get(name) : undefined;
      if (spare !== undefined) spares.delete(name);
      return spare ?? warm(name, memoryMb);
    },
    /** Makes one spare that is missing; false when none is. */
    refill() {
      const missing = Object.keys(languages).find((name) => !spares.has(name));
      if (missing !== undefined) spares.set(missing, warm(missing, usualMb));
      return missing !== undefined;
    },
  };
}

/**
 * V8 gives the contexts of former runs back late (isolated-vm 7: 0.2 MB each, so 160 runs filled an isolate of 32 MB),
 * and a fresh isolate without an interpreter costs 2 ms.
 */
const contextsPerIsolate = 25;

/** `runsPerIsolate` and `boundIsolates` are the bounds after which an isolate is dropped. */
export function createBound(spares, { runsPerIsolate, boundIsolates }) {
  const bound = new Map();

  function drop(key) {
    const vessel = bound.get(key);
    bound.delete(key);
    if (vessel !== undefined) dispose(vessel);
  }

  return {
    /** The isolate of a script. The map is in order of use, so its first is the least lately used. */
    take(key, { language, memoryMb, request }) {
      const vessel = bound.get(key) ?? bind(spares.take(language, memoryMb), request);
      bound.delete(key);
      bound.set(key, vessel);
      if (bound.size > boundIsolates) drop(bound.keys().next().value);
      return vessel;
    },
    drop,
    /** To be told of each run that did not fail. */
    used(key) {
      const vessel = bound.get(key);
      vessel.served += 1;
      const most = vessel.runs === 'compiled' ? Math.min(contextsPerIsolate, runsPerIsolate) : runsPerIsolate;
      if (vessel.served >= most) drop(key);
    },
  };
}
