// Sandbox code of every language: limits the size of the outputs of a script. It is evaluated before the script and
// defines one global, which the code of the language takes and removes: `__outputLimit()` → `(value) => { value, isCut
// }`, for one run.
{
  const { stringify } = JSON;
  const { isArray } = Array;
  const { keys, defineProperty } = Object;
  const { apply } = Reflect;
  const { slice, charCodeAt } = String.prototype;
  const { floor } = Math;
  const asText = String;

  /**
   * The size limit of all outputs of one run, in characters of JSON. The answer of a run is limited, and a large output
   * must not fail a task.
   */
  const maxOutput = 1_000_000;

  const setOwn = (target, name, value) =>
    defineProperty(target, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });

  /** Returns the longest prefix of a text whose JSON has at most `available` characters. */
  function prefixWithin(text, available) {
    let end = text.length < available - 2 ? text.length : available - 2;
    for (;;) {
      const part = apply(slice, text, [0, end < 0 ? 0 : end]);
      const size = stringify(part).length;
      if (size <= available || end <= 0) {
        const last = apply(charCodeAt, part, [part.length - 1]);
        return last >= 0xd800 && last < 0xdc00 && part.length < text.length ? apply(slice, part, [0, -1]) : part;
      }
      end = floor((end * available) / size) - 1;
    }
  }

  globalThis.__outputLimit = () => {
    let remaining = maxOutput;
    let isCut = false;
    const truncate = (value) => {
      isCut = true;
      return value;
    };

    function fitText(text) {
      const part = prefixWithin(text, remaining < 2 ? 2 : remaining);
      remaining -= stringify(part).length;
      return part.length < text.length ? truncate(part) : text;
    }
    function fitList(list) {
      const member = [];
      for (let at = 0; at < list.length; at += 1) {
        remaining -= 1;
        if (remaining < 2) return truncate(member);
        setOwn(member, at, limit(list[at]));
      }
      return member;
    }
    function fitObject(object) {
      const member = {};
      const names = keys(object);
      for (let at = 0; at < names.length; at += 1) {
        remaining -= stringify(names[at]).length + 2;
        if (remaining < 2) return truncate(member);
        setOwn(member, names[at], limit(object[names[at]]));
      }
      return member;
    }
    function limit(value) {
      if (typeof value === 'string') return fitText(value);
      remaining -= 2;
      if (isArray(value)) return fitList(value);
      if (typeof value === 'object' && value !== null) return fitObject(value);
      remaining -= asText(value).length;
      return value;
    }
    return (value) => {
      isCut = false;
      const limited = limit(value);
      return { __proto__: null, value: limited, isCut };
    };
  };
}
