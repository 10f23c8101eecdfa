/** timedelta, and the common base of the classes of datetime: each value is a number of microseconds. */
const B = Sk.builtin;
const dayMicros = 86_400_000_000;

const two = (number) => String(number).padStart(2, '0');
const fraction = (micro) => (micro ? `.${String(micro).padStart(6, '0')}` : '');

const numberOf = (value) => {
  if (value === undefined) return 0;
  if (!(value instanceof B.int_ || value instanceof B.float_))
    py.raise('TypeError', 'unsupported type for timedelta component');
  return Number(value.v);
};

/** Returns positional and keyword arguments in the order of `names`. */
const chosen = (names, args, named) => {
  for (const name of Object.keys(named)) {
    if (!names.includes(name)) py.raise('TypeError', `'${name}' is an invalid keyword argument for this function`);
  }
  return names.map((name, at) => args[at] ?? named[name]);
};

const compared = (left, right, op) =>
  ({
    Lt: left < right,
    LtE: left <= right,
    Eq: left === right,
    NotEq: left !== right,
    Gt: left > right,
    GtE: left >= right,
  })[op];

/** Creates a class whose objects contain one number, `micros`. They are compared, hashed and added by this number. */
const counted = (name, { create, slots, ...rest }) => {
  const type = py.defineClass(name, {
    ...rest,
    slots: {
      tp$as_number: true,
      tp$new: (args, named) => create(args, py.named(named)),
      tp$init: () => undefined,
      tp$hash() {
        return this.micros % 0x3fffffff;
      },
      tp$richcompare(other, op) {
        if (other instanceof type) return compared(this.micros, other.micros, op);
        if (op === 'Eq' || op === 'NotEq') return op === 'NotEq';
        return py.raise('TypeError', `can't compare ${name} to ${Sk.abstr.typeName(other)}`);
      },
      ...slots,
    },
  });
  return type;
};

const unknown = B.NotImplemented.NotImplemented$;
const units = {
  days: dayMicros,
  seconds: 1e6,
  microseconds: 1,
  milliseconds: 1000,
  minutes: 6e7,
  hours: 3.6e9,
  weeks: 7 * dayMicros,
};
const span = (micros) => {
  if (!(Math.abs(micros) < 999_999_999 * dayMicros))
    throw new B.OverflowError('timedelta: the number of days is too large');
  return Object.assign(new TimeDelta(), { micros: Math.round(micros) });
};
const daysOf = ({ micros }) => Math.floor(micros / dayMicros);
const restOf = (delta) => delta.micros - daysOf(delta) * dayMicros;
const spanText = (delta) => {
  const [days, rest] = [daysOf(delta), restOf(delta)];
  const seconds = Math.floor(rest / 1e6);
  const clock = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${fraction(rest % 1e6)}`;
  return days === 0 ? clock : `${days} day${Math.abs(days) === 1 ? '' : 's'}, ${clock}`;
};
const spanRepr = (delta) => {
  const [days, seconds, micros] = [daysOf(delta), Math.floor(restOf(delta) / 1e6), restOf(delta) % 1e6];
  const parts = micros ? [days, seconds, micros] : seconds ? [days, seconds] : [days];
  return `datetime.timedelta(${parts.join(', ')})`;
};

const scaled = (delta, by) => (by instanceof B.int_ ? span(delta.micros * Number(by.v)) : unknown);
const TimeDelta = counted('datetime.timedelta', {
  create: (args, named) =>
    span(
      chosen(Object.keys(units), args, named).reduce(
        (sum, value, at) => sum + numberOf(value) * Object.values(units)[at],
        0,
      ),
    ),
  slots: {
    $r() {
      return py.text(spanRepr(this));
    },
    tp$str() {
      return py.text(spanText(this));
    },
    nb$add(other) {
      return other instanceof TimeDelta ? span(this.micros + other.micros) : unknown;
    },
    nb$subtract(other) {
      return other instanceof TimeDelta ? span(this.micros - other.micros) : unknown;
    },
    nb$multiply(by) {
      return scaled(this, by);
    },
    nb$reflected_multiply(by) {
      return scaled(this, by);
    },
    nb$floor_divide(by) {
      return by instanceof B.int_ ? span(Math.floor(this.micros / Number(by.v))) : unknown;
    },
    nb$divide(by) {
      return by instanceof B.int_ ? span(Math.floor(this.micros / Number(by.v))) : unknown;
    },
    nb$negative() {
      return span(-this.micros);
    },
    nb$abs() {
      return span(Math.abs(this.micros));
    },
    nb$bool() {
      return this.micros !== 0;
    },
  },
  getters: {
    days: (delta) => py.number(daysOf(delta)),
    seconds: (delta) => py.number(Math.floor(restOf(delta) / 1e6)),
    microseconds: (delta) => py.number(restOf(delta) % 1e6),
  },
  methods: { total_seconds: [[], (delta) => new B.float_(delta.micros / 1e6)] },
});

py.dates = { dayMicros, two, fraction, chosen, counted, unknown, span, TimeDelta };
