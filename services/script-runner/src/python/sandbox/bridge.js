/**
 * How guest code of ours speaks with Python objects: functions and classes are defined here, and values go from
 * JSON to Python and back. `py` is the one name that the guest files of this folder share.
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
  /** Time is kept by those who run the isolate: otherwise each call of a function would look at the clock. */
  execLimit: null,
  yieldLimit: null,
  __future__: Sk.python2,
});

/** For its module `random`. Its workings draw by Math.random, and not always as often: that is not of the seed. */
Sk.random = py.effects.random;

/** A text of JavaScript, in which none of its kind has a part. */
const literal = /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'/.source;
/** What finds `pattern` in compiled code, or a text in it, which is to be left as it is: a script wrote it. */
py.patternInCode = (pattern) => new RegExp(`${pattern}|${literal}`, 'g');
/** Compiled code with what was found of such a pattern changed. */
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

/** The text of a Python string, or a TypeError that names the function which wanted one. */
py.textOf = (value, name) => {
  const text = py.isText(value) ? value : value.first;
  if (!py.isText(text)) py.raise('TypeError', `${name}() expects a string, not ${Sk.abstr.typeName(value)}`);
  return text.v;
};

/** A whole number of a Python number, or a TypeError. */
py.wholeOf = (value, name) => {
  if (!(value instanceof B.int_))
    py.raise('TypeError', `${name}() expects an integer, not ${Sk.abstr.typeName(value)}`);
  return Number(value.v);
};

/** What is left out reaches a function as null, since skulpt takes an undefined default for a missing argument. */
const given = (value) => value ?? undefined;

/**
 * A function for Python. `parameters` are its names, those that may be left out with a question mark; `does` gets
 * Python objects (`undefined` where left out) and answers one, or nothing for None.
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

/** A function of skulpt's as one that scripts cannot give attributes, defaults or another name: runs share it. */
py.sealed = (value) => {
  if (!(value instanceof B.func)) return value;
  const $meth = (args, named) => value.tp$call(args, named);
  return new B.sk_method({ $name: value.$name ?? 'function', $meth, $flags: { FastCall: true } });
};

/** A function for Python that takes what it is given: `does(args, named)`, named by name. */
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

/** Gives a type of skulpt's another method: `does` gets the object first. */
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

/** A class whose objects answer to the given attributes, methods and slots; made by JavaScript, not by Python. */
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

/** What a class has beside its objects: functions as `[parameters, does]`, and values. */
py.offer = (type, statics) => {
  for (const [name, value] of Object.entries(statics)) {
    const offered = Array.isArray(value) ? py.define(name, ...value) : value;
    Object.defineProperty(type.prototype, Sk.fixReserved(name), { value: offered, writable: true, configurable: true });
  }
};

/** A class that scripts call: `create(args, named)` answers the object. */
py.defineType = (name, { create, statics = {}, slots = {}, ...rest }) => {
  const made = { tp$new: (args, named) => create(args, py.named(named)), tp$init: () => undefined };
  const type = py.defineClass(name, { ...rest, slots: { ...made, ...slots } });
  py.offer(type, statics);
  return type;
};

/** A Python exception class of a module's own, that scripts catch by its name. */
py.defineError = (name, base, slots = {}) =>
  Sk.abstr.buildNativeClass(name, {
    constructor: function made(...args) {
      base.apply(this, args);
    },
    base,
    slots,
  });
