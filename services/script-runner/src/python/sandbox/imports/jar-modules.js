/**
 * Modules in the jars of plugins. They are found relative to the root of their jar, loaded on import, and separate for
 * each jar. Modules of the product have priority over modules of a jar with the same name, like the standard library of
 * the product family.
 */
const B = Sk.builtin;
const { endWith } = py;

/** The jars that the script may import from, in search order. */
let jars = [];
/** The location of each module, by its globals: its imports are resolved from there. */
let origins = new WeakMap();

const foldersOf = (path) =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, depth, parts) => parts.slice(0, depth + 1).join('/'));
const jarOf = ([digest, paths]) => ({
  digest,
  files: new Set(paths),
  folders: new Set(paths.flatMap(foldersOf)),
  bodies: new Map(),
  loaded: new Map(),
});

/**
 * Returns the file of a module. It is empty for a folder without `__init__.py`, which is a package as well, and
 * undefined for a missing module.
 */
const fileOf = ({ files, folders }, name) => {
  const path = name.replaceAll('.', '/');
  return [`${path}/__init__.py`, `${path}.py`].find((file) => files.has(file)) ?? (folders.has(path) ? '' : undefined);
};
const isPackage = (file) => file === '' || file.endsWith('/__init__.py');
const parentOf = (name) => name.slice(0, Math.max(0, name.lastIndexOf('.')));
const joined = (base, name) => (base === '' || name === '' ? base + name : `${base}.${name}`);
const originOf = (jar, name) => ({ jar, name, base: isPackage(fileOf(jar, name)) ? name : parentOf(name) });

/**
 * Returns the base of `from .. import x` in a module of `base`: two dots mean its parent package. Undefined above the
 * root.
 */
const above = (base, level) => {
  const parts = base === '' ? [] : base.split('.');
  return level > parts.length ? undefined : parts.slice(0, parts.length - level + 1).join('.');
};

/**
 * Returns the location of a module with this name, imported from `origin`: `{ jar, name, base }`. Undefined if no jar
 * contains it.
 */
const locationOf = (name, origin, level) => {
  if (level > 0) {
    const base = origin && above(origin.base, level);
    return base === undefined ? undefined : { jar: origin.jar, name: joined(base, name), base };
  }
  const beside = origin && origin.base !== '' && level < 0 ? joined(origin.base, name) : undefined;
  if (beside !== undefined && beside !== origin.name && fileOf(origin.jar, beside) !== undefined)
    return { jar: origin.jar, name: beside, base: origin.base };
  if (py.isOfProduct(name)) return undefined;
  const jar = (origin ? [origin.jar] : jars).find((each) => fileOf(each, name) !== undefined);
  return jar && { jar, name, base: '' };
};

const prefixesOf = (name) => name.split('.').map((_, depth, parts) => parts.slice(0, depth + 1).join('.'));

/** Returns the body of a file. If the isolate lacks the file, the run ends, and is repeated with the file. */
const bodyOf = ({ digest, bodies }, file) => {
  if (!bodies.has(file)) endWith(JSON.stringify({ missing: `${digest}/${file}` }));
  const { body, fault } = bodies.get(file) ?? py.raise('ImportError', `'${file}' is not there`);
  if (fault === null) return body;
  const error = new B[fault.type in B ? fault.type : 'SyntaxError'](fault.message, file, fault.line ?? 1);
  error.traceback.unshift({ filename: file, lineno: fault.line ?? 1 });
  throw error;
};

const execute = (jar, file, names) => {
  const outer = Sk.globals;
  try {
    if (file !== '') bodyOf(jar, file)(names);
  } finally {
    Sk.globals = outer;
  }
};

/**
 * Registers a module before its body runs, because modules can import each other. Returns a function that undoes the
 * registration.
 */
const enter = (jar, name, module) => {
  const { $d: around = {} } = jar.loaded.get(parentOf(name)) ?? {};
  const last = Sk.fixReserved(name.slice(name.lastIndexOf('.') + 1));
  const isListed = !py.isOfProduct(name) && Sk.sysmodules.quick$lookup(py.text(name)) === undefined;
  jar.loaded.set(name, module);
  around[last] = module;
  if (isListed) Sk.sysmodules.mp$ass_subscript(py.text(name), module);
  return () => {
    jar.loaded.delete(name);
    delete around[last];
    if (isListed) Sk.sysmodules.mp$ass_subscript(py.text(name), undefined);
  };
};

const load = (jar, name) => {
  const there = jar.loaded.get(name);
  if (there !== undefined) return there;
  const file = fileOf(jar, name);
  if (file === undefined) py.raise('ImportError', `No module named ${name}: its jar does not contain it`);
  const module = new B.module();
  const origin = originOf(jar, name);
  module.$d = { __name__: py.text(name), __doc__: py.none, __package__: py.text(origin.base), __file__: py.text(file) };
  if (isPackage(file)) module.$d.__path__ = new B.list([py.text(name.replaceAll('.', '/'))]);
  origins.set(module.$d, origin);
  const evict = enter(jar, name, module);
  try {
    execute(jar, file, module.$d);
  } catch (thrown) {
    evict();
    throw thrown;
  }
  return module;
};

/** Whether a jar contains the first part of the path. Then a missing rest is an error of the jar. */
py.beginsInJar = (name, globals) => locationOf(name.split('.')[0], origins.get(globals), -1) !== undefined;

/** Returns the imported names; `*` is replaced by the names in `__all__`. */
const spread = (module, wanted) =>
  wanted.flatMap((part) => (part === '*' ? py.items(module.$d.__all__ ?? new B.list([])).map(({ v }) => v) : [part]));

const has = (module, name) => Object.hasOwn(module.$d, Sk.fixReserved(name));

/** Imports a module of a jar, as `__import__` does. Returns undefined if no jar contains it. */
py.importOwn = (name, globals, wanted, level) => {
  const origin = origins.get(globals);
  const location = locationOf(name, origin, level);
  if (location === undefined && level > 0) py.raise('ValueError', 'Attempted relative import in non-package');
  if (location === undefined) return undefined;
  const { jar, base } = location;
  const modules = location.name === '' ? [] : prefixesOf(location.name).map((each) => load(jar, each));
  const module = modules.at(-1) ?? new B.module();
  if (wanted.length === 0) return modules[base === '' ? 0 : base.split('.').length];
  for (const part of spread(module, wanted)) {
    if (!has(module, part) && fileOf(jar, joined(location.name, part)) !== undefined)
      load(jar, joined(location.name, part));
  }
  return module;
};

/** Raises an ImportError for `from a import b` if a module of a jar has no `b`. */
py.requireNames = (module, wanted = []) => {
  if (!origins.has(module.$d)) return;
  const lacking = wanted.map((part) => Sk.unfixReserved(part)).find((part) => part !== '*' && !has(module, part));
  if (lacking !== undefined) py.raise('ImportError', `cannot import name ${lacking}`);
};

/** Runs a module of a jar again with its present names. Returns undefined for another object. */
py.reloadOwn = (module) => {
  const origin = origins.get(module.$d);
  if (origin === undefined) return undefined;
  execute(origin.jar, fileOf(origin.jar, origin.name), module.$d);
  return module;
};

/** Returns the files that a text with these imports may load. */
const filesOf = (imports, origin) => {
  const found = new Set();
  for (const { name, wanted, level } of imports) {
    const location = locationOf(name, origin, level);
    if (location === undefined) continue;
    const names = [...prefixesOf(location.name), ...wanted.map((part) => joined(location.name, part))];
    for (const file of names.map((each) => fileOf(location.jar, each)))
      if (file) found.add(`${location.jar.digest}/${file}`);
  }
  return [...found];
};

/** Returns all modules that the script imports anywhere in its text, as `digest/file`. */
py.needsOfScript = (imports) => filesOf(imports, undefined);
py.resetModules = () => {
  origins = new WeakMap();
  for (const { loaded } of jars) loaded.clear();
};

/** Sets the jars of an isolate: `[[digest, paths], …]`. */
globalThis.__jars = (text) => {
  jars = JSON.parse(text).map(jarOf);
};
/** Adds a module that can be imported: the function of its file, or its compile error. */
globalThis.__body = (digest, file, body, fault) => {
  jars
    .find((jar) => jar.digest === digest)
    .bodies.set(file, { body, fault: fault === undefined ? null : JSON.parse(fault) });
};
const nameOf = (file) => file.replace(/(?:\/__init__)?\.py$/, '').replaceAll('/', '.');
/**
 * Returns a function that checks whether this jar contains an import of a text. `file` is the file of a module; null
 * for a script, whose imports are resolved from the root.
 */
py.findsInJar = (jar, file) => {
  const own = jarOf(jar);
  const name = file === null ? '' : nameOf(file);
  // A file with dots in its name cannot be imported, so it is a script.
  const isModule = name !== '' && fileOf(own, name) !== undefined;
  const origin = isModule ? originOf(own, name) : { jar: own, name: '', base: '' };
  return ({ name, level }) => locationOf(name, origin, level) !== undefined;
};
/**
 * Translates a module to JavaScript and lists its imports: `{ text, file, jar: [digest, paths] }` → `{ code, needs }`.
 */
py.translateModule = ({ text, file, jar }) => {
  const own = jarOf(jar);
  const code = py.translate(text, file);
  return { code, needs: filesOf(py.lastImports(), originOf(own, nameOf(file))) };
};
