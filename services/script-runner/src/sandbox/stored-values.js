// Sandbox code of JavaScript: the stored values of a script. It is evaluated before untrusted code and defines one
// global, which javascript.js takes and removes: `__storedValues` → { outputOf(name, value, fit, warn),
// dictOf(variables, record), fitting() }.
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
  /** Returns a value that JSON can represent. Throws for an invalid number, and for an object with hidden content. */
  function storable(_, value) {
    if (typeof value === 'number' && value - value !== 0) throw new InvalidInput('no number');
    if (typeof value !== 'object' || value === null || isArray(value)) return value;
    if (value instanceof MapOf) return fromEntries(value);
    if (value instanceof SetOf) return from(value);
    if (keys(value).length === 0 && isClassInstance(value)) throw new InvalidInput('no data');
    return value;
  }

  /**
   * Returns the JSON of a value: sets and maps become lists and objects. Null for a value that would silently lose
   * content.
   */
  const storableJson = (value) => {
    try {
      const text = stringify(value, storable);
      return typeof text === 'string' ? text : null;
    } catch {
      return null;
    }
  };

  /** Returns the text of a value, even if its methods throw. */
  function textOf(value) {
    try {
      return stringify(value) ?? asText(value);
    } catch {
      // a cycle, a big integer, or a getter that throws
    }
    try {
      return asText(value);
    } catch {
      return 'Object';
    }
  }

  /**
   * Returns the JSON of an output property. The script has already run, so an unsuitable value must not fail it: its
   * text is stored, with a warning.
   */
  function outputOf(name, value, limit, warn) {
    const json = storableJson(value);
    if (json === null && (typeof value === 'undefined' || typeof value === 'function')) return null;
    if (json === null) warn(`Warning: '${name}' contains a value that JSON does not support. Its text is stored`);
    const limited = limit(json === null ? textOf(value) : parse(json));
    if (limited.isCut)
      warn(`Warning: '${name}' was truncated: the outputs of a script can have 1,000,000 characters in total`);
    return stringify(limited.value) ?? 'null';
  }

  /**
   * Creates a dict of variables. Each write is recorded immediately, and changes inside a value at the end of the run.
   */
  function dictOf(variables, record) {
    const target = {};
    const types = { __proto__: null };
    for (const { key, value } of variables) {
      defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
      types[key] = storableJson(value);
    }
    const keep = (key, value) => {
      const text = storableJson(value);
      if (text === null && value !== undefined) throw new InvalidInput(`the variable ${key} cannot store this value`);
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
