/** java.math: BigDecimal, RoundingMode and MathContext, based on the decimals of the module `decimal`. */
py.importModule('java.lang');
py.loadFile('decimal-arithmetic');
const d = py.decimals;

const failed = (message) => py.throwJava('java.lang.ArithmeticException', message);
const names = ['UP', 'DOWN', 'CEILING', 'FLOOR', 'HALF_UP', 'HALF_DOWN', 'HALF_EVEN', 'UNNECESSARY'];
const RoundingMode = py.defineClass('java.math.RoundingMode', {
  slots: py.javaShown(({ name }) => name),
  methods: { name: [[], ({ name }) => py.text(name)], toString: [[], ({ name }) => py.text(name)] },
});
const modes = Object.fromEntries(names.map((name) => [name, Object.assign(new RoundingMode(), { name })]));
py.offer(RoundingMode, modes);
const modeOf = (value, otherwise = 'UNNECESSARY') => {
  if (value === undefined) return otherwise;
  if (value instanceof RoundingMode) return value.name;
  return (
    names[py.wholeOf(value, 'RoundingMode')] ??
    py.throwJava('java.lang.IllegalArgumentException', 'Invalid rounding mode')
  );
};
/** Whether rounding moves the last kept digit away from zero, for a remainder of `part` of `unit`. */
const movesUp = (mode, sign, part, unit, kept) => {
  if (mode !== 'UNNECESSARY') return d.moves[`ROUND_${mode}`]({ sign }, part, unit, kept);
  return part === 0n ? false : failed('Rounding necessary');
};

const tenTo = (power) => {
  if (power > 20_000) failed('more than 20000 digits are not supported');
  return 10n ** BigInt(power);
};
const normal = ({ sign, digits, exp }) => ({ sign: digits === 0n ? 0 : sign, digits, exp });
const of = (value, exp) => normal(d.fromSigned(value, exp));
/** Returns the rounded quotient of two integers, with an exponent. */
const quotient = (sign, over, under, exp, mode) => {
  const kept = over / under;
  const isUp = movesUp(mode, sign, over % under, under, kept);
  return normal({ sign, digits: isUp ? kept + 1n : kept, exp });
};
const scaled = (number, exp, mode) => {
  if (exp <= number.exp) return normal({ ...number, digits: number.digits * tenTo(number.exp - exp), exp });
  return quotient(
    number.sign,
    number.digits,
    tenTo(Math.min(exp - number.exp, d.lengthOf(number.digits) + 1)),
    exp,
    mode,
  );
};
const toPrecision = (number, { precision, mode }) => {
  const extra = d.lengthOf(number.digits) - precision;
  if (precision === 0 || extra <= 0) return number;
  const cut = scaled(number, number.exp + extra, mode);
  return d.lengthOf(cut.digits) > precision ? scaled(cut, cut.exp + 1, mode) : cut;
};
/** Removes trailing zeros until the exponent is `most`. */
const stripped = (number, most) => {
  let { digits, exp } = number;
  while (exp < most && digits % 10n === 0n && digits !== 0n) {
    digits /= 10n;
    exp += 1;
  }
  return { ...number, digits, exp: digits === 0n ? Math.max(exp, most) : exp };
};
const aligned = (one, other) => {
  const exp = Math.min(one.exp, other.exp);
  return [d.signed(scaled(one, exp)), d.signed(scaled(other, exp)), exp];
};
const add = (one, other) => {
  const [left, right, exp] = aligned(one, other);
  return of(left + right, exp);
};
const multiply = (one, other) => normal({ ...of(d.signed(one) * d.signed(other), one.exp + other.exp) });
const gcd = (left, right) => {
  let [one, other] = [left, right];
  while (other !== 0n) [one, other] = [other, one % other];
  return one;
};
const countOf = (number, factor) => {
  let [count, rest] = [0, number];
  for (; rest % factor === 0n; count += 1) rest /= factor;
  return [count, rest];
};
const notZero = ({ digits }, name = 'Division by zero') => (digits === 0n ? failed(name) : undefined);
const divideExactly = (one, other) => {
  const ideal = one.exp - other.exp;
  if (one.digits === 0n) return { sign: 0, digits: 0n, exp: Math.max(ideal, -2_147_483_647) };
  const common = gcd(one.digits, other.digits);
  const [twos, odd] = countOf(other.digits / common, 2n);
  const [fives, rest] = countOf(odd, 5n);
  if (rest !== 1n) failed('Non-terminating decimal expansion; no exact representable decimal result.');
  const places = Math.max(twos, fives);
  const digits = ((one.digits / common) * tenTo(places)) / (other.digits / common);
  return { sign: one.sign ^ other.sign, digits, exp: ideal - places };
};
const divideTo = (one, other, context) => {
  if (context.precision === 0) return divideExactly(one, other);
  const shift = Math.max(context.precision + 3 + d.lengthOf(other.digits) - d.lengthOf(one.digits), 0);
  const over = one.digits * tenTo(shift);
  const exp = one.exp - other.exp - shift;
  const isExact = over % other.digits === 0n;
  // For an inexact quotient, one additional digit represents the remainder, so that it is rounded correctly.
  const digits = isExact ? over / other.digits : (over / other.digits) * 10n + 1n;
  const full = normal({ sign: one.sign ^ other.sign, digits, exp: isExact ? exp : exp - 1 });
  const rounded = toPrecision(full, context);
  return isExact && d.compare(rounded, full) === 0 ? stripped(rounded, one.exp - other.exp) : rounded;
};
const divideAt = (one, other, exp, mode) => {
  const shift = one.exp - other.exp - exp;
  const [over, under] = [one.digits * tenTo(Math.max(shift, 0)), other.digits * tenTo(Math.max(-shift, 0))];
  return quotient(one.sign ^ other.sign, over, under, exp, mode);
};
const wholePart = (one, other) => {
  notZero(other, 'Division by zero');
  const [left, right] = aligned(one, other);
  const ideal = one.exp - other.exp;
  const whole = of(left / right, 0);
  return ideal < 0 ? scaled(whole, ideal) : stripped(whole, ideal);
};
const remainder = (one, other) => {
  const whole = wholePart(one, other);
  return add(one, multiply(whole, d.negative(other)));
};

const contextOf = (value) => (value instanceof MathContext ? value : undefined);
const MathContext = py.defineType('java.math.MathContext', {
  create: ([precision, mode]) =>
    Object.assign(new MathContext(), {
      precision: py.wholeOf(precision, 'MathContext'),
      mode: modeOf(mode, 'HALF_UP'),
    }),
  slots: py.javaShown(({ precision, mode }) => `precision=${precision} roundingMode=${mode}`),
  methods: {
    getPrecision: [[], ({ precision }) => py.number(precision)],
    getRoundingMode: [[], ({ mode }) => modes[mode]],
  },
});
const standard = (precision, mode) => Object.assign(new MathContext(), { precision, mode });
py.offer(MathContext, {
  DECIMAL128: standard(34, 'HALF_EVEN'),
  DECIMAL32: standard(7, 'HALF_EVEN'),
  DECIMAL64: standard(16, 'HALF_EVEN'),
  UNLIMITED: standard(0, 'HALF_UP'),
});

py.javaDecimals = {
  MathContext,
  RoundingMode,
  add,
  aligned,
  contextOf,
  divideAt,
  divideExactly,
  divideTo,
  failed,
  modeOf,
  multiply,
  names,
  normal,
  notZero,
  of,
  remainder,
  scaled,
  stripped,
  toPrecision,
  wholePart,
};
py.loadFile('java/numbers/big-decimal');
py.loadFile('java/numbers/big-integer');
py.modules['java.math'] = () => ({
  BigDecimal: py.javaDecimals.BigDecimal,
  BigInteger: py.javaDecimals.BigInteger,
  MathContext,
  RoundingMode,
});
