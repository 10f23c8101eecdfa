/** java.time: units, days of the week, months, and durations, with a precision of milliseconds. */
py.importModule('java.util');
const B = Sk.builtin;
const { days, months } = py.calendar;

const order = (left, right, op) =>
  ({
    Lt: left < right,
    LtE: left <= right,
    Eq: left === right,
    NotEq: left !== right,
    Gt: left > right,
    GtE: left >= right,
  })[op];
/** Returns the slots and methods of a class whose objects are compared by a number and have a text. */
const comparing = (isOne, numberOf, textOf) => ({
  slots: {
    tp$hash() {
      return numberOf(this) % 0x3fffffff;
    },
    tp$richcompare(other, op) {
      if (!isOne(other)) return B.NotImplemented.NotImplemented$;
      return order(numberOf(this), numberOf(other), op);
    },
    tp$str() {
      return py.text(textOf(this));
    },
    $r() {
      return py.text(textOf(this));
    },
  },
  methods: {
    compareTo: [['other'], (self, other) => py.number(Math.sign(numberOf(self) - numberOf(other)))],
    equals: [['other'], (self, other) => py.bool(isOne(other) && numberOf(self) === numberOf(other))],
    hashCode: [[], (self) => py.number(numberOf(self) % 0x3fffffff)],
    toString: [[], (self) => py.text(textOf(self))],
  },
});
const failure = (message, name = 'java.time.DateTimeException') => new (py.standIn(name))(message);

const constants = (name, members) => {
  const base = comparing(
    (other) => other instanceof Type,
    ({ no }) => no,
    ({ key }) => key,
  );
  const Type = py.defineClass(name, {
    slots: base.slots,
    methods: {
      ...base.methods,
      getValue: [[], ({ no }) => py.number(no + 1)],
      name: [[], ({ key }) => py.text(key)],
      ordinal: [[], ({ no }) => py.number(no)],
    },
  });
  const all = members.map((key, no) => Object.assign(new Type(), { key, no }));
  py.offer(Type, {
    ...Object.fromEntries(all.map((one) => [one.key, one])),
    of: [['number'], (number) => all[py.wholeOf(number, 'of') - 1]],
    valueOf: [['name'], (text) => all.find(({ key }) => key === py.textOf(text, 'valueOf'))],
    values: [[], () => new B.list(all.slice())],
  });
  return { Type, all };
};
const weekdays = constants(
  'java.time.DayOfWeek',
  days.map((name) => name.toUpperCase()),
);
const monthNames = constants(
  'java.time.Month',
  months.map((name) => name.toUpperCase()),
);

const unitSizes = {
  MILLIS: { ms: 1 },
  SECONDS: { ms: 1_000 },
  MINUTES: { ms: 60_000 },
  HOURS: { ms: 3_600_000 },
  HALF_DAYS: { ms: 43_200_000 },
  DAYS: { ms: 86_400_000 },
  WEEKS: { ms: 604_800_000 },
  MONTHS: { months: 1 },
  YEARS: { months: 12 },
  DECADES: { months: 120 },
  CENTURIES: { months: 1_200 },
};
const units = constants('java.time.temporal.ChronoUnit', Object.keys(unitSizes));
/** Returns the length of a unit: `{ ms }` or `{ months }`. Raises a TypeError for other values. */
const sizeOf = (unit, name) => {
  if (unit instanceof units.Type) return unitSizes[unit.key];
  return py.raise('TypeError', `${name}() expects a ChronoUnit`);
};

const part = (number, letter) => (number === 0 ? '' : `${number}${letter}`);
const durationText = ({ ms }) => {
  if (ms === 0) return 'PT0S';
  const hours = Math.trunc(ms / 3_600_000);
  const minutes = Math.trunc((ms % 3_600_000) / 60_000);
  return `PT${part(hours, 'H')}${part(minutes, 'M')}${part((ms % 60_000) / 1000, 'S')}`;
};
const durationPattern =
  /^([-+])?P(?:([-+]?\d+)D)?(?:T(?:([-+]?\d+)H)?(?:([-+]?\d+)M)?(?:([-+]?\d+(?:\.\d{0,9})?)S)?)?$/i;
const parsedDuration = (text) => {
  const [, sign, inDays, hours, minutes, seconds] = durationPattern.exec(text) ?? [];
  if ([inDays, hours, minutes, seconds].every((each) => each === undefined))
    throw failure('Text cannot be parsed to a Duration', 'java.time.format.DateTimeParseException');
  const number = (written) => Number(written ?? 0);
  const total = ((number(inDays) * 24 + number(hours)) * 60 + number(minutes)) * 60 + number(seconds);
  return Math.round(total * 1000) * (sign === '-' ? -1 : 1);
};
const lengths = { Days: 86_400_000, Hours: 3_600_000, Minutes: 60_000, Seconds: 1_000, Millis: 1 };
const durationOf = (ms) => Object.assign(new Duration(), { ms });
const base = comparing(
  (other) => other instanceof Duration,
  ({ ms }) => ms,
  durationText,
);
const each = (make) => Object.fromEntries(Object.entries(lengths).map(([name, size]) => make(name, size)));
const msIn = (value, name) => {
  if (value instanceof Duration) return value.ms;
  return py.raise('TypeError', `${name}() expects a Duration`);
};
const Duration = py.defineClass('java.time.Duration', {
  slots: base.slots,
  getters: { seconds: ({ ms }) => py.number(Math.floor(ms / 1000)) },
  methods: {
    ...base.methods,
    ...each((name, size) => [`to${name}`, [[], ({ ms }) => py.number(Math.floor(ms / size))]]),
    ...each((name, size) => [
      `plus${name}`,
      [['count'], (self, n) => durationOf(self.ms + py.wholeOf(n, name) * size)],
    ]),
    ...each((name, size) => [
      `minus${name}`,
      [['count'], (self, n) => durationOf(self.ms - py.wholeOf(n, name) * size)],
    ]),
    abs: [[], ({ ms }) => durationOf(Math.abs(ms))],
    getNano: [[], ({ ms }) => py.number((((ms % 1000) + 1000) % 1000) * 1_000_000)],
    getSeconds: [[], ({ ms }) => py.number(Math.floor(ms / 1000))],
    isNegative: [[], ({ ms }) => py.bool(ms < 0)],
    isZero: [[], ({ ms }) => py.bool(ms === 0)],
    minus: [['other'], ({ ms }, other) => durationOf(ms - msIn(other, 'minus'))],
    multipliedBy: [['factor'], ({ ms }, factor) => durationOf(ms * py.wholeOf(factor, 'multipliedBy'))],
    negated: [[], ({ ms }) => durationOf(-ms)],
    plus: [['other'], ({ ms }, other) => durationOf(ms + msIn(other, 'plus'))],
    ...Object.fromEntries(
      [
        ['HoursPart', 3_600_000, 24],
        ['MinutesPart', 60_000, 60],
        ['SecondsPart', 1_000, 60],
        ['MillisPart', 1, 1_000],
      ].map(([name, size, most]) => [`to${name}`, [[], ({ ms }) => py.number(Math.floor(ms / size) % most)]]),
    ),
  },
});
py.offer(Duration, {
  ...each((name, size) => [`of${name}`, [['count'], (count) => durationOf(py.wholeOf(count, name) * size)]]),
  ZERO: durationOf(0),
  between: [['from', 'to'], (from, to) => durationOf(py.javaTimes.instantOf(to) - py.javaTimes.instantOf(from))],
  of: [['count', 'unit'], (count, unit) => durationOf(py.wholeOf(count, 'of') * (sizeOf(unit, 'of').ms ?? 0))],
  parse: [['text'], (text) => durationOf(parsedDuration(py.textOf(text, 'parse')))],
});
const count = (whole) => py.number(whole === 0 ? 0 : whole);
py.addMethod(units.Type, 'between', ['from', 'to'], (unit, from, to) =>
  count(py.javaTimes.between(from, to, unitSizes[unit.key])),
);

py.timeUnits = { Duration, Month: monthNames, DayOfWeek: weekdays, comparing, failure, sizeOf, unitSizes };
py.modules['java.time.temporal'] = () => {
  py.importModule('java.time');
  return { ChronoUnit: units.Type };
};
