/** `'%s' % value` as in Python 2. skulpt's version supports no underscore in a name, and pads on the wrong side. */
const B = Sk.builtin;

const specification = /%(?:\(([^()]*)\))?([#0 +-]*)(\*|\d+)?(?:\.(\*|\d*))?[hlL]?([\s\S]|$)/g;

const numberIn = (value, kind) => {
  if (value instanceof B.int_ || value instanceof B.float_) return value;
  if (value.nb$float) return value.nb$float();
  const what = /[eEfFgG]/.test(kind) ? 'float argument required' : `%${kind} format: a number is required`;
  return py.raise('TypeError', `${what}, not ${Sk.abstr.typeName(value)}`);
};

const wholeIn = (value, kind) => {
  const number = numberIn(value, kind);
  if (number instanceof B.int_) return BigInt(number.v);
  if (!Number.isFinite(number.v)) throw new B.OverflowError('cannot convert float infinity or NaN to integer');
  return BigInt(Math.trunc(number.v));
};

/**
 * The maximum number of digits that JavaScript formats. The digits after the requested ones show whether the value is a
 * half.
 */
const maxDigits = 100;
const spare = 40;
const half = new RegExp(`^50{${spare - 1}}$`);
/**
 * Whether the value is exactly a half and must be rounded to the even neighbor `down`; JavaScript rounds it up to `up`.
 */
const isTie = (digits, down, rest) => digits + spare <= maxDigits && half.test(rest) && /[02468]$/.test(down);

const exponential = (value, digits) => {
  const up = value.toExponential(Math.min(digits, maxDigits));
  const exact = value.toExponential(Math.min(digits + spare, maxDigits));
  const [mantissa, power] = exact.split('e');
  const down = mantissa.slice(0, -spare).replace(/\.$/, '');
  const text = isTie(digits, down, mantissa.slice(-spare)) ? `${down}e${power}` : up;
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
};
/** From this value on, JavaScript formats numbers with an exponent. */
const plainBelow = 1e21;
const fixed = (value, digits) => {
  if (value >= plainBelow) return `${BigInt(value)}${digits > 0 ? `.${'0'.repeat(digits)}` : ''}`;
  const up = value.toFixed(Math.min(digits, maxDigits));
  const exact = value.toFixed(Math.min(digits + spare, maxDigits));
  const down = exact.slice(0, -spare).replace(/\.$/, '');
  return isTie(digits, down, exact.slice(-spare)) ? down : up;
};
const general = (value, digits, keepsZeros, most = digits || 1) => {
  const places = digits || 1;
  const power = value === 0 ? 0 : Number(exponential(value, places - 1).split('e')[1]);
  const isShort = power >= -4 && power < most;
  const text = isShort ? fixed(value, places - 1 - power) : exponential(value, places - 1);
  return keepsZeros || !text.includes('.') ? text : text.replace(/\.?0+(?=e|$)/, '');
};

const realText = (value, kind, digits, keepsZeros) => {
  const write = { e: exponential, f: fixed, g: general }[kind.toLowerCase()];
  const text = Number.isFinite(value) ? write(value, digits ?? 6, keepsZeros) : Number.isNaN(value) ? 'nan' : 'inf';
  const pointed = keepsZeros && /^\d+(?:e|$)/.test(text) ? text.replace(/^\d+/, '$&.') : text;
  return kind === kind.toLowerCase() ? pointed : pointed.toUpperCase();
};

const bases = { d: 10, i: 10, u: 10, o: 8, x: 16, X: 16 };
const prefixes = { o: '0', x: '0x', X: '0X' };

const signed = (isNegative, body, { flags, width, prefix = '' }) => {
  const sign = isNegative ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
  const zeros = flags.includes('0') && !flags.includes('-') ? width - sign.length - prefix.length : 0;
  return sign + prefix + body.padStart(zeros, '0');
};

const wholeText = (value, kind, asked) => {
  const number = wholeIn(value, kind === 'i' || kind === 'u' ? 'd' : kind);
  const plain = number === 0n && asked.precision === 0 ? '' : (number < 0n ? -number : number).toString(bases[kind]);
  const digits = plain.padStart(asked.precision ?? 0, '0');
  const prefix = asked.flags.includes('#') && !(kind === 'o' && digits.startsWith('0')) ? prefixes[kind] : '';
  return signed(number < 0n, kind === 'X' ? digits.toUpperCase() : digits, { ...asked, prefix });
};

const character = (value) => {
  if (value instanceof B.int_) {
    const code = Number(value.v);
    if (code < 0 || code > 0x10ffff) py.raise('OverflowError', '%c arg not in range(0x110000)');
    return String.fromCodePoint(code);
  }
  if (py.isText(value) && value.v.length === 1) return value.v;
  return py.raise('TypeError', '%c requires int or char');
};

const cutTo = (text, precision) => (precision === undefined ? text : text.slice(0, precision));

const written = (value, kind, asked) => {
  if (kind === 's') return cutTo(new B.str(value).v, asked.precision);
  if (kind === 'r') return cutTo(Sk.misceval.objectRepr(value), asked.precision);
  if (kind === 'c') return character(value);
  if (kind in bases) return wholeText(value, kind, asked);
  if (!/^[eEfFgG]$/.test(kind))
    py.raise(
      'ValueError',
      `unsupported format character '${kind}' (0x${kind.charCodeAt(0).toString(16)}) at index ${asked.at}`,
    );
  const real = Number(numberIn(value, kind).v);
  const text = realText(Math.abs(real), kind, asked.precision, asked.flags.includes('#'));
  return signed(real < 0 || Object.is(real, -0), text, asked);
};

const pointed = (text, { flags, width }) => (flags.includes('-') ? text.padEnd(width) : text.padStart(width));

const isMapping = (value) =>
  value instanceof B.dict || (!(value instanceof B.tuple) && !py.isText(value) && value.mp$subscript !== undefined);

/** Returns the values of a tuple in turn, or those of a mapping by name. */
const valuesOf = (given) => {
  const values = given instanceof B.tuple ? given.v : [given];
  let at = 0;
  const next = () =>
    at < values.length ? values[at++] : py.raise('TypeError', 'not enough arguments for format string');
  const named = (name) =>
    isMapping(given)
      ? Sk.abstr.objectGetItem(given, py.text(name))
      : py.raise('TypeError', 'format requires a mapping');
  const finish = (usedNames) => {
    if (!usedNames && at < values.length && !(isMapping(given) && at === 0)) {
      py.raise('TypeError', 'not all arguments converted during string formatting');
    }
  };
  return { next, named, finish };
};

const format = (template, given) => {
  const values = valuesOf(given);
  const star = (size) =>
    size === '*' ? py.wholeOf(values.next(), '%') : size === undefined ? undefined : Number(size);
  let usedNames = false;
  const text = template.replace(specification, (whole, name, flags, width, precision, kind, index) => {
    if (kind === '') py.raise('ValueError', 'incomplete format');
    if (kind === '%') return '%';
    const size = star(width) ?? 0;
    const asked = {
      flags: size < 0 ? `${flags}-` : flags,
      width: Math.abs(size),
      precision: star(precision),
      at: index + whole.length - 1,
    };
    usedNames ||= name !== undefined;
    const value = name === undefined ? values.next() : values.named(name);
    return pointed(written(value, kind, asked), asked);
  });
  values.finish(usedNames);
  return new B.str(text);
};

const unlike = (value) => (Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf');
const withPoint = (text) => (/[.e]/.test(text) ? text : `${text}.0`);

/** Returns the `repr` of a float: the fewest digits that identify it, with an exponent below 1e-4 and from 1e16. */
const shortest = (value) => {
  if (!Number.isFinite(value)) return unlike(value);
  if (Object.is(value, -0)) return '-0.0';
  const [digits, power] = value.toExponential().split('e');
  if (value !== 0 && (Number(power) < -4 || Number(power) >= 16))
    return exponential(value, Math.max(digits.replace(/[-.]/g, '').length - 1, 0));
  return withPoint(
    Number(power) < 0 ? value.toFixed(digits.replace(/[-.]/g, '').length - 1 - Number(power)) : String(value),
  );
};

B.float_.prototype.$r = function repr() {
  return py.text(shortest(this.v));
};
B.float_.prototype.tp$str = function text() {
  if (!Number.isFinite(this.v) || this.v === 0) return this.$r();
  return py.text(withPoint(general(this.v, 12, false, 11)));
};

py.realText = realText;
/** Returns a float with this number of digits. The text contains a point. */
py.pointedText = (value, digits) => general(value, digits, false, Math.max(digits, 1) - 1);
B.str.prototype.nb$remainder = function remainder(given) {
  return format(this.v, given);
};
