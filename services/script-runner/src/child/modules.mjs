// The modules of jars in this child, as JavaScript, with their compiled code. They were translated in a process without
// untrusted code; a run gets only the modules that it may import.

/** Characters of code in the cache; the compiled code takes about as much again. */
const mostKept = 12_000_000;

function createKept() {
  const kept = new Map();
  let size = 0;

  function forget(key) {
    size -= kept.get(key)?.code.length ?? 0;
    kept.delete(key);
  }

  return {
    get: (key) => kept.get(key),
    /** The map is in order of use: the least recently used entry is evicted first. */
    use(key, module) {
      forget(key);
      kept.set(key, module);
      size += module.code.length;
      for (const oldest of kept.keys()) {
        if (size <= mostKept) break;
        forget(oldest);
      }
    },
  };
}

/** Those of these keys, and of what they import in turn; `missing` are the keys of what `find` does not know. */
function closure(keys, find) {
  const found = new Map();
  const missing = [];
  const open = [...keys];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (found.has(key) || missing.includes(key)) continue;
    const module = find(key);
    if (module === undefined) missing.push(key);
    else {
      found.set(key, module);
      open.push(...module.needs);
    }
  }
  return { found, missing };
}

export function createModules() {
  const kept = createKept();
  return {
    /**
     * Gives an isolate what a script may load; answers the keys of what is not here. `given`: modules by their keys
     * (`digest/file`), each `{ code, needs, fault }`, which are kept for other runs; a fault is not, since a module that
     * could not be translated now may be the next time.
     */
    supply(sandbox, keys, given) {
      const { found, missing } = closure(keys, (key) => kept.get(key) ?? given[key]);
      if (missing.length > 0) return missing;
      for (const [key, module] of found) {
        if (!sandbox.modules.has(key)) provide(sandbox, key, module);
        if (module.fault !== null) continue;
        kept.use(key, module);
        sandbox.modules.add(key);
      }
      return [];
    },
  };
}

/** `module.cachedData` is made here and used here only: V8 trusts it. */
function provide({ isolate, guest }, key, module) {
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
