// Guest code of every language: the size of the outputs of a script. Evaluated before the script. It leaves one
// global, which each language takes and removes: `__fitting()` → `(value) => { value, isCut }`, for one run.
{
  const { stringify } = JSON;
  const { isArray } = Array;
  const { keys, defineProperty } = Object;
  const { apply } = Reflect;
  const { slice, charCodeAt } = String.prototype;
  const { floor } = Math;
  const asText = String;

  /** Characters of the outputs of one run, as JSON. The answer of a run is limited, and an output must never fail a task. */
  const maxOutput = 1_000_000;

  const put = (target, name, value) =>
    defineProperty(target, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });

  /** The beginning of a text whose JSON has at most `room` characters. */
  function beginning(text, room) {
    let end = text.length < room - 2 ? text.length : room - 2;
    for (;;) {
      const part = apply(slice, text, [0, end < 0 ? 0 : end]);
      const size = stringify(part).length;
      if (size <= room || end <= 0) {
        const last = apply(charCodeAt, part, [part.length - 1]);
        return last >= 0xd800 && last < 0xdc00 && part.length < text.length ? apply(slice, part, [0, -1]) : part;
      }
      end = floor((end * room) / size) - 1;
    }
  }

  globalThis.__fitting = () => {
    let left = maxOutput;
    let isCut = false;
    const cut = (value) => {
      isCut = true;
      return value;
    };

    function ofText(text) {
      const part = beginning(text, left < 2 ? 2 : left);
      left -= stringify(part).length;
      return part.length < text.length ? cut(part) : text;
    }
    function ofList(list) {
      const found = [];
      for (let at = 0; at < list.length; at += 1) {
        left -= 1;
        if (left < 2) return cut(found);
        put(found, at, fit(list[at]));
      }
      return found;
    }
    function ofObject(object) {
      const found = {};
      const names = keys(object);
      for (let at = 0; at < names.length; at += 1) {
        left -= stringify(names[at]).length + 2;
        if (left < 2) return cut(found);
        put(found, names[at], fit(object[names[at]]));
      }
      return found;
    }
    function fit(value) {
      if (typeof value === 'string') return ofText(value);
      left -= 2;
      if (isArray(value)) return ofList(value);
      if (typeof value === 'object' && value !== null) return ofObject(value);
      left -= asText(value).length;
      return value;
    }
    return (value) => {
      isCut = false;
      const fitted = fit(value);
      return { __proto__: null, value: fitted, isCut };
    };
  };
}
