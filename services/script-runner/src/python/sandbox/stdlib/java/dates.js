/** java.util.Date: a time in milliseconds, formatted in UTC. */
const B = Sk.builtin;
py.loadFile('java/zones');
const { days, months } = py.calendar;

const short = (name) => name.slice(0, 3);
const two = (number) => String(number).padStart(2, '0');
const illegal = (message) => {
  throw new (py.standIn('java.lang.IllegalArgumentException'))(message);
};

const dateText = (ms) => {
  const at = new Date(ms);
  const day = short(days[(at.getUTCDay() + 6) % 7]);
  const clock = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':');
  return `${day} ${short(months[at.getUTCMonth()])} ${two(at.getUTCDate())} ${clock} UTC ${at.getUTCFullYear()}`;
};

/** Returns the milliseconds of a time: a Date, a number, a datetime, or a string as in REST. */
const msOf = (value) => {
  if (value instanceof JavaDate) return value.ms;
  if (value instanceof B.int_) return Number(value.v);
  const ms = Date.parse(py.isText(value) ? value.v : (py.dateValueText(value) ?? ''));
  return Number.isNaN(ms) ? illegal(`not a date: ${new B.str(value).v}`) : ms;
};
const most = 8.64e15;
const dateOf = (ms) => {
  if (!(Math.abs(ms) <= most)) illegal('a date out of range');
  return Object.assign(new JavaDate(), { ms });
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

/** The parts as in Java: years count from 1900, months from 0. */
const parts = {
  getYear: (at) => at.getUTCFullYear() - 1900,
  getMonth: (at) => at.getUTCMonth(),
  getDate: (at) => at.getUTCDate(),
  getDay: (at) => at.getUTCDay(),
  getHours: (at) => at.getUTCHours(),
  getMinutes: (at) => at.getUTCMinutes(),
  getSeconds: (at) => at.getUTCSeconds(),
  getTimezoneOffset: () => 0,
};
const partMethods = Object.fromEntries(
  Object.entries(parts).map(([name, part]) => [name, [[], (date) => py.number(part(new Date(date.ms)))]]),
);

const JavaDate = py.defineType('java.util.Date', {
  create: ([given]) => dateOf(given === undefined ? Date.now() : msOf(given)),
  slots: {
    tp$hash() {
      return this.ms % 0x3fffffff;
    },
    tp$richcompare(other, op) {
      const isDate = other instanceof JavaDate || py.isDateValue(other);
      return isDate ? compared(this.ms, msOf(other), op) : B.NotImplemented.NotImplemented$;
    },
    tp$str() {
      return py.text(dateText(this.ms));
    },
    $r() {
      return py.text(dateText(this.ms));
    },
  },
  getters: { time: (date) => py.number(date.ms) },
  methods: {
    ...partMethods,
    after: [['other'], (date, other) => py.bool(date.ms > msOf(other))],
    before: [['other'], (date, other) => py.bool(date.ms < msOf(other))],
    compareTo: [['other'], (date, other) => py.number(Math.sign(date.ms - msOf(other)))],
    equals: [['other'], (date, other) => py.bool(date.tp$richcompare(other, 'Eq') === true)],
    getTime: [[], (date) => py.number(date.ms)],
    setTime: [['ms'], (date, ms) => void Object.assign(date, { ms: py.wholeOf(ms, 'setTime') })],
    toInstant: [
      [],
      (date) => {
        py.importModule('java.time');
        return py.javaTimes.make('Instant', date.ms, py.zones.utc);
      },
    ],
    toString: [[], (date) => py.text(dateText(date.ms))],
  },
});
py.javaTimeOf = (value) => (value instanceof JavaDate ? value.ms : undefined);

py.javaDates = { Date: JavaDate, TimeZone: py.zones.TimeZone };
py.javaDateValues = { msOf, dateOf, illegal };
