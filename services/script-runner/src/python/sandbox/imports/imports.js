/**
 * The modules that scripts may import: the product's own modules, and the modules of skulpt without side effects. All
 * others are refused.
 */
const B = Sk.builtin;

const skulptModules = ['collections', 'itertools', 'math', 'operator', 'random'];

/** Factories of skulpt's own modules. Each is evaluated once, and its result is copied for each run. */
const factories = new Map();
const sourceOf = (name) => Sk.builtinFiles.files[`src/lib/${name}.js`];

const cached = new Map();
const loadSkulptModule = (name) => {
  if (!factories.has(name))
    factories.set(name, Sk.global.eval(`(() => {${sourceOf(name)}\nreturn $builtinmodule;})()`));
  return factories.get(name)(new B.str(name));
};

const sealed = (names) => Object.fromEntries(Object.entries(names).map(([name, value]) => [name, py.sealed(value)]));

/** Copies lists and dicts, which a script can change. Runs share all other values. */
const copied = (value) => {
  if (value instanceof B.list) return new B.list(value.v.map(copied));
  if (value instanceof B.dict) return new B.dict(value.$items().flatMap(([key, item]) => [key, copied(item)]));
  return value;
};
const copies = (names) => Object.fromEntries(Object.entries(names).map(([name, value]) => [name, copied(value)]));

const isProductModule = (name) => Object.hasOwn(py.modules, name) || py.isStdlibModule(name);

/** Returns a new copy of the names of a module, so changes end with the run. */
const namesOf = (name) => {
  if (py.isStdlibModule(name)) py.loadStdlibModule(name);
  if (Object.hasOwn(py.modules, name)) return py.modules[name]();
  if (isPackage(name)) return {};
  if (name === 'random') return loadSkulptModule(name);
  if (!cached.has(name)) cached.set(name, sealed(loadSkulptModule(name)));
  return { ...copies(cached.get(name)), ...py.additions[name]?.(cached.get(name)) };
};

let packages;
/** Whether a name has submodules, such as `xml`. */
const isPackage = (name) => {
  packages ??= new Set(
    [...Object.keys(py.modules), ...py.stdlibModules()].flatMap((path) => {
      const parts = path.split('.');
      return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('.'));
    }),
  );
  return packages.has(name);
};

const isKnown = (name) => isProductModule(name) || skulptModules.includes(name) || isPackage(name);

const own = (module, name) => {
  const key = Sk.fixReserved(name);
  return Object.hasOwn(module.$d, key) ? module.$d[key] : undefined;
};

const cache = (module, name, value) => {
  module.$d[Sk.fixReserved(name)] = value;
};

/** A module that loads its parts on access and reports missing ones. */
const Package = Sk.abstr.buildNativeClass('javapackage', {
  constructor: function Package() {
    B.module.call(this);
  },
  base: B.module,
  slots: {
    tp$getattr(name, canSuspend) {
      if (name.v.startsWith('__')) return B.module.prototype.tp$getattr.call(this, name, canSuspend);
      return memberOf(this, name.v) ?? py.refuseMember(this.$path, name.v, 'AttributeError');
    },
    $r() {
      return py.text(`<java package ${this.$path}>`);
    },
  },
});
const isJava = (name) => /^(?:java|javax|org|com)(?:\.|$)/.test(name);

const blank = (name) => {
  const $d = { __name__: new B.str(name), __doc__: py.none, __package__: py.none };
  return Object.assign(isJava(name) ? new Package() : new B.module(), { $path: name, $d });
};
const open = (name) => {
  const key = new B.str(name);
  const loaded = Sk.sysmodules.quick$lookup(key);
  if (loaded) return loaded;
  if (!isKnown(name)) py.refuseModule(name);
  const module = blank(name);
  Sk.sysmodules.mp$ass_subscript(key, module);
  Object.assign(module.$d, namesOf(name));
  return module;
};

/** Returns a member of a module, which can be a submodule. */
const memberOf = (module, name) => {
  const path = `${module.$path}.${name}`;
  if (own(module, name) === undefined && isKnown(path)) cache(module, name, open(path));
  if (own(module, name) === undefined) cache(module, name, py.madeOf?.(module.$path, name) ?? py.standIn(path));
  return own(module, name);
};
py.memberOfModule = (path, name) => memberOf(open(path), name);

/** Returns the modules of a path. Each is an attribute of its parent. The last part of a Java path may be a class. */
const openAll = (name) => {
  const parts = name.split('.');
  const above = parts.slice(0, -1).join('.');
  const isClass = !isKnown(name) && isJava(name) && isKnown(above) && /^[A-Z]/.test(parts.at(-1));
  if (!isClass && !isKnown(name)) py.refuseModule(name);
  const modules = (isClass ? parts.slice(0, -1) : parts).map((_, depth) => open(parts.slice(0, depth + 1).join('.')));
  for (const [depth, module] of modules.entries()) if (depth > 0) cache(modules[depth - 1], parts[depth], module);
  if (isClass && memberOf(modules.at(-1), parts.at(-1)) === undefined) py.refuseMember(above, parts.at(-1));
  return modules;
};

/** Whether all names that are imported from an unknown Java package are exceptions. */
const areOnlyNamed = (name, parts) =>
  !isKnown(name) && parts.length > 0 && parts.every((part) => py.standIn(`${name}.${part}`) !== undefined);

/**
 * Imports a module of the product for `import a.b` and `from a.b import c`. Opens the packages one by one; each is an
 * attribute of its parent.
 */
const importOfProduct = (name, names) => {
  if (areOnlyNamed(name, names)) return blank(name);
  const modules = openAll(name);
  for (const part of names) {
    if (part !== '*' && memberOf(modules.at(-1), part) === undefined) py.refuseMember(name, part);
  }
  return names.length > 0 ? modules.at(-1) : modules[0];
};

/**
 * Returns the value of `import a.b` if that module is missing: the existing part of its path, with replacements for the
 * rest.
 */
const rootWithAbsent = (name, thrown) => {
  const parts = name.split('.');
  const known = parts.findLastIndex((_, at) => isKnown(parts.slice(0, at + 1).join('.'))) + 1;
  const remaining = py.absentOf(thrown, parts.slice(known + 1));
  if (known === 0) return remaining;
  const modules = openAll(parts.slice(0, known).join('.'));
  const before = own(modules.at(-1), parts[known]);
  if (before === undefined || py.isAbsent(before)) cache(modules.at(-1), parts[known], remaining);
  return modules[0];
};
const memberOrAbsent = (name, part) => {
  try {
    return memberOf(importOfProduct(name, [part]), part);
  } catch (thrown) {
    return py.absentOf(thrown);
  }
};
/** Whether an import may bind this name. Names with a special meaning in JavaScript are not bound. */
const isBindable = (part) => part !== '*' && !part.startsWith('__');
const importSoftly = (name, names) => {
  try {
    return importOfProduct(name, names);
  } catch (thrown) {
    if (!py.isRefusal(thrown) || ![...name.split('.'), ...names].every(isBindable)) throw thrown;
    if (names.length === 0) return rootWithAbsent(name, thrown);
    const found = blank(name);
    for (const part of names) cache(found, part, memberOrAbsent(name, part));
    return found;
  }
};

const importModule = (name, globals, _locals, wanted, level = -1, isSoft = false) => {
  const names = (wanted ?? []).map((one) => Sk.unfixReserved(one.v ?? one));
  const found = py.importOwn(name, globals, names, level);
  if (found !== undefined) return found;
  return isSoft && !py.beginsInJar(name, globals) ? importSoftly(name, names) : importOfProduct(name, names);
};

/** Names of Python 2 that the product adds to modules of skulpt, by module. */
py.additions = {};
py.importModule = open;
/** Returns the last module of a path, from the product or a jar. */
py.importPath = (name) => importModule(name, undefined, undefined, ['__name__']);
py.isOfProduct = isKnown;

B.__import__ = (...given) => {
  const module = importModule(...given);
  py.requireNames(module, given[3]);
  return module;
};
Sk.builtins.__import__ = py.define(
  '__import__',
  ['name', 'globals?', 'locals?', 'fromlist?', 'level?'],
  (name, _g, _l, wanted) =>
    importModule(py.textOf(name, '__import__'), undefined, undefined, py.isNone(wanted) ? [] : py.items(wanted)),
);
Sk.importModule = (name) => open(name);
