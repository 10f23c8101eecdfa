/** java.lang: Math, Double, Float, Short, Byte and Character. */
const B = Sk.builtin;
const noObjects = (name) => () => py.raise('TypeError', `${name} has no objects`);
const real = (value) => new B.float_(value);
const isReal = (value) => value instanceof B.float_;
const numberOf = (value, name) => {
  if (value instanceof B.int_ || isReal(value)) return Number(value.v);
  return py.raise('TypeError', `${name}() expects a number, not ${Sk.abstr.typeName(value)}`);
};

const onReals = (name, work = Math[name]) => [name, [['value'], (value) => real(work(numberOf(value, name)))]];
const ofTwo = (name, work = Math[name]) => [
  name,
  [['one', 'other'], (a, b) => real(work(numberOf(a, name), numberOf(b, name)))],
];
const chosen = (name, isFirst) => [
  name,
  [
    ['one', 'other'],
    (a, b) => {
      const [left, right] = [numberOf(a, name), numberOf(b, name)];
      const result = Number.isNaN(left) || isFirst(left, right) ? a : b;
      return isReal(a) || isReal(b) ? real(numberOf(result, name)) : result;
    },
  ],
];
const largest = 2n ** 63n - 1n;
/** Rounds to the nearest integer, halves upward. */
const rounded = (value) => {
  const number = numberOf(value, 'round');
  if (Number.isNaN(number)) return new B.int_(0);
  if (Math.abs(number) >= 2 ** 63) return py.javaInt(number > 0 ? largest : -largest - 1n);
  const floor = Math.floor(number);
  return py.javaInt(BigInt(number - floor >= 0.5 ? floor + 1 : floor));
};
const halfEven = (number) => {
  const floor = Math.floor(number);
  const part = number - floor;
  if (!Number.isFinite(number) || part === 0) return number;
  return part < 0.5 || (part === 0.5 && floor % 2 === 0) ? floor : floor + 1;
};
const divided = (name, work) => [
  name,
  [
    ['one', 'other'],
    (a, b) => {
      const [left, right] = [py.javaWhole(a, name), py.javaWhole(b, name)];
      if (right === 0n) py.throwJava('java.lang.ArithmeticException', '/ by zero');
      return py.javaInt(work(left, right));
    },
  ],
];
const isSplit = (left, right) => left % right !== 0n && left < 0n !== right < 0n;
const exact = (name, work) => [
  name,
  [
    ['one', 'other'],
    (a, b) => {
      const result = work(py.javaWhole(a, name), py.javaWhole(b, name));
      if (BigInt.asIntN(64, result) !== result) py.throwJava('java.lang.ArithmeticException', 'long overflow');
      return py.javaInt(result);
    },
  ],
];
const JavaMath = py.defineType('java.lang.Math', {
  create: noObjects('java.lang.Math'),
  statics: {
    E: real(Math.E),
    PI: real(Math.PI),
    ...Object.fromEntries(
      ['acos', 'asin', 'atan', 'cbrt', 'ceil', 'cos', 'cosh', 'exp', 'expm1', 'floor', 'log', 'log10', 'log1p']
        .concat(['sin', 'sinh', 'sqrt', 'tan', 'tanh'])
        .map((name) => onReals(name)),
    ),
    ...Object.fromEntries([
      onReals('rint', halfEven),
      onReals('signum', Math.sign),
      onReals('toDegrees', (value) => value * (180 / Math.PI)),
      onReals('toRadians', (value) => value * (Math.PI / 180)),
      ofTwo('atan2'),
      ofTwo('hypot'),
      ofTwo('pow'),
      chosen('max', (left, right) => left > right),
      chosen('min', (left, right) => left < right),
      divided('floorDiv', (left, right) => left / right - (isSplit(left, right) ? 1n : 0n)),
      divided('floorMod', (left, right) => (isSplit(left, right) ? (left % right) + right : left % right)),
      exact('addExact', (left, right) => left + right),
      exact('multiplyExact', (left, right) => left * right),
      exact('subtractExact', (left, right) => left - right),
    ]),
    abs: [['value'], (value) => py.call(Sk.builtins.abs, value)],
    random: [[], () => real(py.effects.random())],
    round: [['value'], rounded],
  },
});

const decimalForm = /^\s*([+-]?)(NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?)\s*$/;
const readReal = (text) => {
  const [, sign, digits] = decimalForm.exec(text) ?? [];
  if (digits === undefined)
    py.throwJava(
      'java.lang.NumberFormatException',
      text.trim() === '' ? 'empty String' : `For input string: "${text}"`,
    );
  return Number(digits.replace(/[fFdD]$/, '')) * (sign === '-' ? -1 : 1);
};
const ordered = (left, right) => {
  if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
  if (left === right) return Number(Object.is(right, -0)) - Number(Object.is(left, -0));
  return left < right ? -1 : 1;
};
const realType = (name, maxValue, minValue, narrowed) => {
  const read = (value) => real(narrowed(py.isText(value) ? readReal(value.v) : numberOf(value, name)));
  return py.defineType(`java.lang.${name}`, {
    create: ([value]) => read(value),
    statics: {
      MAX_VALUE: real(maxValue),
      MIN_VALUE: real(minValue),
      NEGATIVE_INFINITY: real(-Infinity),
      NaN: real(Number.NaN),
      POSITIVE_INFINITY: real(Infinity),
      [`parse${name}`]: [['text'], (text) => real(narrowed(readReal(py.textOf(text, `parse${name}`))))],
      compare: [['one', 'other'], (a, b) => py.number(ordered(numberOf(a, 'compare'), numberOf(b, 'compare')))],
      isInfinite: [['value'], (value) => py.bool(Math.abs(numberOf(value, 'isInfinite')) === Infinity)],
      isNaN: [['value'], (value) => py.bool(Number.isNaN(numberOf(value, 'isNaN')))],
      toString: [['value'], (value) => py.text(py.javaText(real(narrowed(numberOf(value, 'toString')))))],
      valueOf: [['value'], read],
    },
  });
};

const codeOf = (value) => (py.isText(value) ? (value.v.codePointAt(0) ?? 0) : py.wholeOf(value, 'java.lang.Character'));
const unitOf = (value) => String.fromCodePoint(codeOf(value));
const tested = (name, form) => [name, [['unit'], (unit) => py.bool(form.test(unitOf(unit)))]];
const changedCase = (change) => [
  ['unit'],
  (unit) => {
    const result = change(unitOf(unit));
    return py.isText(unit) ? py.text(result) : py.number(result.codePointAt(0));
  },
];
const digitOf = (unit, base) => {
  const value = Number.parseInt(unit, 36);
  return Number.isNaN(value) || value >= base ? -1 : value;
};
const oneUnit = (value) => py.text(unitOf(value));
const Character = py.defineType('java.lang.Character', {
  create: ([unit]) => oneUnit(unit),
  statics: {
    ...Object.fromEntries([
      tested('isAlphabetic', /^\p{Alphabetic}/u),
      tested('isDigit', /^\p{Nd}/u),
      tested('isLetter', /^\p{L}/u),
      tested('isLetterOrDigit', /^[\p{L}\p{Nd}]/u),
      tested('isLowerCase', /^\p{Lowercase}/u),
      tested('isSpaceChar', /^\p{Z}/u),
      tested('isUpperCase', /^\p{Uppercase}/u),
      tested('isWhitespace', /^(?![\u00a0\u2007\u202f])(?:\p{Z}|\s)/u),
    ]),
    digit: [['unit', 'radix'], (unit, radix) => py.number(digitOf(unitOf(unit), py.wholeOf(radix, 'digit')))],
    getNumericValue: [['unit'], (unit) => py.number(digitOf(unitOf(unit), 36))],
    toLowerCase: changedCase((unit) => unit.toLowerCase()),
    toString: [['unit'], oneUnit],
    toUpperCase: changedCase((unit) => (unit.toUpperCase().length === unit.length ? unit.toUpperCase() : unit)),
    valueOf: [['unit'], oneUnit],
  },
});

py.javaNumbers = {
  Character,
  Double: realType('Double', Number.MAX_VALUE, Number.MIN_VALUE, (value) => value),
  Float: realType('Float', (2 - 2 ** -23) * 2 ** 127, 2 ** -149, Math.fround),
  Math: JavaMath,
  StrictMath: JavaMath,
};
