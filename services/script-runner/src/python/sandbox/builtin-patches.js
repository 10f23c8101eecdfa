/** Builtins of Python 2 that skulpt lacks or implements differently. */
const B = Sk.builtin;

for (const name of [
  'jseval',
  'jsmillis',
  'open',
  'file',
  'help',
  'execfile',
  'reload',
  'quit',
  'exit',
  'input',
  'raw_input',
]) {
  delete Sk.builtins[name];
}

const refuse = (name, why) => {
  Sk.builtins[Sk.fixReserved(name)] = py.refusing(name, why);
};
for (const name of ['open', 'file']) {
  Sk.builtins[Sk.fixReserved(name)] = py.define(name, ['name', 'mode?', 'buffering?'], (path, mode) =>
    py.openFile(path, mode, name),
  );
}
refuse('input', 'scripts have no terminal');
refuse('raw_input', 'scripts have no terminal');
refuse('execfile', 'scripts have no files');

Sk.builtins.vars = py.define('vars', ['object?'], (value) =>
  value === undefined ? B.globals() : Sk.abstr.gattr(value, new B.str('__dict__'), false),
);

const views = {
  iterkeys: ([key]) => key,
  itervalues: ([, value]) => value,
  iteritems: ([key, value]) => new B.tuple([key, value]),
};
for (const [name, pick] of Object.entries(views)) {
  py.addMethod(B.dict, name, [], (dict) => Sk.abstr.iter(new B.list(dict.$items().map(pick))));
  py.addMethod(B.dict, name.replace('iter', 'view'), [], (dict) => new B.list(dict.$items().map(pick)));
}

/**
 * Reloading a module of the product does nothing, because its modules are new in each run. Scripts call it before
 * `sys.setdefaultencoding`.
 */
Sk.builtins[Sk.fixReserved('reload')] = py.define('reload', ['module'], (module) => py.reloadOwn(module) ?? module);
/** An iterator of numbers, for ranges that are too long for a list. */
const Counting = Sk.abstr.buildIteratorClass('xrange', {
  constructor: function Counting(start, count, step) {
    Object.assign(this, { start, count, step, at: 0 });
  },
  iternext() {
    return this.at < this.count ? py.number(this.start + this.step * this.at++) : undefined;
  },
});
const maxListed = 10_000;
const listed = Sk.builtins.xrange;
Sk.builtins.xrange = py.define('xrange', ['start', 'stop?', 'step?'], (first, last, by) => {
  const [start, stop] =
    last === undefined ? [0, py.wholeOf(first, 'xrange')] : [first, last].map((end) => py.wholeOf(end, 'xrange'));
  const step = by === undefined ? 1 : py.wholeOf(by, 'xrange');
  const count = Math.ceil((stop - start) / step);
  if (step !== 0 && count > maxListed) return new Counting(start, count, step);
  return py.call(listed, ...[first, last, by].filter((end) => end !== undefined));
});

/** Rounds halves away from zero, and returns a float. */
Sk.builtins.round = py.define('round', ['number', 'ndigits?'], (value, digits) => {
  const places = digits === undefined ? 0 : py.wholeOf(digits, 'round');
  if (!(value instanceof B.int_ || value instanceof B.float_)) py.raise('TypeError', 'a float is required');
  const size = Math.abs(Number(value.v));
  const unit = 10 ** -places;
  const near = places < 0 ? Math.round(size / unit) * unit : Number(size.toFixed(Math.min(places, 100)));
  return new B.float_(Number(value.v) < 0 ? -near : near);
});

const compare = (left, right) => {
  if (Sk.misceval.richCompareBool(left, right, 'Lt')) return -1;
  return Sk.misceval.richCompareBool(left, right, 'Eq') ? 0 : 1;
};
Sk.builtins.cmp = py.define('cmp', ['x', 'y'], (left, right) => py.number(compare(left, right)));
Sk.builtins.unichr = py.define('unichr', ['i'], (code) => py.text(String.fromCodePoint(py.wholeOf(code, 'unichr'))));
Sk.builtins.intern = py.define('intern', ['text'], (text) => text);
Sk.builtins[Sk.fixReserved('apply')] = py.define('apply', ['function', 'args?', 'named?'], (callable, args, named) =>
  Sk.misceval.callsimArray(
    callable,
    args ? py.items(args) : [],
    (named?.$items() ?? []).flatMap(([key, value]) => [key.v, value]),
  ),
);

/** `str(KeyError('a'))` is "'a'": the repr of the key. */
B.KeyError.prototype.tp$str = function text() {
  return this.args.v.length === 1 ? this.args.v[0].$r() : B.BaseException.prototype.tp$str.call(this);
};

/**
 * The arguments of an exception are those of the last `__init__` call: the class of a script passes the relevant ones
 * to `Exception.__init__`.
 */
const keepArguments = function keep(args, named) {
  Sk.abstr.checkNoKwargs(Sk.abstr.typeName(this), named);
  this.args = new B.tuple(args.slice());
};
B.BaseException.prototype.tp$init = keepArguments;
B.BaseException.prototype.__init__.d$wrapped = keepArguments;
B.BaseException.prototype.$r = function repr() {
  return py.text(this.tp$name + this.args.$r().v);
};
B.IOError.prototype.tp$str = function text() {
  const [number, what] = this.args.v;
  const plain = B.BaseException.prototype.tp$str.call(this);
  return this.args.v.length === 2 ? py.text(`[Errno ${new B.str(number).v}] ${new B.str(what).v}`) : plain;
};

Object.defineProperty(B.BaseException.prototype, 'message', {
  value: new B.getset_descriptor(B.BaseException, {
    $name: 'message',
    $get() {
      return this.args.v.length === 1 ? this.args.v[0] : py.text('');
    },
  }),
});

const errors = {
  ArithmeticError: B.Exception,
  EOFError: B.Exception,
  KeyboardInterrupt: B.BaseException,
  MemoryError: B.Exception,
  OSError: B.IOError,
  Warning: B.Exception,
  UserWarning: B.Exception,
  DeprecationWarning: B.Exception,
};
for (const [name, base] of Object.entries(errors)) Sk.builtins[name] = py.defineError(name, base);
B.UnboundLocalError = py.defineError('UnboundLocalError', B.NameError);
Object.assign(Sk.builtins, {
  EnvironmentError: B.IOError,
  UnicodeError: B.ValueError,
  UnboundLocalError: B.UnboundLocalError,
});

/** Excessive recursion is a RuntimeError in Python 2. */
B.RecursionError = py.defineError('RuntimeError', B.RuntimeError, {
  tp$str() {
    return py.text('maximum recursion depth exceeded');
  },
});
delete Sk.builtins.RecursionError;

/** Removes builtins that are not Python objects, and seals the others: all runs of an isolate share them. */
for (const [name, value] of Object.entries(Sk.builtins)) {
  if (typeof value === 'function' && value.ob$type === undefined) delete Sk.builtins[name];
  else Sk.builtins[name] = py.sealed(value);
}
B.sk_method.prototype.__module__.d$def.$set = undefined;
B.sk_method.prototype.__module__.tp$descr_set = undefined;
