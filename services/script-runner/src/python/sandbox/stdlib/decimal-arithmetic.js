/** Decimal numbers as `{ sign, digits, exp }`, where `digits` is a BigInt, with Python's arithmetic. */
const B = Sk.builtin;

const Base = py.defineError('DecimalException', Sk.builtins.ArithmeticError);
const InvalidOperation = py.defineError('InvalidOperation', Base);
const Overflow = py.defineError('Overflow', Base);
const DivisionByZero = py.defineError('DivisionByZero', B.ZeroDivisionError);
const fail = (type, message) => {
  throw new type(message);
};

/** The largest supported exponent. A shift by a larger one would fill the memory. */
const farthest = 20_000;
const bounded = (number) => {
  if (Math.abs(number.exp) > farthest) fail(Overflow, `an exponent beyond ${farthest} is not supported`);
  return number;
};
const lengthOf = (digits) => (digits === 0n ? 1 : digits.toString().length);
const tenTo = (power) => 10n ** BigInt(power);

const context = { precision: 28, rounding: 'ROUND_HALF_EVEN' };

/** Whether rounding moves the last digit away from zero. `part` is the cut part of `unit`. */
const moves = {
  ROUND_UP: (_, part) => part > 0n,
  ROUND_DOWN: () => false,
  ROUND_CEILING: (number, part) => part > 0n && number.sign === 0,
  ROUND_FLOOR: (number, part) => part > 0n && number.sign === 1,
  ROUND_HALF_UP: (_, part, unit) => part * 2n >= unit,
  ROUND_HALF_DOWN: (_, part, unit) => part * 2n > unit,
  ROUND_HALF_EVEN: (_, part, unit, kept) => part * 2n > unit || (part * 2n === unit && kept % 2n === 1n),
  ROUND_05UP: (_, part, __, kept) => part > 0n && kept % 5n === 0n,
};

/** Returns the number with another exponent, rounded if it loses digits. */
const rescaled = (number, exp, rounding = context.rounding) => {
  if (exp <= number.exp) {
    const digits = number.digits === 0n ? 0n : number.digits * tenTo(bounded({ exp: number.exp - exp }).exp);
    return { ...number, digits, exp };
  }
  const unit = tenTo(Math.min(exp - number.exp, lengthOf(number.digits) + 1));
  const kept = number.digits / unit;
  const isUp = moves[rounding](number, number.digits % unit, unit, kept);
  return { ...number, digits: isUp ? kept + 1n : kept, exp };
};

/** Rounds a number to the precision of the context. */
const rounded = (number) => {
  const extra = lengthOf(number.digits) - context.precision;
  if (extra <= 0) return bounded(number);
  const cut = rescaled(number, number.exp + extra);
  return bounded(lengthOf(cut.digits) > context.precision ? rescaled(cut, cut.exp + 1) : cut);
};

const signed = ({ sign, digits }) => (sign === 1 ? -digits : digits);
const fromSigned = (value, exp, zeroSign = 0) => ({
  sign: value < 0n || (value === 0n && zeroSign === 1) ? 1 : 0,
  digits: value < 0n ? -value : value,
  exp,
});
const aligned = (left, right) => {
  const exp = Math.min(left.exp, right.exp);
  return [signed(rescaled(left, exp)), signed(rescaled(right, exp)), exp];
};

/**
 * Replaces a number that is much smaller than the other by a tiny number that has the same effect on rounding. Prevents
 * huge shifts.
 */
const nearer = (left, right) => {
  const [big, small] = left.exp >= right.exp ? [left, right] : [right, left];
  const least = big.exp + Math.min(-1, lengthOf(big.digits) - context.precision - 2);
  const isTiny = big.digits !== 0n && small.digits !== 0n && lengthOf(small.digits) + small.exp - 1 < least;
  const close = isTiny ? { ...small, digits: 1n, exp: least } : small;
  return left === big ? [left, close] : [close, right];
};
const negative = (number) => ({ ...number, sign: 1 - number.sign });
const add = (left, right) => {
  const [one, other, exp] = aligned(...nearer(left, right));
  return rounded(fromSigned(one + other, exp, left.sign & right.sign));
};
const multiply = (left, right) =>
  rounded({ sign: left.sign ^ right.sign, digits: left.digits * right.digits, exp: left.exp + right.exp });

const refuseZero = (left, right, text) => {
  if (right.digits === 0n) fail(left.digits === 0n ? InvalidOperation : DivisionByZero, text);
};
const divide = (left, right) => {
  refuseZero(left, right, left.digits === 0n ? '0 / 0' : 'x / 0');
  const sign = left.sign ^ right.sign;
  const ideal = left.exp - right.exp;
  if (left.digits === 0n) return rounded({ sign, digits: 0n, exp: ideal });
  const shift = lengthOf(right.digits) - lengthOf(left.digits) + context.precision + 1;
  const [over, under] =
    shift >= 0 ? [left.digits * tenTo(shift), right.digits] : [left.digits, right.digits * tenTo(-shift)];
  let digits = over / under;
  let exp = ideal - shift;
  if (over % under !== 0n) digits += digits % 5n === 0n ? 1n : 0n;
  else {
    while (exp < ideal && digits % 10n === 0n) {
      digits /= 10n;
      exp += 1;
    }
  }
  return rounded({ sign, digits, exp });
};
/** Integer division and remainder, rounded towards zero as in Python. */
const divided = (left, right, name) => {
  refuseZero(left, right, name);
  const [one, other, exp] = aligned(left, right);
  const whole = one / other;
  if (lengthOf(whole < 0n ? -whole : whole) > context.precision)
    fail(InvalidOperation, `quotient too large in ${name}`);
  const sign = left.sign ^ right.sign;
  return [fromSigned(whole, 0, sign), rounded(fromSigned(one % other, exp, left.sign))];
};

const maxPower = 10_000;
const power = (base, exponent) => {
  const times = Number(signed(rescaled(exponent, 0, 'ROUND_DOWN')));
  if (exponent.exp < 0 && exponent.digits % tenTo(-exponent.exp) !== 0n)
    py.refuse('decimal.Decimal.__pow__', 'only whole powers are supported');
  if (Math.abs(times) * lengthOf(base.digits) > maxPower)
    fail(Overflow, 'a power with this number of digits is not supported');
  if (times === 0 && base.digits === 0n) fail(InvalidOperation, '0 ** 0');
  const raised = {
    sign: times % 2 === 0 ? 0 : base.sign,
    digits: base.digits ** BigInt(Math.abs(times)),
    exp: base.exp * Math.abs(times),
  };
  return times < 0 ? divide({ sign: 0, digits: 1n, exp: 0 }, raised) : rounded(raised);
};
const rootOf = (value) => {
  if (value < 2n) return value;
  let root = tenTo(Math.ceil(lengthOf(value) / 2));
  for (;;) {
    const next = (root + value / root) / 2n;
    if (next >= root) return root;
    root = next;
  }
};
const root = (number) => {
  const ideal = Math.floor(number.exp / 2);
  if (number.digits === 0n) return { ...number, exp: ideal };
  if (number.sign === 1) fail(InvalidOperation, 'sqrt(-x), x > 0');
  const places = context.precision + 1;
  const isOdd = number.exp % 2 !== 0;
  const half = isOdd ? (lengthOf(number.digits) >> 1) + 1 : (lengthOf(number.digits) + 1) >> 1;
  const shift = places - half;
  const start = isOdd ? number.digits * 10n : number.digits;
  const scaled = shift >= 0 ? start * tenTo(2 * shift) : start / tenTo(-2 * shift);
  const isCut = shift < 0 && start % tenTo(-2 * shift) !== 0n;
  const found = rootOf(scaled);
  if (found * found !== scaled || isCut) {
    const digits = found % 5n === 0n ? found + 1n : found;
    return rounded({ sign: 0, digits, exp: ideal - shift });
  }
  return rounded(rescaled({ sign: 0, digits: found, exp: ideal - shift }, shift >= 0 ? ideal : ideal - shift));
};

const compare = (left, right) => {
  if (left.digits === 0n || right.digits === 0n || left.sign !== right.sign) {
    const difference = signed(left) - signed(right);
    return left.digits === 0n || right.digits === 0n || difference !== 0n ? Math.sign(Number(difference)) : 0;
  }
  const [one, other] = aligned(left, right);
  return one < other ? -1 : Number(one > other);
};
const simplest = (number) => {
  let { digits, exp } = rounded(number);
  if (digits === 0n) return { ...number, digits, exp: 0 };
  while (digits % 10n === 0n) {
    digits /= 10n;
    exp += 1;
  }
  return { ...number, digits, exp };
};

const textOf = ({ sign, digits, exp }) => {
  const written = digits.toString();
  const left = exp + written.length;
  const dot = exp <= 0 && left > -6 ? left : 1;
  const whole = dot <= 0 ? '0' : written.slice(0, dot).padEnd(dot, '0');
  const part = dot <= 0 ? '0'.repeat(-dot) + written : written.slice(dot);
  const power = left === dot ? '' : `E${left - dot < 0 ? '-' : '+'}${Math.abs(left - dot)}`;
  return (sign ? '-' : '') + whole + (part && `.${part}`) + power;
};
const read = (text) => {
  const [, sign, whole, part = '', power = '0'] =
    /^\s*([+-]?)(?=\d|\.\d)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?\s*$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return bounded({ sign: sign === '-' ? 1 : 0, digits: BigInt(whole + part || '0'), exp: Number(power) - part.length });
};
/** Returns the exact value of a float. */
const ofReal = (value) => {
  let exp = 0;
  let whole = Math.abs(value);
  while (!Number.isInteger(whole)) {
    whole *= 2;
    exp += 1;
  }
  const digits = BigInt(whole) * 5n ** BigInt(exp);
  return { sign: value < 0 || Object.is(value, -0) ? 1 : 0, digits, exp: -exp };
};

py.decimals = {
  add,
  compare,
  context,
  divide,
  divided,
  errors: { DecimalException: Base, DivisionByZero, InvalidOperation, Overflow },
  fail,
  fromSigned,
  lengthOf,
  moves,
  multiply,
  negative,
  ofReal,
  power,
  read,
  rescaled,
  root,
  rounded,
  signed,
  simplest,
  textOf,
};
