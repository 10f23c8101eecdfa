/** java.math.BigInteger. Its methods return Python integers, as in Jython. */
const B = Sk.builtin;
const { failed } = py.javaDecimals;

const maxBits = 100_000n;
const integerOf = (value) => Object.assign(new BigInteger(), { value });
const other = (given, name) => py.javaWhole(given, name);
const bounded = (bits) => (bits > maxBits ? failed(`a number of more than ${maxBits} bits is not supported`) : bits);
const lengthOf = (value) => (value < 0n ? -value - 1n : value).toString(2).replace(/^0$/, '').length;
const absolute = (value) => (value < 0n ? -value : value);

const ofBytes = (bytes, isSigned) => {
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const value = BigInt(`0x${hex || '0'}`);
  return isSigned ? BigInt.asIntN(bytes.length * 8, value) : value;
};
const toBytes = (value) => {
  const count = Math.floor(lengthOf(value) / 8) + 1;
  const hex = BigInt.asUintN(count * 8, value)
    .toString(16)
    .padStart(count * 2, '0');
  return hex.match(/../g).map((pair) => Number.parseInt(pair, 16));
};
const readText = (text, base) => {
  const [, sign, digits] = /^([+-]?)([0-9a-z]+)$/i.exec(text) ?? [];
  const isWell = digits !== undefined && [...digits].every((digit) => Number.parseInt(digit, base) >= 0);
  if (!isWell)
    py.throwJava(
      'java.lang.NumberFormatException',
      text === '' ? 'Zero length BigInteger' : `For input string: "${text}"`,
    );
  bounded(BigInt(digits.length * Math.ceil(Math.log2(base))));
  const prefix = { 2: '0b', 8: '0o', 10: '', 16: '0x' }[base];
  const value =
    prefix === undefined
      ? [...digits].reduce((sum, digit) => sum * BigInt(base) + BigInt(Number.parseInt(digit, base)), 0n)
      : BigInt(prefix + digits);
  return sign === '-' ? -value : value;
};
const create = ([first, second]) => {
  const base = second instanceof B.int_ ? py.wholeOf(second, 'BigInteger') : 10;
  if (second !== undefined && !(second instanceof B.int_))
    return integerOf(ofBytes(py.javaBytesOf(second, 'BigInteger'), false) * other(first, 'BigInteger'));
  if (py.isText(first) && !first.isBytes$) return integerOf(readText(first.v, base));
  if (first instanceof B.int_) return py.raise('TypeError', 'BigInteger(): expects a text; use BigInteger.valueOf()');
  return integerOf(ofBytes(py.javaBytesOf(first, 'BigInteger'), true));
};

const ofTwo = (name, work) => [name, [['other'], ({ value }, given) => py.javaInt(work(value, other(given, name)))]];
const dividing = (name, work) =>
  ofTwo(name, (one, two) => (two === 0n ? failed('BigInteger divide by zero') : work(one, two)));
const modulo = (value, modulus) => ((value % modulus) + modulus) % modulus;
const positive = (modulus) => (modulus <= 0n ? failed('BigInteger: modulus not positive') : modulus);
const gcd = (left, right) => {
  let [one, two] = [left, right];
  while (two !== 0n) [one, two] = [two, one % two];
  return absolute(one);
};
const inverse = (value, modulus) => {
  let [one, two, x, y] = [modulo(value, modulus), modulus, 1n, 0n];
  while (two !== 0n) [one, two, x, y] = [two, one % two, y, x - (one / two) * y];
  return one === 1n ? modulo(x, modulus) : failed('BigInteger not invertible.');
};
const powerOf = (base, exponent, modulus) => {
  if (exponent < 0n) return powerOf(inverse(base, modulus), -exponent, modulus);
  let [result, square, rest] = [1n % modulus, modulo(base, modulus), exponent];
  for (; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
};
const shifted = (value, places) => (places < 0n ? value >> -places : value << bounded(places));
/** Miller-Rabin with fixed bases, which is exact for numbers below 3.3 * 10 ** 24. */
const bases = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n];
const isPrime = (value) => {
  if (value < 2n) return false;
  const divisor = bases.find((prime) => value % prime === 0n);
  if (divisor !== undefined) return value === divisor;
  const twos = (value - 1n).toString(2).match(/0*$/)[0].length;
  return bases.every((base) => {
    let power = powerOf(base, (value - 1n) >> BigInt(twos), value);
    if (power === 1n || power === value - 1n) return true;
    for (let at = 1; at < twos; at += 1) {
      power = (power * power) % value;
      if (power === value - 1n) return true;
    }
    return false;
  });
};
const sign = (value) => Number(value > 0n) - Number(value < 0n);
const textOf = ({ value }, radix) => py.text(value.toString(radix === undefined ? 10 : py.wholeOf(radix, 'toString')));
const isSame = (one, given) =>
  given instanceof BigInteger ? given.value === one : given instanceof B.int_ && BigInt(given.v) === one;
const compare = (one, given) => sign(one - other(given, 'compareTo'));
const results = { Lt: [-1], LtE: [-1, 0], Gt: [1], GtE: [0, 1] };

const BigInteger = py.defineType('java.math.BigInteger', {
  create,
  slots: {
    ...py.javaShown(({ value }) => value.toString()),
    tp$hash() {
      return Sk.abstr.objectHash(py.javaInt(this.value));
    },
    tp$richcompare(given, op) {
      if (op === 'Eq' || op === 'NotEq') return isSame(this.value, given) === (op === 'Eq');
      if (!(given instanceof BigInteger) && !(given instanceof B.int_)) return B.NotImplemented.NotImplemented$;
      return results[op].includes(compare(this.value, given));
    },
  },
  methods: {
    ...Object.fromEntries([
      ofTwo('add', (one, two) => one + two),
      ofTwo('and', (one, two) => one & two),
      dividing('divide', (one, two) => one / two),
      ofTwo('gcd', gcd),
      ofTwo('max', (one, two) => (one > two ? one : two)),
      ofTwo('min', (one, two) => (one < two ? one : two)),
      ofTwo('mod', (one, two) => modulo(one, positive(two))),
      ofTwo('modInverse', (one, two) => inverse(one, positive(two))),
      ofTwo('multiply', (one, two) => one * two),
      ofTwo('or', (one, two) => one | two),
      dividing('remainder', (one, two) => one % two),
      ofTwo('shiftLeft', shifted),
      ofTwo('shiftRight', (one, two) => shifted(one, -two)),
      ofTwo('subtract', (one, two) => one - two),
      ofTwo('xor', (one, two) => one ^ two),
    ]),
    abs: [[], ({ value }) => py.javaInt(absolute(value))],
    bitLength: [[], ({ value }) => py.number(lengthOf(value))],
    compareTo: [['other'], ({ value }, given) => py.number(compare(value, given))],
    doubleValue: [[], ({ value }) => new B.float_(Number(value))],
    equals: [['other'], ({ value }, given) => py.bool(isSame(value, given))],
    intValue: [[], ({ value }) => py.javaInt(BigInt.asIntN(32, value))],
    isProbablePrime: [['certainty'], ({ value }) => py.bool(isPrime(value))],
    longValue: [[], ({ value }) => py.javaInt(BigInt.asIntN(64, value))],
    modPow: [
      ['exponent', 'modulus'],
      ({ value }, exponent, modulus) =>
        py.javaInt(powerOf(value, other(exponent, 'modPow'), positive(other(modulus, 'modPow')))),
    ],
    negate: [[], ({ value }) => py.javaInt(-value)],
    not: [[], ({ value }) => py.javaInt(~value)],
    pow: [
      ['exponent'],
      ({ value }, given) => {
        const exponent = other(given, 'pow');
        if (exponent < 0n) failed('Negative exponent');
        bounded(exponent * BigInt(lengthOf(value)));
        return py.javaInt(value ** exponent);
      },
    ],
    signum: [[], ({ value }) => py.number(sign(value))],
    testBit: [['index'], ({ value }, at) => py.bool(((value >> other(at, 'testBit')) & 1n) === 1n)],
    toByteArray: [[], ({ value }) => py.javaByteArray(toBytes(value))],
    toString: [['radix?'], textOf],
  },
  statics: { valueOf: [['value'], (value) => py.javaInt(other(value, 'valueOf'))] },
});
py.offer(BigInteger, { ONE: py.javaInt(1n), TEN: py.javaInt(10n), TWO: py.javaInt(2n), ZERO: py.javaInt(0n) });
py.javaDecimals.BigInteger = BigInteger;
