// The modules of jars in this child, as JavaScript, with their compiled code. They were translated in a process without
// untrusted code; a run gets only the modules that it may import.

/** Characters of code in the cache; the compiled code takes about as much again. */
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

/** Those of these keys, and of what they import in turn; `missing` are the keys of what `find` does not know. */
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
     * Gives an isolate what a script may load; answers the keys of what is not here. `given`: modules by their keys
     * (`digest/file`), each `{ code, needs, fault }`, which are kept for other runs; a fault is not, since a module that
     * could not be translated now may be the next time.
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

/** `module.cachedData` is made here and used here only: V8 trusts it. */
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
