/** Introspection: imports by computed names, a module's own names, and warnings. */
const B = Sk.builtin;

/** Resolves a relative name: `.part` is a module of the package, and each further dot is a parent package. */
const absolute = (name, above) => {
  const dots = /^\.*/.exec(name)[0].length;
  if (dots === 0) return name;
  if (py.isNone(above)) py.raise('TypeError', "relative imports require the 'package' argument");
  const parts = py.textOf(above, 'import_module').split('.');
  if (dots > parts.length) py.raise('ValueError', 'attempted relative import beyond top-level package');
  return [...parts.slice(0, parts.length - dots + 1), name.slice(dots)].join('.');
};
py.modules.importlib = () => ({
  import_module: py.define('import_module', ['name', 'package?'], (name, above) =>
    py.importPath(absolute(py.textOf(name, 'import_module'), above)),
  ),
});

const files = ['find_module', 'load_module', 'load_source', 'load_compiled'];
py.modules.imp = () => ({
  new_module: py.define('new_module', ['name'], (name) => {
    const made = new B.module();
    made.$d = { __name__: name, __doc__: py.none };
    return made;
  }),
  reload: Sk.builtins[Sk.fixReserved('reload')],
  ...Object.fromEntries(
    files.map((name) => [name, py.defineOpen(name, () => py.refuse(`imp.${name}`, 'scripts have no files'))]),
  ),
});

const isError = (value) => value instanceof B.type && value.prototype instanceof B.BaseException;
/** Functions that use the names of their caller. They are builtin names only, not members of `__builtin__`. */
const placed = ['locals', 'globals', 'vars', 'eval', 'exec__', '__import__'].map(Sk.fixReserved);
py.modules.__builtin__ = () =>
  Object.fromEntries(Object.entries(Sk.builtins).filter(([name]) => !placed.includes(name)));
py.modules.exceptions = () => Object.fromEntries(Object.entries(Sk.builtins).filter(([, value]) => isError(value)));

const quiet = py.defineOpen('warn', () => undefined);
const Catching = py.defineClass('warnings.catch_warnings', {
  methods: { __enter__: [[], () => new B.list([])], __exit__: [['type?', 'value?', 'trace?'], () => undefined] },
});
/** Warnings are dropped. */
py.modules.warnings = () => ({
  ...Object.fromEntries(['filterwarnings', 'resetwarnings', 'simplefilter', 'warn'].map((name) => [name, quiet])),
  catch_warnings: py.defineOpen('catch_warnings', () => new Catching()),
});
