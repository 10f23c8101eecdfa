/** java.text.DecimalFormat and NumberFormat, in English. */
const B = Sk.builtin;
py.importModule('java.util');

/** Loads java.math when a script first formats a number: most scripts only format dates. */
const math = () => {
  py.importModule('java.math');
  return py.javaDecimals;
};
const illegal = (message) => py.throwJava('java.lang.IllegalArgumentException', message);

/** Splits a pattern at `mark` outside of quotes. */
const partsAt = (pattern, mark) => {
  const parts = [''];
  let isQuoted = false;
  for (const unit of pattern) {
    if (unit === "'") isQuoted = !isQuoted;
    if (unit === mark && !isQuoted) parts.push('');
    else parts[parts.length - 1] += unit;
  }
  return parts;
};
const affix = "((?:'[^']*'|[^#0,.'])*)";
const form = new RegExp(`^${affix}([#0,]*)(\\.?)([#0]*)(?:E(0+))?${affix}$`, 's');
const unquoted = (text) => text.replace(/'([^']*)'/g, (_, inner) => inner || "'").replaceAll('¤', '$');
const shapeOf = (pattern) => {
  const found = form.exec(pattern);
  if (found === null) {
    const isDouble = (pattern.replace(/'[^']*'/g, '').match(/\./g) ?? []).length > 1;
    return illegal(isDouble ? `Multiple decimal separators in pattern "${pattern}"` : `Malformed pattern "${pattern}"`);
  }
  const [, prefix, whole, dot, fraction, exponent, suffix] = found;
  const digits = whole.replaceAll(',', '');
  if (/0#/.test(digits) || /#0/.test(fraction)) illegal(`Unexpected '0' in pattern "${pattern}"`);
  const count = (text) => text.split('0').length - 1;
  const isOpen = dot !== '' && count(digits) + count(fraction) === 0;
  if (isOpen && digits + fraction === '') illegal(`Malformed pattern "${pattern}"`);
  return {
    prefix: unquoted(prefix),
    suffix: unquoted(suffix),
    minWhole: isOpen && digits !== '' ? 1 : count(digits),
    maxWhole: digits.length,
    minFraction: isOpen && digits === '' ? 1 : count(fraction),
    maxFraction: fraction.length,
    group: whole.includes(',') ? whole.length - whole.lastIndexOf(',') - 1 : 0,
    exponent: exponent?.length,
    hasDot: dot !== '' && fraction === '',
  };
};
const applied = (pattern) => {
  const [positive, negative] = partsAt(pattern, ';');
  const shape = shapeOf(positive === '' ? '#,##0.###' : positive);
  const { prefix, suffix } = negative === undefined ? shape : shapeOf(negative);
  const isSame = negative === undefined || (prefix === shape.prefix && suffix === shape.suffix);
  const percent = /%/.test(shape.prefix + shape.suffix) ? 2 : 0;
  const power = /‰/.test(shape.prefix + shape.suffix) ? 3 : percent;
  return { ...shape, power, negative: isSame ? [`-${shape.prefix}`, shape.suffix] : [prefix, suffix] };
};

const exactOf = (given, power) => {
  const { of } = math();
  if (given instanceof B.float_) return py.decimals.ofReal(given.v * 10 ** power);
  const decimal = py.javaDecimalOf(given);
  if (decimal !== undefined) return { ...decimal, exp: decimal.exp + power };
  if (given instanceof B.int_ || given.value !== undefined) return of(py.javaWhole(given, 'format'), power);
  return illegal('Cannot format given Object as a Number');
};
const grouped = (digits, size) =>
  size > 0 ? digits.replace(new RegExp(`\\B(?=(?:\\d{${size}})+$)`, 'g'), ',') : digits;
/** Returns the integer part and the fraction of a rounded number. */
const digitsOf = (number, format) => {
  const rounded = math().scaled({ ...number }, -format.maxFraction, format.mode);
  const digits = rounded.digits.toString().padStart(format.maxFraction + 1, '0');
  const whole = digits.slice(0, digits.length - format.maxFraction).replace(/^0+/, '');
  let fraction = digits.slice(digits.length - format.maxFraction);
  while (fraction.length > format.minFraction && fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  return [whole, fraction];
};
const plain = (number, format) => {
  const [whole, fraction] = digitsOf(number, format);
  const padded = whole.padStart(format.minWhole, '0') || (fraction === '' ? '0' : '');
  return grouped(padded, format.group) + (fraction === '' && !format.hasDot ? '' : `.${fraction}`);
};
const scientific = (number, format) => {
  if (format.maxWhole !== format.minWhole)
    py.refuse('java.text.DecimalFormat', 'an exponent requires a pattern such as 0.##E0');
  const { lengthOf } = py.decimals;
  const shift = (value) => (value.digits === 0n ? 0 : lengthOf(value.digits) + value.exp - format.minWhole);
  let power = shift(number);
  let [whole, fraction] = digitsOf({ ...number, exp: number.exp - power }, format);
  if (whole.length > format.minWhole) {
    power += 1;
    [whole, fraction] = digitsOf({ ...number, exp: number.exp - power }, format);
  }
  const exponent = String(Math.abs(power)).padStart(format.exponent, '0');
  const text = whole.padStart(format.minWhole, '0') + (fraction === '' ? '' : `.${fraction}`);
  return `${text}E${power < 0 ? '-' : ''}${exponent}`;
};
const formatted = (format, given) => {
  const real = given instanceof B.float_ ? given.v : 0;
  if (Number.isNaN(real)) return 'NaN';
  const isBounded = Number.isFinite(real);
  const number = isBounded ? exactOf(given, format.power) : undefined;
  const isNegative = isBounded ? number.sign === 1 : real < 0;
  const body = !isBounded ? '∞' : (format.exponent === undefined ? plain : scientific)(number, format);
  const [prefix, suffix] = isNegative ? format.negative : [format.prefix, format.suffix];
  return prefix + body + suffix;
};

const parsed = (format, given) => {
  const text = py.textOf(given, 'parse');
  const fail = () => py.throwJava('java.text.ParseException', `Unparseable number: "${text}"`);
  const isNegative = text.startsWith(format.negative[0]) && format.negative[0] !== format.prefix;
  const prefix = isNegative ? format.negative[0] : format.prefix;
  if (!text.startsWith(prefix)) fail();
  const digits = /^(?:\d[\d,]*(?:\.\d*)?|\.\d+)(?:E-?\d+)?/.exec(text.slice(prefix.length))?.[0] ?? fail();
  if (!text.slice(prefix.length + digits.length).startsWith(isNegative ? format.negative[1] : format.suffix)) fail();
  const value = (Number(digits.replaceAll(',', '')) / 10 ** format.power) * (isNegative ? -1 : 1);
  return Number.isSafeInteger(value) && !Object.is(value, -0) ? py.number(value) : new B.float_(value);
};
const sized = (low, high, isLow) => [
  ['digits'],
  (format, digits) => {
    const count = Math.min(Math.max(py.wholeOf(digits, 'digits'), 0), 340);
    format[isLow ? low : high] = count;
    format[low] = isLow ? count : Math.min(format[low], count);
    format[high] = isLow ? Math.max(format[high], count) : count;
  },
];
const shape = { mode: 'HALF_EVEN' };
const DecimalFormatSymbols = py.defineType('java.text.DecimalFormatSymbols', {
  create: ([locale]) => {
    py.requireEnglish(locale, 'java.text.DecimalFormatSymbols');
    return new DecimalFormatSymbols();
  },
  statics: {
    getInstance: [['locale?'], (locale) => py.call(DecimalFormatSymbols, ...(locale === undefined ? [] : [locale]))],
  },
});
const DecimalFormat = py.defineType('java.text.DecimalFormat', {
  create: ([pattern]) => formatOf(pattern === undefined ? '' : py.textOf(pattern, 'DecimalFormat')),
  methods: {
    applyPattern: [['pattern'], (format, pattern) => void Object.assign(format, applied(pattern.v))],
    format: [['number'], (format, number) => py.text(formatted(format, number))],
    parse: [['text'], parsed],
    setDecimalFormatSymbols: [['symbols'], () => undefined],
    setGroupingSize: [
      ['size'],
      (format, size) => void Object.assign(format, { group: py.wholeOf(size, 'setGroupingSize') }),
    ],
    setGroupingUsed: [
      ['isUsed'],
      (format, isUsed) => void Object.assign(format, { group: Sk.misceval.isTrue(isUsed) ? format.group || 3 : 0 }),
    ],
    setMaximumFractionDigits: sized('minFraction', 'maxFraction', false),
    setMinimumFractionDigits: sized('minFraction', 'maxFraction', true),
    setMinimumIntegerDigits: sized('minWhole', 'maxWhole', true),
    setRoundingMode: [['mode'], (format, mode) => void Object.assign(format, { mode: math().modeOf(mode) })],
  },
});
const formatOf = (pattern) => Object.assign(new DecimalFormat(), shape, applied(pattern));
const instance = (pattern) => [
  ['locale?'],
  (locale) => {
    py.requireEnglish(locale, 'java.text.NumberFormat');
    return formatOf(pattern);
  },
];
const symbols = { '': '$', GB: '£', US: '$' };
const NumberFormat = py.defineType('java.text.NumberFormat', {
  create: () => py.raise('TypeError', 'java.text.NumberFormat is made by getInstance()'),
  statics: {
    getCurrencyInstance: [
      ['locale?'],
      (locale) => {
        py.requireEnglish(locale, 'java.text.NumberFormat');
        const symbol = symbols[locale?.country ?? 'US'];
        if (symbol === undefined)
          py.refuse(`the currency of ${locale.country}`, 'only dollars and pounds are supported');
        return formatOf(`${symbol}#,##0.00`);
      },
    ],
    getInstance: instance('#,##0.###'),
    getIntegerInstance: instance('#,##0'),
    getNumberInstance: instance('#,##0.###'),
    getPercentInstance: instance('#,##0%'),
  },
});
py.javaNumberFormats = { DecimalFormat, DecimalFormatSymbols, NumberFormat, formatOf, formatted };
