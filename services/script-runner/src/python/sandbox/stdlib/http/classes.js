/**
 * Base classes for scripts. Their objects accept any attribute. An object uses its own attributes and methods, so a
 * subclass can override them.
 */
const B = Sk.builtin;

/** Returns an attribute of an object; undefined if it has none with this name. */
py.attribute = (object, name) => object.tp$getattr(py.text(name));
py.setAttribute = (object, name, value) => void object.tp$setattr(py.text(name), value);
py.setAttributes = (object, values) => {
  for (const [name, value] of Object.entries(values)) py.setAttribute(object, name, value ?? py.none);
  return object;
};
/** Calls a method of an object. */
py.invoke = (object, name, args = [], named = {}) =>
  Sk.misceval.callsimArray(Sk.abstr.gattr(object, py.text(name)), args, Object.entries(named).flat());

/** Adds a method with any arguments to a type: `does(self, args, named)`. */
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

/**
 * Returns the arguments in the order of `parameters`. A question mark marks optional ones, which are `undefined` if
 * omitted.
 */
const inOrder = (name, parameters, args, named) => {
  const names = parameters.map((parameter) => parameter.replace('?', ''));
  const defaults = parameters.filter((parameter) => parameter.endsWith('?')).map(() => null);
  const filled = Sk.abstr.copyKeywordsToNamedArgs(name, names, args, named, defaults);
  return names.map((_, at) => filled[at] ?? undefined);
};

/**
 * Creates a class that scripts can call and derive from. `start(self, …)` receives the arguments for `parameters`;
 * without `parameters`, `(self, args, named)`. Open methods receive `(self, args, named)`, too.
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

/**
 * Creates an exception of a class that Python or JavaScript code defines: `failure(Type, message, { …attributes })`.
 */
py.failure = (Type, message, attributes = {}) => {
  const error = new Type(message);
  error.args = new B.tuple(message === undefined ? [] : [py.text(message)]);
  return py.setAttributes(error, attributes);
};

/** An object with attributes only. */
const Holder = py.defineOpenType('namespace', { parameters: [], start: () => undefined });
py.holderOf = (values) => py.setAttributes(new Holder(), values);
