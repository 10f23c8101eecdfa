// Sandbox code of every language: the values that variables of each type accept. It is evaluated before untrusted code
// and defines one global, which action-recorder.js takes and removes: `__variableValues(key, type, value)` → the
// recorded value. An invalid value throws, so that the script fails at its line (compatibility.md, Scripts). The domain
// validates it again.
{
  const { isArray } = Array;
  const { keys, defineProperty } = Object;
  const { floor } = Math;
  const asText = String;
  const Refused = TypeError;
  const isPlain = (value) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  const isWhole = (text) => /^\s*-?\d{1,16}\s*$/.test(text);
  const own = (target, name, value) =>
    defineProperty(target, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });

  function textList(value) {
    if (!isArray(value)) return undefined;
    const taken = [];
    for (let at = 0; at < value.length; at += 1) {
      if (!isPlain(value[at])) return undefined;
      own(taken, at, asText(value[at]));
    }
    return taken;
  }

  function textMap(value) {
    if (typeof value !== 'object' || isArray(value)) return undefined;
    const taken = {};
    const names = keys(value);
    for (let at = 0; at < names.length; at += 1) {
      if (!isPlain(value[names[at]])) return undefined;
      own(taken, names[at], asText(value[names[at]]));
    }
    return taken;
  }

  const isWord = (value) => typeof value === 'string' && /^(?:true|false)?$/i.test(value);
  const toWord = (value) => (value === '' ? null : value.toLowerCase() === 'true');

  /** A text variable accepts any value. Lists and maps are stored as JSON. */
  const kinds = {
    __proto__: null,
    ListStringVariable: ['a list of texts', textList],
    SetStringVariable: ['a list or set of texts', textList],
    MapStringStringVariable: ['a map of texts', textMap],
    BooleanVariable: [
      'true or false',
      (value) => (typeof value === 'boolean' ? value : isWord(value) ? toWord(value) : undefined),
    ],
    IntegerVariable: [
      'a whole number',
      (value) =>
        (typeof value === 'number' && floor(value) === value) ||
        value === '' ||
        (typeof value === 'string' && isWhole(value))
          ? value
          : undefined,
    ],
    DateVariable: ['a date', (value) => (typeof value === 'string' || typeof value === 'number' ? value : undefined)],
  };

  const called = (value) => {
    if (isArray(value)) return 'a list';
    return typeof value === 'object' ? 'a map' : `a ${typeof value === 'string' ? 'text' : typeof value}`;
  };

  globalThis.__variableValues = (key, type, value) => {
    const [expected, take] = kinds[asText(type).slice(asText(type).lastIndexOf('.') + 1)] ?? [];
    if (take === undefined || value === null || value === undefined) return value ?? null;
    const taken = take(value);
    if (taken !== undefined) return taken;
    const inside = called(value) === 'a list' || called(value) === 'a map' ? ' with other values' : '';
    throw new Refused(
      `the variable '${asText(key).slice(0, 100)}' requires ${expected}, not ${called(value)}${inside}`,
    );
  };
}
