/** java.math.BigDecimal. */
const B = Sk.builtin;
const d = py.decimals;
const m = py.javaDecimals;

const decimalOf = (value) => Object.assign(new BigDecimal(), { value: m.normal(value) });
const other = (given, name) => {
  if (given instanceof BigDecimal) return given.value;
  return py.raise('TypeError', `${name}(): 1st arg can't be coerced to java.math.BigDecimal`);
};
const numberError = (message) => py.throwJava('java.lang.NumberFormatException', message);
const read = (text) => {
  const value = /^\s|\s$/.test(text) ? undefined : d.read(text);
  return value ?? numberError(text === '' ? 'Index 0 out of bounds for length 0' : `For input string: "${text}"`);
};
const ofReal = (value) => {
  if (!Number.isFinite(value)) numberError('Infinite or NaN');
  return d.ofReal(value);
};
const made = (given) => {
  if (py.isText(given)) return read(given.v);
  if (given instanceof B.float_) return ofReal(given.v);
  return m.of(py.javaWhole(given, 'BigDecimal'), 0);
};
const exponent = (scale, name) => {
  const value = -py.wholeOf(scale, name);
  if (Math.abs(value) > 20_000) m.failed('a scale beyond 20000 is not supported');
  return value;
};
/** Creates a decimal from an unscaled value and a scale, or from a value that a context rounds. */
const create = ([given, second]) => {
  const context = m.contextOf(second);
  const value = made(given);
  if (context !== undefined) return decimalOf(m.toPrecision(value, context));
  return decimalOf(second === undefined ? value : { ...value, exp: value.exp + exponent(second, 'BigDecimal') });
};
const ofTwo = (name, work) => [
  name,
  [
    ['other', 'context?'],
    (decimal, given, context) => {
      const value = work(decimal.value, other(given, name));
      return decimalOf(context === undefined ? value : m.toPrecision(value, m.contextOf(context)));
    },
  ],
];
const divide = ({ value }, given, scale, mode) => {
  const by = other(given, 'divide');
  m.notZero(by);
  const context = m.contextOf(scale);
  if (scale === undefined) return decimalOf(m.divideExactly(value, by));
  if (context !== undefined) return decimalOf(m.divideTo(value, by, context));
  if (mode === undefined) return decimalOf(m.divideAt(value, by, value.exp, m.modeOf(scale)));
  return decimalOf(m.divideAt(value, by, exponent(scale, 'divide'), m.modeOf(mode)));
};
const wholeOf = (value) => d.signed(m.scaled(value, 0, 'DOWN'));
const exactly = (value) => d.signed(m.scaled(value, 0, 'UNNECESSARY'));
const realOf = (value) => Number(`${d.signed(value)}e${value.exp}`);
const plain = (value) => {
  const { sign, digits, exp } = value.exp > 0 ? m.scaled(value, 0) : value;
  const text = digits.toString().padStart(1 - exp, '0');
  return (sign ? '-' : '') + (exp < 0 ? `${text.slice(0, exp)}.${text.slice(exp)}` : text);
};
const maxPowerDigits = 20_000;
const power = ({ value }, exponentGiven) => {
  const times = py.wholeOf(exponentGiven, 'pow');
  if (times < 0 || times > 999_999_999) m.failed('Invalid operation');
  if (times * d.lengthOf(value.digits) > maxPowerDigits)
    m.failed(`a power of more than ${maxPowerDigits} digits is not supported`);
  return decimalOf(m.of(d.signed(value) ** BigInt(times), value.exp * times));
};
const moved = (value, places) => {
  const result = { ...value, exp: value.exp + places };
  return decimalOf(result.exp > 0 ? m.scaled(result, 0) : result);
};
const hash = ({ value }) => py.text(`${d.signed(value)}e${value.exp}`).tp$hash();
const isSame = (one, given) =>
  given instanceof BigDecimal && given.value.exp === one.value.exp && d.compare(one.value, given.value) === 0;
const results = { Lt: [-1], LtE: [-1, 0], Gt: [1], GtE: [0, 1] };

const BigDecimal = py.defineType('java.math.BigDecimal', {
  create,
  slots: {
    ...py.javaShown(({ value }) => d.textOf(value)),
    tp$hash() {
      return hash(this);
    },
    tp$richcompare(given, op) {
      if (op === 'Eq' || op === 'NotEq') return isSame(this, given) === (op === 'Eq');
      if (!(given instanceof BigDecimal)) return B.NotImplemented.NotImplemented$;
      return results[op].includes(d.compare(this.value, given.value));
    },
  },
  methods: {
    ...Object.fromEntries([
      ofTwo('add', m.add),
      ofTwo('divideToIntegralValue', m.wholePart),
      ofTwo('multiply', m.multiply),
      ofTwo('remainder', m.remainder),
      ofTwo('subtract', (one, two) => m.add(one, d.negative(two))),
    ]),
    abs: [[], ({ value }) => decimalOf({ ...value, sign: 0 })],
    compareTo: [['other'], ({ value }, given) => py.number(d.compare(value, other(given, 'compareTo')))],
    divide: [['other', 'scale?', 'mode?'], divide],
    doubleValue: [[], ({ value }) => new B.float_(realOf(value))],
    equals: [['other'], (decimal, given) => py.bool(isSame(decimal, given))],
    floatValue: [[], ({ value }) => new B.float_(Math.fround(realOf(value)))],
    hashCode: [[], (decimal) => py.number(hash(decimal))],
    intValue: [[], ({ value }) => py.javaInt(BigInt.asIntN(32, wholeOf(value)))],
    intValueExact: [[], ({ value }) => py.javaInt(exactly(value))],
    longValue: [[], ({ value }) => py.javaInt(BigInt.asIntN(64, wholeOf(value)))],
    longValueExact: [[], ({ value }) => py.javaInt(exactly(value))],
    max: [['other'], (one, two) => (d.compare(one.value, other(two, 'max')) >= 0 ? one : two)],
    min: [['other'], (one, two) => (d.compare(one.value, other(two, 'min')) <= 0 ? one : two)],
    movePointLeft: [['places'], ({ value }, places) => moved(value, exponent(places, 'movePointLeft'))],
    movePointRight: [['places'], ({ value }, places) => moved(value, -exponent(places, 'movePointRight'))],
    negate: [[], ({ value }) => decimalOf(d.negative(value))],
    pow: [['exponent'], power],
    precision: [[], ({ value }) => py.number(d.lengthOf(value.digits))],
    round: [['context'], ({ value }, context) => decimalOf(m.toPrecision(value, context))],
    scale: [[], ({ value }) => py.number(value.exp === 0 ? 0 : -value.exp)],
    setScale: [
      ['scale', 'mode?'],
      ({ value }, scale, mode) => decimalOf(m.scaled(value, exponent(scale, 'setScale'), m.modeOf(mode))),
    ],
    signum: [[], ({ value }) => py.number(d.compare(value, m.of(0n, 0)))],
    stripTrailingZeros: [
      [],
      ({ value }) => decimalOf(value.digits === 0n ? m.of(0n, 0) : m.stripped(value, Number.POSITIVE_INFINITY)),
    ],
    toBigInteger: [[], ({ value }) => py.javaInt(wholeOf(value))],
    toPlainString: [[], ({ value }) => py.text(plain(value))],
    toString: [[], ({ value }) => py.text(d.textOf(value))],
    unscaledValue: [[], ({ value }) => py.javaInt(d.signed(value))],
  },
  statics: {
    ...Object.fromEntries(m.names.map((name, value) => [`ROUND_${name}`, py.number(value)])),
    valueOf: [
      ['value', 'scale?'],
      (value, scale) =>
        value instanceof B.float_
          ? decimalOf(read(py.javaText(value)))
          : create(scale === undefined ? [value] : [value, scale]),
    ],
  },
});
py.offer(BigDecimal, { ONE: decimalOf(m.of(1n, 0)), TEN: decimalOf(m.of(10n, 0)), ZERO: decimalOf(m.of(0n, 0)) });
m.BigDecimal = BigDecimal;
/** Returns the decimal of a BigDecimal; undefined for other values. */
py.javaDecimalOf = (given) => (given instanceof BigDecimal ? given.value : undefined);
