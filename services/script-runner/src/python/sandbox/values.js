/** JSON to Python and back. Texts are Unicode; other bytes are byte strings, marked as such. */
const B = Sk.builtin;

/** What JSON cannot hold exactly is written as `py.toJson` writes it: as a text of digits. */
Object.defineProperty(BigInt.prototype, 'toJSON', {
  value() {
    return String(this);
  },
});

const exact = (_key, value, { source }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? BigInt(source) : value;

/** Parses JSON with all digits of its integers. A reviver makes parsing several times slower, so it is used on need. */
py.parseJson = (text) => (/\d{16}/.test(text) ? JSON.parse(text, exact) : JSON.parse(text));

/** A JSON value as plain Python: dicts, lists, texts, numbers, True, False, None. */
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
 * Returns a Python value as JSON. `other` converts the values that JSON cannot hold, and is `undefined` for them by
 * default. Whole numbers beyond 2^53 become texts.
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

/** The text of a value, also if its class fails to convert it. */
const textOf = (value) => {
  try {
    return new B.str(value).v;
  } catch {
    return `<${Sk.abstr.typeName(value)} object>`;
  }
};

/**
 * The value of an output property. The script has done its work, so no value fails it: JSON that cannot hold a value gets
 * its text, with a warning.
 */
py.outputOf = (key, value, fit, warn) => {
  const plain = outputOf(key, value, warn);
  if (plain === undefined) return undefined;
  const { value: fitted, isCut } = fit(plain);
  if (isCut) warn(`'${key}' is cut: the outputs of a script can have 1,000,000 characters in total`);
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

/** The same where texts are wanted: numbers are written as Python writes them, `1.0` among them. */
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

/** A byte string of a JavaScript string whose characters are its bytes. Never shared with an equal text. */
py.bytes = (raw) => {
  if (!/[\x80-\xff]/.test(raw)) return new B.str(raw);
  const made = Object.create(B.str.prototype);
  made.$mangled = raw;
  made.$savedKeyHash = `!${raw}`;
  made.v = raw;
  made.isBytes$ = true;
  return made;
};

/** What is cut out of bytes, or put together of them, is bytes. */
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

/** The bytes of a Python string: its own where it is a byte string, else those of its text in UTF-8. */
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

/** Bytes as a text where they are valid UTF-8, else `undefined`. */
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

/** Bytes as a byte string, whatever they are: a digest. */
py.fromBytes = (bytes) => py.bytes(raw(bytes));
/** Bytes as a text where they are one, else as a byte string. */
py.fromBytesOrText = (bytes) => {
  if (bytes.every((byte) => byte < 0x80)) return new B.str(raw(bytes));
  const text = py.decodeUtf8(bytes);
  return text === undefined ? py.fromBytes(bytes) : new B.str(text);
};
