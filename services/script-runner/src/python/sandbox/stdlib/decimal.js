/** decimal: finite decimal numbers. */
const B = Sk.builtin;
py.loadFile('decimal-arithmetic');
const d = py.decimals;
const { InvalidOperation } = d.errors;

const decimalOf = (value) => Object.assign(new Decimal(), { value });
const unknown = B.NotImplemented.NotImplemented$;

/** Returns the value of a Decimal or integer; undefined for other values. */
const numberOf = (given) => {
  if (given instanceof Decimal) return given.value;
  return given instanceof B.int_ ? d.fromSigned(BigInt(given.v), 0) : undefined;
};
const compared = (given) => numberOf(given) ?? (given instanceof B.float_ ? real(given.v) : undefined);
const real = (value) => {
  if (!Number.isFinite(value)) py.refuse('decimal.Decimal', 'only finite numbers are supported');
  return d.ofReal(value);
};
const ofTuple = ([sign, digits, exp]) => ({
  sign: py.wholeOf(sign, 'Decimal'),
  digits: BigInt(
    py
      .items(digits)
      .map((digit) => py.wholeOf(digit, 'Decimal'))
      .join('') || '0',
  ),
  exp: py.wholeOf(exp, 'Decimal'),
});
const made = (given = py.text('0')) => {
  if (given instanceof B.float_) return real(given.v);
  if (given instanceof B.tuple) return ofTuple(given.v);
  if (!py.isText(given))
    return numberOf(given) ?? py.raise('TypeError', `Cannot convert ${new B.str(given).v} to Decimal`);
  if (/^\s*[+-]?(?:inf|s?nan)/i.test(given.v)) real(Number.NaN);
  return d.read(given.v) ?? d.fail(InvalidOperation, `Invalid literal for Decimal: ${Sk.misceval.objectRepr(given)}`);
};

/** Creates an operator and its reflected operator. */
const operators = (table) =>
  Object.fromEntries(
    Object.entries(table).flatMap(([name, work]) => {
      const by = (from) =>
        function operate(other) {
          const number = numberOf(other);
          return number === undefined ? unknown : decimalOf(from(this.value, number));
        };
      return [
        [`nb$${name}`, by(work)],
        [`nb$reflected_${name}`, by((mine, other) => work(other, mine))],
      ];
    }),
  );
const results = { Lt: [-1], LtE: [-1, 0], Eq: [0], NotEq: [-1, 1], Gt: [1], GtE: [0, 1] };

const quantized = (number, exp, rounding) => {
  const found = d.rescaled(number, exp, rounding);
  if (d.lengthOf(found.digits) > d.context.precision)
    d.fail(InvalidOperation, 'quantize result has too many digits for current context');
  return found;
};
const roundingOf = (given) => {
  if (py.isNone(given)) return d.context.rounding;
  return Object.hasOwn(d.moves, given.v) ? given.v : d.fail(InvalidOperation, `invalid rounding mode ${given.v}`);
};
const whole = (number) => d.signed(d.rescaled(number, 0, 'ROUND_DOWN'));
const floatOf = (number) => Number(`${d.signed(number)}e${number.exp}`);
const integral = (decimal, rounding) =>
  decimal.value.exp >= 0 ? decimal : decimalOf(d.rescaled(decimal.value, 0, roundingOf(rounding)));

/** Formats as `{:,.2f}` and similar. Other formats convert to a float. */
const formatted = (decimal, spec) => {
  const [, comma, places, kind] = /^(,?)(?:\.(\d+))?([fF]?)$/.exec(spec) ?? [];
  if (kind === undefined) return Sk.abstr.objectFormat(new B.float_(floatOf(decimal.value)), py.text(spec)).v;
  const exp = places === undefined ? Math.min(decimal.value.exp, 0) : -Number(places);
  const number =
    kind === '' && places === undefined ? decimal.value : d.rescaled(decimal.value, exp, 'ROUND_HALF_EVEN');
  const text = d.textOf(number);
  return comma === '' ? text : text.replace(/^-?\d+/, (digits) => digits.replace(/\B(?=(?:\d{3})+$)/g, ','));
};

const Decimal = py.defineType('decimal.Decimal', {
  create: ([given], named) => decimalOf(made(given ?? named.value)),
  slots: {
    tp$as_number: true,
    ...operators({
      add: d.add,
      subtract: (left, right) => d.add(left, d.negative(right)),
      multiply: d.multiply,
      divide: d.divide,
      floor_divide: (left, right) => d.divided(left, right, '//')[0],
      remainder: (left, right) => d.divided(left, right, '%')[1],
      power: d.power,
    }),
    nb$negative() {
      return decimalOf(d.rounded(this.value.digits === 0n ? { ...this.value, sign: 0 } : d.negative(this.value)));
    },
    nb$positive() {
      return decimalOf(d.rounded(this.value));
    },
    nb$abs() {
      return decimalOf(d.rounded({ ...this.value, sign: 0 }));
    },
    nb$bool() {
      return this.value.digits !== 0n;
    },
    nb$int() {
      return py.call(B.int_, py.text(whole(this.value).toString()));
    },
    nb$float() {
      return new B.float_(floatOf(this.value));
    },
    tp$hash() {
      const { exp, digits } = d.simplest(this.value);
      if (exp >= 0 && exp < 300) return py.call(B.int_, py.text(whole(this.value).toString())).tp$hash();
      return Number(digits % 1_073_741_789n);
    },
    tp$richcompare(other, op) {
      const number = compared(other);
      return number === undefined ? unknown : results[op].includes(d.compare(this.value, number));
    },
    tp$str() {
      return py.text(d.textOf(this.value));
    },
    $r() {
      return py.text(`Decimal('${d.textOf(this.value)}')`);
    },
  },
  methods: {
    __format__: [['spec'], (decimal, spec) => py.text(formatted(decimal, spec.v))],
    adjusted: [[], ({ value }) => py.number(value.exp + d.lengthOf(value.digits) - 1)],
    as_tuple: [
      [],
      ({ value }) => {
        const digits = [...value.digits.toString()].map((digit) => py.number(Number(digit)));
        return new B.tuple([py.number(value.sign), new B.tuple(digits), py.number(value.exp)]);
      },
    ],
    compare: [['other'], (decimal, other) => decimalOf(d.fromSigned(BigInt(d.compare(decimal.value, made(other))), 0))],
    copy_abs: [[], ({ value }) => decimalOf({ ...value, sign: 0 })],
    is_finite: [[], () => py.bool(true)],
    is_nan: [[], () => py.bool(false)],
    is_signed: [[], ({ value }) => py.bool(value.sign === 1)],
    is_zero: [[], ({ value }) => py.bool(value.digits === 0n)],
    normalize: [[], ({ value }) => decimalOf(d.simplest(value))],
    quantize: [
      ['exp', 'rounding?'],
      ({ value }, exp, rounding) => decimalOf(quantized(value, made(exp).exp, roundingOf(rounding))),
    ],
    sqrt: [[], ({ value }) => decimalOf(d.root(value))],
    to_integral: [['rounding?'], integral],
    to_integral_value: [['rounding?'], integral],
  },
  statics: { from_float: [['value'], (value) => decimalOf(made(value))] },
});

const Context = py.defineClass('decimal.Context', {
  slots: {
    tp$getattr(name) {
      if (name.v === 'prec') return py.number(d.context.precision);
      if (name.v === 'rounding') return py.text(d.context.rounding);
      return Sk.generic.getAttr.call(this, name);
    },
    tp$setattr(name, value) {
      if (name.v === 'rounding') d.context.rounding = roundingOf(value);
      else if (name.v !== 'prec') throw new B.AttributeError(`a context of scripts has no ${name.v}`);
      else d.context.precision = Math.min(Math.max(py.wholeOf(value, 'prec'), 1), 1_000);
    },
  },
});

const roundings = Object.fromEntries(Object.keys(d.moves).map((name) => [name, py.text(name)]));
py.modules.decimal = () => {
  Object.assign(d.context, { precision: 28, rounding: 'ROUND_HALF_EVEN' });
  const context = new Context();
  return {
    ...roundings,
    ...d.errors,
    Decimal,
    getcontext: py.define('getcontext', [], () => context),
  };
};
