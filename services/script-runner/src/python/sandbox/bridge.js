/**
 * The bridge between sandbox code and Python objects: defines functions and classes, and converts JSON to Python values
 * and back. The sandbox files of this folder share only the name `py`.
 */
const B = Sk.builtin;

const unsupported = () => {
  throw new B.IOError('not supported: scripts have no files and no terminal');
};

Sk.configure({
  output: (text) => py.write(text),
  read: unsupported,
  inputfun: unsupported,
  fileopen: unsupported,
  filewrite: unsupported,
  setTimeout: unsupported,
  /**
   * The child process enforces the time limit. With these options, skulpt would read the clock at each call of a
   * function.
   */
  execLimit: null,
  yieldLimit: null,
  __future__: Sk.python2,
});

/**
 * Replaces the generator of the module `random`. skulpt uses Math.random internally, and not always equally often, so
 * its numbers would not follow from the seed.
 */
Sk.random = py.effects.random;

/** A string literal of JavaScript, without alternatives that contain one another. */
const literal = /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'/.source;
/**
 * Returns a regular expression that matches `pattern` in compiled code, or a whole string literal. Literals may contain
 * script text and stay unchanged.
 */
py.patternInCode = (pattern) => new RegExp(`${pattern}|${literal}`, 'g');
/** Returns compiled code with all matches of `pattern` replaced, except string literals. */
py.changedCode = (code, pattern, change) =>
  code.replace(pattern, (found, ...parts) => (/^["']/.test(found) ? found : change(found, ...parts)));

py.none = B.none.none$;
py.modules = {};
py.text = (value) => new B.str(value);
py.bool = (value) => (value ? B.bool.true$ : B.bool.false$);
py.number = (value) => (Number.isInteger(value) ? new B.int_(value) : new B.float_(value));
py.isNone = (value) => value === undefined || value === py.none;
py.isText = (value) => value instanceof B.str;
py.call = (callable, ...args) => Sk.misceval.callsimArray(callable, args);
py.items = (iterable) => Sk.misceval.arrayFromIterable(iterable);
py.raise = (type, message) => {
  throw new B[type](message);
};

/** Returns the text of a Python string. Raises a TypeError that names the calling function. */
py.textOf = (value, name) => {
  const text = py.isText(value) ? value : value.first;
  if (!py.isText(text)) py.raise('TypeError', `${name}() expects a string, not ${Sk.abstr.typeName(value)}`);
  return text.v;
};

/** Returns an integer of Python as a number. Raises a TypeError that names the calling function. */
py.wholeOf = (value, name) => {
  if (!(value instanceof B.int_))
    py.raise('TypeError', `${name}() expects an integer, not ${Sk.abstr.typeName(value)}`);
  return Number(value.v);
};

/** Optional arguments have the default null, since skulpt treats an undefined default as a missing argument. */
const given = (value) => value ?? undefined;

/**
 * Creates a Python function. `parameters` are its names; a question mark marks optional ones. `does` receives Python
 * objects, `undefined` for omitted ones, and returns one; undefined means None.
 */
py.define = (name, parameters, does) => {
  const names = parameters.map((parameter) => parameter.replace('?', ''));
  const optional = parameters.filter((parameter) => parameter.endsWith('?'));
  return new B.sk_method({
    $name: name,
    $meth: (...args) => does(...args.map(given)) ?? py.none,
    $flags: { NamedArgs: names, Defaults: optional.map(() => null) },
  });
};

/** Wraps a function of skulpt, so that scripts cannot change its attributes, defaults or name: runs share it. */
py.sealed = (value) => {
  if (!(value instanceof B.func)) return value;
  const $meth = (args, named) => value.tp$call(args, named);
  return new B.sk_method({ $name: value.$name ?? 'function', $meth, $flags: { FastCall: true } });
};

/**
 * Creates a Python function with any arguments: `does(args, named)`, where `named` contains keyword arguments by name.
 */
py.defineOpen = (name, does) =>
  new B.sk_method({
    $name: name,
    $meth: (args, named) => does(args, py.named(named)) ?? py.none,
    $flags: { FastCall: true },
  });

py.named = (pairs = []) => {
  const named = {};
  for (let at = 0; at < pairs.length; at += 2) named[pairs[at]] = pairs[at + 1];
  return named;
};

/** Adds a method to a type of skulpt. `does` receives the object as the first argument. */
py.addMethod = (type, name, parameters, does) => {
  const names = parameters.map((parameter) => parameter.replace('?', ''));
  const optional = parameters.filter((parameter) => parameter.endsWith('?'));
  const method = {
    $name: name,
    $meth(...args) {
      return does(this, ...args.map(given)) ?? py.none;
    },
    $flags: { NamedArgs: names, Defaults: optional.map(() => null) },
  };
  Object.defineProperty(type.prototype, Sk.fixReserved(name), {
    value: new B.method_descriptor(type, method),
    writable: true,
    configurable: true,
  });
};

/** Creates a class with these attributes, methods and slots. JavaScript creates its objects; Python cannot. */
py.defineClass = (name, { base, slots = {}, getters = {}, methods = {}, construct = () => {} }) => {
  const parent = base ?? B.object;
  const type = Sk.abstr.buildNativeClass(name, {
    constructor: function made(...args) {
      if (base) base.apply(this, args);
      construct.apply(this, args);
    },
    base: parent,
    slots: { tp$getattr: Sk.generic.getAttr, ...slots },
    getsets: Object.fromEntries(
      Object.entries(getters).map(([key, get]) => [
        Sk.fixReserved(key),
        {
          $get() {
            return get(this);
          },
        },
      ]),
    ),
  });
  for (const [key, [parameters, does]] of Object.entries(methods)) py.addMethod(type, key, parameters, does);
  return type;
};

/** Adds class members: functions as `[parameters, does]`, and values. */
py.offer = (type, statics) => {
  for (const [name, value] of Object.entries(statics)) {
    const offered = Array.isArray(value) ? py.define(name, ...value) : value;
    Object.defineProperty(type.prototype, Sk.fixReserved(name), { value: offered, writable: true, configurable: true });
  }
};

/** Creates a class that scripts can call: `create(args, named)` returns the object. */
py.defineType = (name, { create, statics = {}, slots = {}, ...rest }) => {
  const made = { tp$new: (args, named) => create(args, py.named(named)), tp$init: () => undefined };
  const type = py.defineClass(name, { ...rest, slots: { ...made, ...slots } });
  py.offer(type, statics);
  return type;
};

/** Creates a Python exception class of a module, which scripts catch by its name. */
py.defineError = (name, base, slots = {}) =>
  Sk.abstr.buildNativeClass(name, {
    constructor: function made(...args) {
      base.apply(this, args);
    },
    base,
    slots,
  });
