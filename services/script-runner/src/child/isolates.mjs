// The isolates of one child: warm spares of each language, and those bound to one script of one owner.
import { LRUCache } from 'lru-cache';
import { bindCompiled } from './run-compiled.mjs';
import { bindInterpreter } from './run-interpreted.mjs';
import { dispose, sandboxFactory } from './sandbox.mjs';

/** Binds a sandbox to a script. Disposes of the isolate, and throws, where that fails. */
function bindSandbox(sandbox, request) {
  try {
    const run = (sandbox.runs === 'text' ? bindInterpreter : bindCompiled)(sandbox, request());
    return { ...sandbox, run, served: 0 };
  } catch (error) {
    dispose(sandbox);
    throw error;
  }
}

/** One warm isolate of each language, of the usual size. */
export function createSpares({ languages, memoryMb: defaultMb }) {
  const warm = sandboxFactory(languages);
  const spares = new Map();
  return {
    /** A fresh isolate, at once where there is a spare. */
    take(name, memoryMb) {
      const spare = memoryMb === defaultMb ? spares.get(name) : undefined;
      if (spare !== undefined) spares.delete(name);
      return spare ?? warm(name, memoryMb);
    },
    /** Makes one spare that is missing; false when none is. */
    refill() {
      const missing = Object.keys(languages).find((name) => !spares.has(name));
      if (missing !== undefined) spares.set(missing, warm(missing, defaultMb));
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
  const bound = new LRUCache({ max: boundIsolates, dispose });
  const drop = (key) => bound.delete(key);

  return {
    /** The isolate of a script. */
    take(key, { language, memoryMb, request }) {
      const existing = bound.get(key);
      if (existing !== undefined) return existing;
      const sandbox = bindSandbox(spares.take(language, memoryMb), request);
      bound.set(key, sandbox);
      return sandbox;
    },
    drop,
    /** Counts a run that did not fail. */
    used(key) {
      const sandbox = bound.peek(key);
      sandbox.served += 1;
      const maxRuns = sandbox.runs === 'compiled' ? Math.min(contextsPerIsolate, runsPerIsolate) : runsPerIsolate;
      if (sandbox.served >= maxRuns) drop(key);
    },
  };
}
