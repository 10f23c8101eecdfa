/** `str.format` and `format()` as in Python 2: doubled braces, nested fields, items, thousands separators. */
const B = Sk.builtin;

const specification = /^(?:([\s\S])?([<>=^]))?([+\- ]?)(#?)(0?)(\d*)(,?)(?:\.(\d+))?([\s\S]?)$/;
const specificationOf = (text) => {
  const found = specification.exec(text);
  if (found === null || found[9] === '.')
    py.raise(
      'ValueError',
      text.endsWith('.') ? 'Format specifier missing precision' : 'Invalid conversion specification',
    );
  const [, fill, align, sign, alternate, zero, width, comma, precision, type] = found;
  if (comma && !/^[deEfFgG%]?$/.test(type)) py.raise('ValueError', `Cannot specify ',' with '${type}'.`);
  if (Number(width) > maxWidth) py.raise('MemoryError', 'a value is larger than the limit');
  return {
    fill: fill ?? (zero ? '0' : ' '),
    align: align ?? (zero ? '=' : undefined),
    sign,
    isAlternate: alternate !== '',
    width: Number(width || 0),
    isGrouped: comma !== '',
    precision: precision === undefined ? undefined : Number(precision),
    type,
  };
};

const maxWidth = 10_000_000;
const aligned = (text, { fill, align, width }, usual) => {
  const missing = Math.max(width - text.length, 0);
  const side = align ?? usual;
  const left = side === '<' ? 0 : side === '^' ? Math.floor(missing / 2) : missing;
  return fill.repeat(left) + text + fill.repeat(missing - left);
};

const grouped = (digits) => digits.replace(/\B(?=(?:\d{3})+$)/g, ',');
/** Returns digits with commas, padded with zeros to `width`. The result never begins with a comma. */
const withZeros = (digits, width) => grouped(digits.padStart(Math.ceil((3 * width + 1) / 4), '0'));

/** Formats a number from its sign, a prefix such as `0x`, its digits and the rest. */
const numeric = ({ isNegative, prefix = '', digits, rest = '' }, spec) => {
  const sign = isNegative ? '-' : spec.sign === '-' ? '' : spec.sign;
  const head = sign + prefix;
  const room = spec.width - head.length - rest.length;
  const isFilled = spec.align === '=' && spec.fill === '0';
  const whole = !spec.isGrouped ? digits : isFilled ? withZeros(digits, room) : grouped(digits);
  if (spec.align !== '=') return aligned(head + whole + rest, spec, '>');
  return head + spec.fill.repeat(Math.max(room - whole.length, 0)) + whole + rest;
};

const unknown = (type, value) =>
  py.raise('ValueError', `Unknown format code '${type}' for object of type '${Sk.abstr.typeName(value)}'`);

const ofText = (value, spec) => {
  const refuse = (why) => py.raise('ValueError', why);
  if (spec.type !== '' && spec.type !== 's') unknown(spec.type, value);
  if (spec.isGrouped) refuse("Cannot specify ',' with 's'.");
  if (spec.sign) refuse('Sign not allowed in string format specifier');
  if (spec.isAlternate) refuse('Alternate form (#) not allowed in string format specifier');
  if (spec.align === '=') refuse("'=' alignment not allowed in string format specifier");
  const { precision } = spec;
  return aligned(precision === undefined ? value.v : value.v.slice(0, precision), spec, '<');
};

const bases = { b: [2, '0b'], o: [8, '0o'], x: [16, '0x'], X: [16, '0X'], d: [10, ''], n: [10, ''], '': [10, ''] };
const ofWhole = (value, spec) => {
  const refuse = (why) => py.raise('ValueError', why);
  if (spec.precision !== undefined) refuse('Precision not allowed in integer format specifier');
  if (spec.type === 'c') {
    if (spec.sign) refuse("Sign not allowed with integer format specifier 'c'");
    if (value.v < 0 || value.v > 255) py.raise('OverflowError', '%c arg not in range(0x100)');
    return numeric({ isNegative: false, digits: String.fromCharCode(Number(value.v)) }, spec);
  }
  const [base, prefix] = bases[spec.type];
  const number = BigInt(Number(value.v) === value.v ? value.v : String(value.v));
  const digits = (number < 0n ? -number : number).toString(base);
  return numeric(
    {
      isNegative: number < 0n,
      prefix: spec.isAlternate ? prefix : '',
      digits: spec.type === 'X' ? digits.toUpperCase() : digits,
    },
    spec,
  );
};

/** The digits of a float without a type, as in `str`, which always contains a point. */
const defaultDigits = 12;
const ofReal = (value, spec) => {
  if (spec.isAlternate) py.raise('ValueError', 'Alternate form (#) not allowed in float format specifier');
  const isPercent = spec.type === '%';
  const real = isPercent ? value * 100 : value;
  const kind = isPercent ? 'f' : spec.type === 'n' || spec.type === '' ? 'g' : spec.type;
  const digits = spec.precision ?? (spec.type === '' ? defaultDigits : 6);
  const written =
    spec.type === '' && Number.isFinite(real)
      ? py.pointedText(Math.abs(real), digits)
      : py.realText(Math.abs(real), kind, digits, false);
  const [, whole, rest] = /^(\d*|\D+)([\s\S]*)$/.exec(written);
  const isBare = spec.type === '' && /^\d+$/.test(written);
  const tail = rest + (isBare ? '.0' : '') + (isPercent ? '%' : '');
  const isNegative = real < 0 || Object.is(real, -0);
  return numeric(
    { isNegative, digits: whole, rest: tail },
    { ...spec, isGrouped: spec.isGrouped && /^\d/.test(whole) },
  );
};

const isReal = /^[eEfFgG%]$/;
const ofNumber = (value, spec) => {
  if (value instanceof B.float_) {
    if (!/^[eEfFgGn%]?$/.test(spec.type)) unknown(spec.type, value);
    return ofReal(value.v, spec);
  }
  if (isReal.test(spec.type)) return ofReal(Number(value.v), spec);
  if (!/^[bcdnoxX]?$/.test(spec.type)) unknown(spec.type, value);
  return ofWhole(value, spec);
};

const plain = [B.object, B.str, B.int_, B.float_, B.bool].map((type) => type.prototype.__format__);
/** Implements `format(value, text)`. */
const formatted = (value, text) => {
  const own = value.ob$type.$typeLookup(py.text('__format__'));
  if (own !== undefined && !plain.includes(own)) {
    const found = py.call(Sk.abstr.gattr(value, py.text('__format__')), py.text(text));
    return py.isText(found)
      ? found.v
      : py.raise('TypeError', `__format__ must return string or unicode, not ${Sk.abstr.typeName(found)}`);
  }
  if (text === '') return new B.str(value).v;
  if (value instanceof B.int_ || value instanceof B.float_) return ofNumber(value, specificationOf(text));
  return ofText(py.isText(value) ? value : new B.str(value), specificationOf(text));
};

/** Returns the end of the field after a `{`: the position of its closing brace. */
const endOfField = (template, from) => {
  if (from >= template.length) py.raise('ValueError', "Single '{' encountered in format string");
  let depth = 1;
  for (let at = from; at < template.length; at += 1) {
    if (template[at] === '{') depth += 1;
    else if (template[at] === '}' && --depth === 0) return at;
  }
  return py.raise('ValueError', "expected '}' before end of string");
};

const partsOf = (field) => {
  const mark = field.search(/[:!]/);
  if (mark === -1) return { name: field, conversion: '', spec: '' };
  const name = field.slice(0, mark);
  if (field[mark] === ':') return { name, conversion: '', spec: field.slice(mark + 1) };
  if (mark + 1 >= field.length) py.raise('ValueError', 'end of format while looking for conversion specifier');
  const rest = field.slice(mark + 2);
  if (rest !== '' && rest[0] !== ':') py.raise('ValueError', "expected ':' after format specifier");
  return { name, conversion: field[mark + 1], spec: rest.slice(1) };
};

const step = /\.([^.[]*)|\[([^\]]*)(\]?)|([\s\S]+)/g;
const followed = (value, path) => {
  let found = value;
  for (const [, attribute, item, closing, wrong] of path.matchAll(step)) {
    if (wrong !== undefined) py.raise('ValueError', "Only '.' or '[' may follow ']' in format field specifier");
    if (item !== undefined && closing === '') py.raise('ValueError', "Missing ']' in format string");
    if ((attribute ?? item) === '') py.raise('ValueError', 'Empty attribute in format string');
    if (attribute !== undefined) found = Sk.abstr.gattr(found, py.text(attribute));
    else found = Sk.abstr.objectGetItem(found, /^\d+$/.test(item) ? py.number(Number(item)) : py.text(item));
  }
  return found;
};

/** Returns a function that finds the arguments of fields, with automatic or explicit numbers. */
const finder = (args, named) => {
  let next = 0;
  let isManual;
  const number = (name) => {
    const manual = name !== '';
    if (isManual !== undefined && isManual !== manual)
      py.raise(
        'ValueError',
        manual
          ? 'cannot switch from automatic field numbering to manual field specification'
          : 'cannot switch from manual field specification to automatic field numbering',
      );
    isManual = manual;
    return manual ? Number(name) : next++;
  };
  return (field) => {
    const [, first, path] = /^([^.[]*)([\s\S]*)$/.exec(field);
    if (/^\d*$/.test(first)) {
      const at = number(first);
      if (at >= args.length) throw new B.IndexError('tuple index out of range');
      return followed(args[at], path);
    }
    if (named[first] === undefined) throw new B.KeyError(py.text(first));
    return followed(named[first], path);
  };
};

const converted = (value, conversion) => {
  if (conversion === 'r') return py.text(Sk.misceval.objectRepr(value));
  if (conversion === 's') return new B.str(value);
  return conversion === '' ? value : py.raise('ValueError', `Unknown conversion specifier ${conversion}`);
};

const deepest = 2;
const filled = (template, find, depth) => {
  if (depth > deepest) py.raise('ValueError', 'Max string recursion exceeded');
  let text = '';
  for (let at = 0; at < template.length; at += 1) {
    const unit = template[at];
    if (unit !== '{' && unit !== '}') text += unit;
    else if (template[at + 1] === unit) {
      text += unit;
      at += 1;
    } else if (unit === '}') py.raise('ValueError', "Single '}' encountered in format string");
    else {
      const end = endOfField(template, at + 1);
      const { name, conversion, spec } = partsOf(template.slice(at + 1, end));
      const value = converted(find(name), conversion);
      text += formatted(value, spec.includes('{') ? filled(spec, find, depth + 1) : spec);
      at = end;
    }
  }
  return text;
};

const method = (type, name, does) =>
  Object.defineProperty(type.prototype, name, {
    value: new B.method_descriptor(type, {
      $name: name,
      $meth(args, named) {
        return does(this, args, py.named(named));
      },
      $flags: { FastCall: true },
    }),
    writable: true,
    configurable: true,
  });
method(B.str, 'format', (template, args, named) => py.text(filled(template.v, finder(args, named), 1)));
Sk.builtins.format = py.define('format', ['value', 'format_spec?'], (value, spec) =>
  py.text(formatted(value, py.isNone(spec) ? '' : py.textOf(spec, 'format'))),
);
