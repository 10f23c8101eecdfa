// Guest code of JavaScript: the stored values of a script. It is evaluated before the code of a user and leaves one
// global, which javascript.js takes and removes: `__storedValues` → { outputOf(name, value, fit, warn), dictOf(variables, record), fitting() }.
{
  const { parse, stringify } = JSON;
  const { hasOwn, keys, defineProperty, fromEntries } = Object;
  const { getPrototypeOf: prototypeOf, prototype: ObjectPrototype } = Object;
  const { isArray, from } = Array;
  const InvalidInput = TypeError;
  const asText = String;
  const fitting = globalThis.__outputLimit;
  delete globalThis.__outputLimit;
  const MapOf = Map;
  const SetOf = Set;
  const ProxyOf = Proxy;

  const isClassInstance = (value) => prototypeOf(value) !== ObjectPrototype && prototypeOf(value) !== null;
  /** A value that JSON can represent; throws for an invalid number, and for an object with hidden content. */
  function storable(_, value) {
    if (typeof value === 'number' && value - value !== 0) throw new InvalidInput('no number');
    if (typeof value !== 'object' || value === null || isArray(value)) return value;
    if (value instanceof MapOf) return fromEntries(value);
    if (value instanceof SetOf) return from(value);
    if (keys(value).length === 0 && isClassInstance(value)) throw new InvalidInput('no data');
    return value;
  }

  /** The JSON of a value: sets and maps are lists and objects; a value that would be lost silently has none. */
  const storableJson = (value) => {
    try {
      const text = stringify(value, storable);
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
  function outputOf(name, value, limit, warn) {
    const json = storableJson(value);
    if (json === null && (typeof value === 'undefined' || typeof value === 'function')) return null;
    if (json === null) warn(`Warning: '${name}' holds a value that JSON cannot hold. Its text is stored`);
    const limited = limit(json === null ? textOf(value) : parse(json));
    if (limited.isCut)
      warn(`Warning: '${name}' is cut: the outputs of a script can have 1,000,000 characters in total`);
    return stringify(limited.value) ?? 'null';
  }

  /** A dict of variables: each write is recorded when it happens, and what changed inside a value at the end. */
  function dictOf(variables, record) {
    const target = {};
    const types = { __proto__: null };
    for (const { key, value } of variables) {
      defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
      types[key] = storableJson(value);
    }
    const keep = (key, value) => {
      const text = storableJson(value);
      if (text === null && value !== undefined) throw new InvalidInput(`the variable ${key} cannot hold such a value`);
      if (types[key] === text) return;
      record(key, text === null ? null : parse(text));
      types[key] = text;
    };
    const dict = new ProxyOf(target, {
      __proto__: null,
      set(values, key, value) {
        if (typeof key === 'string') keep(key, value);
        values[key] = value;
        return true;
      },
      deleteProperty(values, key) {
        if (typeof key === 'string' && hasOwn(values, key)) keep(key, undefined);
        return delete values[key];
      },
    });
    const settle = () => {
      const values = keys(target);
      for (let i = 0; i < values.length; i += 1) keep(values[i], target[values[i]]);
    };
    return { dict, settle };
  }

  globalThis.__storedValues = { outputOf, dictOf, fitting };
}
