/**
 * Classes that scripts derive from, and whose objects accept any attribute. Such an object works through its
 * attributes, so that a subclass of a script can override them.
 */
const B = Sk.builtin;

/** An attribute of an object; undefined where it has none. */
py.attribute = (object, name) => object.tp$getattr(py.text(name));
py.setAttribute = (object, name, value) => void object.tp$setattr(py.text(name), value);
py.setAttributes = (object, values) => {
  for (const [name, value] of Object.entries(values)) py.setAttribute(object, name, value ?? py.none);
  return object;
};
/** What a method of an object answers. */
py.invoke = (object, name, args = [], named = {}) =>
  Sk.misceval.callsimArray(Sk.abstr.gattr(object, py.text(name)), args, Object.entries(named).flat());

/** Gives a type a method that takes what it is given: `does(self, args, named)`. */
py.addOpenMethod = (type, name, does) => {
  const method = {
    $name: name,
    $meth(args, named) {
      return does(this, args, py.named(named)) ?? py.none;
    },
    $flags: { FastCall: true },
  };
  Object.defineProperty(type.prototype, Sk.fixReserved(name), {
    value: new B.method_descriptor(type, method),
    writable: true,
    configurable: true,
  });
};

/** Arguments in the order of `parameters`; `undefined` for those that may be left out, with a question mark, and are. */
const inOrder = (name, parameters, args, named) => {
  const names = parameters.map((parameter) => parameter.replace('?', ''));
  const defaults = parameters.filter((parameter) => parameter.endsWith('?')).map(() => null);
  const filled = Sk.abstr.copyKeywordsToNamedArgs(name, names, args, named, defaults);
  return names.map((_, at) => filled[at] ?? undefined);
};

/**
 * A class that scripts call and derive from: `start(self, …)` gets what its `parameters` name, or, where there are none,
 * `(self, args, named)`. Open methods get `(self, args, named)` as well.
 */
py.defineOpenType = (name, { base = B.object, parameters, start, methods = {}, openMethods = {}, slots = {} }) => {
  const type = Sk.abstr.buildNativeClass(name, {
    constructor: function made() {
      if (base !== B.object) base.call(this);
      this.$d = new B.dict([]);
    },
    base,
    slots: {
      tp$getattr: Sk.generic.getAttr,
      tp$new() {
        const made = new this.constructor();
        if (this.constructor !== type) type.call(made);
        return made;
      },
      tp$init(args, named) {
        if (parameters === undefined) start?.(this, args, py.named(named));
        else start(this, ...inOrder('__init__', parameters, args, named ?? []));
      },
      ...slots,
    },
  });
  for (const [key, [names, does]] of Object.entries(methods)) py.addMethod(type, key, names, does);
  for (const [key, does] of Object.entries(openMethods)) py.addOpenMethod(type, key, does);
  return type;
};

/** An exception class of a library's, made by Python or here: `failure(Type, message, { …attributes })`. */
py.failure = (Type, message, attributes = {}) => {
  const error = new Type(message);
  error.args = new B.tuple(message === undefined ? [] : [py.text(message)]);
  return py.setAttributes(error, attributes);
};

/** An object that is nothing but its attributes. */
const Holder = py.defineOpenType('namespace', { parameters: [], start: () => undefined });
py.holderOf = (values) => py.setAttributes(new Holder(), values);
