// Guest code of JavaScript: the stored values of a script. It is evaluated before the code of a user and leaves one
// global, which javascript.js takes and removes: `__keeping` → { outputOf(name, value, fit, warn), dictOf(variables, record), fitting() }.
{
  const { parse, stringify } = JSON;
  const { hasOwn, keys, defineProperty, fromEntries } = Object;
  const { getPrototypeOf: prototypeOf, prototype: ObjectPrototype } = Object;
  const { isArray, from } = Array;
  const Mistake = TypeError;
  const asText = String;
  const fitting = globalThis.__fitting;
  delete globalThis.__fitting;
  const MapOf = Map;
  const SetOf = Set;
  const ProxyOf = Proxy;

  const isUnlike = (value) => prototypeOf(value) !== ObjectPrototype && prototypeOf(value) !== null;
  /** A value that JSON can represent; throws for an invalid number, and for an object with hidden content. */
  function keepable(_, value) {
    if (typeof value === 'number' && value - value !== 0) throw new Mistake('no number');
    if (typeof value !== 'object' || value === null || isArray(value)) return value;
    if (value instanceof MapOf) return fromEntries(value);
    if (value instanceof SetOf) return from(value);
    if (keys(value).length === 0 && isUnlike(value)) throw new Mistake('no data');
    return value;
  }

  /** The JSON of a value: sets and maps are lists and objects; a value that would be lost silently has none. */
  const keptOf = (value) => {
    try {
      const text = stringify(value, keepable);
      return typeof text === 'string' ? text : null;
    } catch {
      return null;
    }
  };

  /** The text of a value, whatever its methods do. */
  function textOf(value) {
    try {
      return stringify(value) ?? asText(value);
    } catch {
      // a circle, a big integer, or a getter that throws
    }
    try {
      return asText(value);
    } catch {
      return 'Object';
    }
  }

  /**
   * The JSON of an output property. The script has done its work, so no value fails it: a value that JSON cannot hold is
   * stored as its text, with a warning.
   */
  function outputOf(name, value, fit, warn) {
    const json = keptOf(value);
    if (json === null && (typeof value === 'undefined' || typeof value === 'function')) return null;
    if (json === null) warn(`Warning: '${name}' holds a value that JSON cannot hold. Its text is stored`);
    const fitted = fit(json === null ? textOf(value) : parse(json));
    if (fitted.isCut) warn(`Warning: '${name}' is cut: the outputs of a script can have 1,000,000 characters in total`);
    return stringify(fitted.value) ?? 'null';
  }

  /** A dict of variables: each write is recorded when it happens, and what changed inside a value at the end. */
  function dictOf(variables, record) {
    const target = {};
    const known = { __proto__: null };
    for (const { key, value } of variables) {
      defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
      known[key] = keptOf(value);
    }
    const keep = (key, value) => {
      const text = keptOf(value);
      if (text === null && value !== undefined) throw new Mistake(`the variable ${key} cannot hold such a value`);
      if (known[key] === text) return;
      record(key, text === null ? null : parse(text));
      known[key] = text;
    };
    const dict = new ProxyOf(target, {
      __proto__: null,
      set(held, key, value) {
        if (typeof key === 'string') keep(key, value);
        held[key] = value;
        return true;
      },
      deleteProperty(held, key) {
        if (typeof key === 'string' && hasOwn(held, key)) keep(key, undefined);
        return delete held[key];
      },
    });
    const settle = () => {
      const held = keys(target);
      for (let i = 0; i < held.length; i += 1) keep(held[i], target[held[i]]);
    };
    return { dict, settle };
  }

  globalThis.__keeping = { outputOf, dictOf, fitting };
}
