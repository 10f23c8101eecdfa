/** inspect and platform: a script can inspect its own functions and classes. The platform is fixed. */
const B = Sk.builtin;

const is =
  (...types) =>
  (value) =>
    types.some((type) => value instanceof type);
const tests = {
  isbuiltin: is(B.sk_method),
  isclass: is(B.type),
  isfunction: is(B.func),
  isgenerator: is(B.generator),
  ismethod: is(B.method),
  ismodule: is(B.module),
  isroutine: is(B.func, B.method, B.sk_method),
  iscode: () => false,
  isframe: () => false,
  istraceback: () => false,
};

const fields = (names, name) =>
  py.defineClass(name, {
    base: B.tuple,
    getters: Object.fromEntries(names.map((field, at) => [field, (tuple) => tuple.v[at]])),
  });
const ArgSpec = fields(['args', 'varargs', 'keywords', 'defaults'], 'ArgSpec');
/** Compiled code stores whether a function has `*` and `**` parameters, but not their names. */
const called = (has, name) => (has ? py.text(name) : py.none);
const specOf = (given) => {
  const func = given instanceof B.method ? given.im_func : given;
  if (!(func instanceof B.func)) py.raise('TypeError', `${Sk.abstr.typeName(given)} is not a Python function`);
  const code = func.func_code;
  const names = (code.co_varnames ?? []).map(Sk.unfixReserved);
  const count = code.co_argcount ?? names.length;
  const defaults = func.$defaults ?? code.$defaults ?? [];
  return new ArgSpec([
    new B.list(names.slice(0, count).map(py.text)),
    called(code.co_varargs, 'args'),
    called(code.co_kwargs, 'kwargs'),
    defaults.length === 0 ? py.none : new B.tuple(defaults.slice()),
  ]);
};

const membersOf = (object, test) =>
  py
    .items(py.call(Sk.builtins.dir, object))
    .map((name) => [name, object.tp$getattr(name)])
    .filter(([, value]) => value !== undefined && (py.isNone(test) || Sk.misceval.isTrue(py.call(test, value))))
    .map((pair) => new B.tuple(pair));
const textOf = (value) => (value === undefined || py.isNone(value) ? py.none : py.text(new B.str(value).v.trim()));

py.modules.inspect = () => ({
  ...Object.fromEntries(
    Object.entries(tests).map(([name, test]) => [name, py.define(name, ['object'], (value) => py.bool(test(value)))]),
  ),
  ArgSpec,
  // as in a Python implementation without frames
  currentframe: py.define('currentframe', [], () => py.none),
  stack: py.define('stack', ['context?'], () => new B.list([])),
  getargspec: py.define('getargspec', ['func'], specOf),
  getdoc: py.define('getdoc', ['object'], (value) => textOf(value.tp$getattr(py.text('__doc__')))),
  getmembers: py.define('getmembers', ['object', 'predicate?'], (value, test) => new B.list(membersOf(value, test))),
  getmro: py.define('getmro', ['cls'], (type) => type.tp$getattr(py.text('__mro__'))),
});

/** The platform is the same on each machine. */
const machine = {
  architecture: ['64bit', ''],
  machine: 'x86_64',
  node: 'localhost',
  platform: 'Java',
  processor: '',
  python_implementation: 'Jython',
  python_version: '2.7.0',
  release: '',
  system: 'Java',
  uname: ['Java', 'localhost', '', '', 'x86_64', ''],
  version: '',
};
const machineValue = (value) => (Array.isArray(value) ? new B.tuple(value.map(py.text)) : py.text(value));
py.modules.platform = () =>
  Object.fromEntries(
    Object.entries(machine).map(([name, value]) => [name, py.defineOpen(name, () => machineValue(value))]),
  );
