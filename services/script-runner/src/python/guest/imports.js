/** What a script may import: modules of ours, and those of skulpt's that need no world. Everything else is refused. */
const B = Sk.builtin;

const borrowed = ['collections', 'itertools', 'math', 'operator', 'random'];

const reasons = {
  files: 'scripts have no files',
  network: 'scripts have no network',
  process: 'scripts have no operating system',
  java: 'there is no Java behind scripts',
};
const unsupported = {
  files: ['io', 'glob', 'shutil', 'tempfile', 'zipfile', 'tarfile', 'pickle', 'shelve', 'sqlite3', 'csv'],
  network: [
    'socket',
    'ssl',
    'httplib',
    'urllib2',
    'requests',
    'ftplib',
    'smtplib',
    'telnetlib',
    'xmlrpclib',
    'paramiko',
    'xlrelease',
  ],
  process: ['os', 'subprocess', 'signal', 'ctypes', 'threading', 'thread', 'multiprocessing', 'platform', 'commands'],
  java: ['java', 'javax', 'org', 'com'],
};

const refusal = (name) => {
  const root = name.split('.')[0];
  for (const [why, names] of Object.entries(unsupported)) {
    if (names.includes(root)) return `No module named ${name}: not supported, since ${reasons[why]}`;
  }
  return `No module named ${name}: not among the modules that scripts can import`;
};

/** Factories of skulpt's own modules, evaluated once; what they answer is copied for each run. */
const factories = new Map();
const sourceOf = (name) => Sk.builtinFiles.files[`src/lib/${name}.js`];

const shelf = new Map();
const borrow = (name) => {
  if (!factories.has(name))
    factories.set(name, Sk.global.eval(`(() => {${sourceOf(name)}\nreturn $builtinmodule;})()`));
  return factories.get(name)(new B.str(name));
};

const sealed = (names) => Object.fromEntries(Object.entries(names).map(([name, value]) => [name, py.sealed(value)]));

/** What a script can change is a copy: runs share the rest. */
const copied = (value) => {
  if (value instanceof B.list) return new B.list(value.v.map(copied));
  if (value instanceof B.dict) return new B.dict(value.$items().flatMap(([key, item]) => [key, copied(item)]));
  return value;
};
const copies = (names) => Object.fromEntries(Object.entries(names).map(([name, value]) => [name, copied(value)]));

/** The names of a module, made anew: what a run changes in it ends with the run. */
const namesOf = (name) => {
  if (name in py.modules) return py.modules[name]();
  if (name === 'random') return borrow(name);
  if (!shelf.has(name)) shelf.set(name, sealed(borrow(name)));
  return { ...copies(shelf.get(name)), ...py.additions[name]?.(shelf.get(name)) };
};

const isKnown = (name) => Object.hasOwn(py.modules, name) || borrowed.includes(name);

const open = (name) => {
  const key = new B.str(name);
  const loaded = Sk.sysmodules.quick$lookup(key);
  if (loaded) return loaded;
  if (!isKnown(name)) throw new B.ImportError(refusal(name));
  const module = new B.module();
  module.$d = { __name__: key, __doc__: py.none, __package__: py.none };
  Sk.sysmodules.mp$ass_subscript(key, module);
  Object.assign(module.$d, namesOf(name));
  return module;
};

/** `import a.b` and `from a.b import c`: packages are opened one by one, each an attribute of the one above. */
const importModule = (name, _globals, _locals, wanted) => {
  if (!isKnown(name)) throw new B.ImportError(refusal(name));
  const parts = name.split('.');
  const modules = parts.map((_, depth) => open(parts.slice(0, depth + 1).join('.')));
  for (const [depth, module] of modules.entries()) {
    if (depth > 0) modules[depth - 1].$d[Sk.fixReserved(parts[depth])] = module;
  }
  for (const part of (wanted ?? []).map((one) => one.v ?? one)) {
    if (isKnown(`${name}.${part}`)) modules.at(-1).$d[Sk.fixReserved(part)] = open(`${name}.${part}`);
  }
  return wanted?.length ? modules.at(-1) : modules[0];
};

/** What our modules add to those of skulpt's, by module: names that Python 2 has. */
py.additions = {};
py.importModule = open;

B.__import__ = importModule;
Sk.builtins.__import__ = py.define(
  '__import__',
  ['name', 'globals?', 'locals?', 'fromlist?', 'level?'],
  (name, _g, _l, wanted) =>
    importModule(py.textOf(name, '__import__'), undefined, undefined, py.isNone(wanted) ? [] : py.items(wanted)),
);
Sk.importModule = (name) => open(name);
