// The modules of jars in this child: their JavaScript and compiled code. Another process, which runs no script, has
// translated them. A run gets only the modules that it may import.

/** In characters of JavaScript. The compiled code takes about the same amount of memory. */
const maxKept = 12_000_000;

function createCache() {
  const entries = new Map();
  let size = 0;

  function evict(key) {
    size -= entries.get(key)?.code.length ?? 0;
    entries.delete(key);
  }

  return {
    get: (key) => entries.get(key),
    /** The map is in order of use: the least recently used entry is evicted first. */
    use(key, module) {
      evict(key);
      entries.set(key, module);
      size += module.code.length;
      for (const oldest of entries.keys()) {
        if (size <= maxKept) break;
        evict(oldest);
      }
    },
  };
}

/**
 * Returns the modules with these keys and their transitive imports; `missing` lists the keys that `find` does not
 * return.
 */
function closure(keys, find) {
  const closureModules = new Map();
  const missing = [];
  const queue = [...keys];
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    if (closureModules.has(key) || missing.includes(key)) continue;
    const module = find(key);
    if (module === undefined) missing.push(key);
    else {
      closureModules.set(key, module);
      queue.push(...module.needs);
    }
  }
  return { found: closureModules, missing };
}

export function createModules() {
  const entries = createCache();
  return {
    /**
     * Gives an isolate the modules that a script may load. Returns the keys of missing modules. `received`: modules by
     * key (`digest/file`), each `{ code, needs, fault }`. They are cached for other runs, except modules with a fault:
     * their next translation may succeed.
     */
    supply(sandbox, keys, received) {
      const { found: closureModules, missing } = closure(keys, (key) => entries.get(key) ?? received[key]);
      if (missing.length > 0) return missing;
      for (const [key, module] of closureModules) {
        if (!sandbox.modules.has(key)) provide(sandbox, key, module);
        if (module.fault !== null) continue;
        entries.use(key, module);
        sandbox.modules.add(key);
      }
      return [];
    },
  };
}

/**
 * Loads a module into an isolate. `module.cachedData` is created and used only in this process, because V8 trusts it.
 */
function provide({ isolate, interpreter: guest }, key, module) {
  const [digest, file] = [key.slice(0, key.indexOf('/')), key.slice(key.indexOf('/') + 1)];
  if (module.fault !== null) {
    guest.body.applySync(undefined, [digest, file, undefined, JSON.stringify(module.fault)]);
    return;
  }
  const { cachedData } = module;
  const cache = cachedData === undefined ? { produceCachedData: true } : { cachedData };
  const script = isolate.compileScriptSync(module.code, { filename: file, ...cache });
  module.cachedData ??= script.cachedData;
  const body = script.runSync(guest.context, { reference: true });
  guest.body.applySync(undefined, [digest, file, body.derefInto()]);
  body.release();
  script.release();
}
