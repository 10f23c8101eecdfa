/** Integers of any size. skulpt uses the 32-bit operators of JavaScript. */
const B = Sk.builtin;
const { int_: Int, lng: Long } = B;

const isSafe = (number) => number >= Number.MIN_SAFE_INTEGER && number <= Number.MAX_SAFE_INTEGER;
const whole = (number, ...operands) => {
  const type = operands.some((one) => one instanceof Long) ? Long : Int;
  return new type(isSafe(number) ? Number(number) : number);
};
const notImplemented = B.NotImplemented.NotImplemented$;
const bitwise = (does) =>
  function operate(other) {
    return other instanceof Int ? whole(does(BigInt(this.v), BigInt(other.v)), this, other) : notImplemented;
  };
/** Defines an operation of integers and its reflected operation. */
const define = (slot, does) => {
  Int.prototype[`nb$${slot}`] = bitwise(does);
  Int.prototype[`nb$reflected_${slot}`] = bitwise((right, left) => does(left, right));
};
define('and', (left, right) => left & right);
define('or', (left, right) => left | right);
define('xor', (left, right) => left ^ right);
define('rshift', (left, right) =>
  right < 0n ? py.raise('ValueError', 'negative shift count') : left >> BigInt.asUintN(32, right),
);
Int.prototype.nb$invert = function invert() {
  return whole(~BigInt(this.v), this);
};

const { nb$power: power } = Int.prototype;
Int.prototype.nb$power = function raised(exponent, modulus) {
  if (Number(this.v) === 0 && exponent instanceof Int && exponent.v < 0)
    py.raise('ZeroDivisionError', '0.0 cannot be raised to a negative power');
  const found = power.call(this, exponent, modulus);
  if (modulus === undefined || modulus === py.none || !(found instanceof Int)) return found;
  const [rest, by] = [BigInt(found.v), BigInt(modulus.v)];
  return whole(((rest % by) + by) % by, this, exponent, modulus);
};

py.addMethod(Int, 'bit_length', [], ({ v }) => {
  const number = BigInt(v);
  return py.number(number === 0n ? 0 : (number < 0n ? -number : number).toString(2).length);
});

const octal = Sk.builtins.oct;
Sk.builtins.oct = py.define('oct', ['number'], (number) =>
  Number(number.v) === 0 ? py.text('0') : py.call(octal, number),
);

Sk.builtins.coerce = py.define('coerce', ['x', 'y'], (left, right) => {
  const kinds = [B.float_, Long, Int];
  const kind = kinds.find((type) => left instanceof type || right instanceof type);
  const isNumber = (value) => value instanceof Int || value instanceof B.float_;
  if (kind === undefined || !isNumber(left) || !isNumber(right)) py.raise('TypeError', 'number coercion failed');
  const made = (value) => (value instanceof kind ? value : py.call(kind, value));
  return new B.tuple([made(left), made(right)]);
});

/** Computes `left // right` of floats. The remainder is exact, while a quotient would be rounded. */
const floored = (left, right) => {
  const rest = left % right;
  const quotient = (left - rest) / right - (rest !== 0 && right < 0 !== rest < 0 ? 1 : 0);
  const whole = Math.floor(quotient);
  return new B.float_(quotient - whole > 0.5 ? whole + 1 : whole);
};
const { nb$floor_divide: divide, nb$reflected_floor_divide: divided } = B.float_.prototype;
const areUsual = (one, other) => [one, other].every((number) => Number.isFinite(Number(number.v)) && number.v !== 0);
B.float_.prototype.nb$floor_divide = function divideBy(other) {
  const isKnown = (other instanceof Int || other instanceof B.float_) && areUsual(this, other);
  return isKnown ? floored(this.v, Number(other.v)) : divide.call(this, other);
};
B.float_.prototype.nb$reflected_floor_divide = function divideOf(other) {
  const isKnown = (other instanceof Int || other instanceof B.float_) && areUsual(this, other);
  return isKnown ? floored(Number(other.v), this.v) : divided.call(this, other);
};
