// The isolates of one child: warm spares of each language, and isolates that are bound to one script of one owner.
import { LRUCache } from 'lru-cache';
import { bindCompiled } from './run-compiled.mjs';
import { bindInterpreter } from './run-interpreted.mjs';
import { dispose, sandboxFactory } from './sandbox.mjs';

/** Binds a sandbox to a script. On failure, disposes of the isolate and throws. */
function bindSandbox(sandbox, request) {
  try {
    const run = (sandbox.runs === 'text' ? bindInterpreter : bindCompiled)(sandbox, request());
    return { ...sandbox, run, served: 0 };
  } catch (error) {
    dispose(sandbox);
    throw error;
  }
}

/** Keeps one warm isolate of each language, with the default memory limit. */
export function createSpares({ languages, memoryMb: defaultMb }) {
  const warm = sandboxFactory(languages);
  const spares = new Map();
  return {
    /** Returns a fresh isolate: the spare if there is one, else a new one. */
    take(name, memoryMb) {
      const spare = memoryMb === defaultMb ? spares.get(name) : undefined;
      if (spare !== undefined) spares.delete(name);
      return spare ?? warm(name, memoryMb);
    },
    /** Creates one missing spare. Returns false when there was nothing to create. */
    refill() {
      const missing = Object.keys(languages).find((name) => !spares.has(name));
      if (missing !== undefined) spares.set(missing, warm(missing, defaultMb));
      return missing !== undefined;
    },
  };
}

/**
 * V8 frees the contexts of former runs late: with isolated-vm 7, each takes 0.2 MB, so 160 runs filled an isolate of 32
 * MB. A fresh isolate without an interpreter costs 2 ms.
 */
const contextsPerIsolate = 25;

/**
 * Keeps the isolates that are bound to scripts. An isolate is dropped after `runsPerIsolate` runs; at most
 * `boundIsolates` are kept.
 */
export function createBound(spares, { runsPerIsolate, boundIsolates }) {
  const bound = new LRUCache({ max: boundIsolates, dispose });
  const drop = (key) => bound.delete(key);

  return {
    /** Returns the isolate of a script; creates it if necessary. Throws the script's SyntaxError. */
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
