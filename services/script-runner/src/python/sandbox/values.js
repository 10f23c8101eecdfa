/** Converts JSON to Python and back. Strings are Unicode. Other bytes are byte strings, which are marked. */
const B = Sk.builtin;

/** Serializes a BigInt as a string of digits, as `py.toJson` does. */
Object.defineProperty(BigInt.prototype, 'toJSON', {
  value() {
    return String(this);
  },
});

const exact = (_key, value, { source }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? BigInt(source) : value;

/**
 * Parses JSON with all digits of its integers. A reviver makes parsing several times slower, so it is used only for
 * long digits.
 */
py.parseJson = (text) => (/\d{16}/.test(text) ? JSON.parse(text, exact) : JSON.parse(text));

/** Converts a JSON value to plain Python: dicts, lists, strings, numbers, True, False, None. */
py.toPython = (value) => {
  if (value === null || value === undefined) return py.none;
  if (typeof value === 'string') return new B.str(value);
  if (typeof value === 'number') return py.number(value);
  if (typeof value === 'bigint') return new B.int_(value);
  if (typeof value === 'boolean') return py.bool(value);
  if (Array.isArray(value)) return new B.list(value.map(py.toPython));
  return new B.dict(Object.entries(value).flatMap(([key, item]) => [new B.str(key), py.toPython(item)]));
};

const whole = (value) => {
  const number = Number(value.v);
  return Number.isSafeInteger(number) ? number : String(value.v);
};

const real = (value) => (Number.isFinite(value.v) ? value.v : String(new B.str(value).v));

const keyed = (dict, depth, other) => {
  const found = {};
  for (const [key, item] of dict.$items()) {
    const value = py.toJson(item, depth + 1, other);
    const name = py.isText(key) ? key.v : new B.str(key).v;
    if (value !== undefined) Object.defineProperty(found, name, { value, enumerable: true, configurable: true });
  }
  return found;
};

const listed = (items, depth, other) => items.map((item) => py.toJson(item, depth + 1, other) ?? null);

/**
 * Converts a Python value to JSON. `other` converts values that JSON cannot represent; by default, it returns
 * `undefined` except for dates. Integers beyond 2^53 become strings.
 */
py.toJson = (value, depth = 0, other = py.dateValueText) => {
  if (depth > 60) py.raise('ValueError', 'a value that is nested more than 60 deep cannot be handed over');
  if (value === undefined) return undefined;
  if (value === py.none) return null;
  if (value instanceof B.bool) return value.v === 1 || value.v === true;
  if (value instanceof B.int_) return whole(value);
  if (value instanceof B.float_) return real(value);
  if (py.isText(value)) return value.v;
  if (value instanceof B.dict) return keyed(value, depth, other);
  if (value instanceof B.list || value instanceof B.tuple) return listed(value.v, depth, other);
  if (value instanceof B.set || value instanceof B.frozenset) return listed(py.items(value), depth, other);
  return other(value);
};

/** Returns the text of a value, even if its class fails to convert it. */
const textOf = (value) => {
  try {
    return new B.str(value).v;
  } catch {
    return `<${Sk.abstr.typeName(value)} object>`;
  }
};

/**
 * Returns the value of an output property. The script has already run, so an unsuitable value must not fail it: JSON
 * contains its text instead, with a warning.
 */
py.outputOf = (key, value, fit, warn) => {
  const plain = outputOf(key, value, warn);
  if (plain === undefined) return undefined;
  const { value: fitted, isCut } = fit(plain);
  if (isCut) warn(`'${key}' was truncated: the outputs of a script can have 1,000,000 characters in total`);
  return fitted;
};

const outputOf = (key, value, warn) => {
  const replaced = new Set();
  const other = (inner) => {
    const moment = py.dateValueText(inner);
    if (moment === undefined) replaced.add(Sk.abstr.typeName(inner));
    return moment ?? textOf(inner);
  };
  let plain;
  try {
    plain = py.toJson(value, 0, other);
  } catch {
    warn(`'${key}' is nested too deeply. Its text is stored`);
    return textOf(value);
  }
  if (replaced.size > 0) warn(`'${key}' holds values of type ${[...replaced].join(', ')}. Their texts are stored`);
  return plain;
};

/** Converts numbers to the strings that Python prints, for example `1.0`. */
py.withTexts = (value) => {
  if (value instanceof B.float_) return new B.str(value);
  if (value instanceof B.dict) {
    return new B.dict(
      value.$items().flatMap(([key, item]) => [key, item instanceof B.float_ ? new B.str(item) : item]),
    );
  }
  const isMany = [B.list, B.tuple, B.set, B.frozenset].some((type) => value instanceof type);
  return isMany
    ? new B.list(py.items(value).map((item) => (item instanceof B.float_ ? new B.str(item) : item)))
    : value;
};

/**
 * Creates a byte string from a JavaScript string with one character per byte. It is never interned, unlike an equal
 * text.
 */
py.bytes = (raw) => {
  if (!/[\x80-\xff]/.test(raw)) return new B.str(raw);
  const made = Object.create(B.str.prototype);
  made.$mangled = raw;
  made.$savedKeyHash = `!${raw}`;
  made.v = raw;
  made.isBytes$ = true;
  return made;
};

/** Whether the result of slicing or joining bytes is bytes. */
const isOfBytes = (value) => value.isBytes$ || !/[\u0080-\uffff]/.test(value.v);
const subscript = B.str.prototype.mp$subscript;
B.str.prototype.mp$subscript = function part(key, canSuspend) {
  const found = subscript.call(this, key, canSuspend);
  return this.isBytes$ ? py.bytes(found.v) : found;
};
for (const slot of ['sq$concat', 'nb$add']) {
  const plain = B.str.prototype[slot];
  B.str.prototype[slot] = function joined(other) {
    const found = plain.call(this, other);
    const isRaw = (this.isBytes$ || other.isBytes$) && py.isText(found) && isOfBytes(this) && isOfBytes(other);
    return isRaw ? py.bytes(found.v) : found;
  };
}

const encodeUnit = (code) => {
  if (code < 0x80) return [code];
  if (code < 0x800) return [0xc0 | (code >> 6), 0x80 | (code & 63)];
  if (code < 0x10000) return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)];
  return [0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)];
};

/** Returns the bytes of a Python string: those of a byte string, or the UTF-8 encoding of a text. */
py.bytesOf = (value, name) => {
  const raw = py.textOf(value, name);
  const bytes = [];
  for (let at = 0; at < raw.length; at += 1) {
    const code = raw.codePointAt(at);
    if (code < 0x80 || value.isBytes$) bytes.push(code);
    else bytes.push(...encodeUnit(code));
    if (code > 0xffff) at += 1;
  }
  return bytes;
};

/** Decodes bytes; `undefined` if they are not valid UTF-8. */
py.decodeUtf8 = (bytes) => {
  try {
    return decodeURIComponent(bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
  } catch {
    return undefined;
  }
};

const raw = (bytes) => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
};

/** Returns bytes as a byte string, for example a digest. */
py.fromBytes = (bytes) => py.bytes(raw(bytes));
/** Returns bytes as a text if they are valid UTF-8, otherwise as a byte string. */
py.fromBytesOrText = (bytes) => {
  if (bytes.every((byte) => byte < 0x80)) return new B.str(raw(bytes));
  const text = py.decodeUtf8(bytes);
  return text === undefined ? py.fromBytes(bytes) : new B.str(text);
};
