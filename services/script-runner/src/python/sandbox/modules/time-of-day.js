/** datetime.time, and related members of datetime: `time()`, `combine`, `min` and `max`. */
const { format } = py.calendar;
const { dayMicros, two, fraction, chosen, counted } = py.dates;

const parts = ['hour', 'minute', 'second', 'microsecond'];
const sizes = { hour: 3.6e9, minute: 6e7, second: 1e6, microsecond: 1 };
const most = { hour: 23, minute: 59, second: 59, microsecond: 999_999 };

const microsOf = (args, named, from) =>
  chosen(parts, args, named).reduce((sum, value, at) => {
    const name = parts[at];
    const number = value === undefined ? from[name] : py.wholeOf(value, 'time');
    if (!(number >= 0 && number <= most[name])) py.raise('ValueError', `${name} must be in 0..${most[name]}`);
    return sum + number * sizes[name];
  }, 0);
const partsOf = (micros) =>
  Object.fromEntries(parts.map((name) => [name, Math.floor(micros / sizes[name]) % (most[name] + 1)]));
const none = { hour: 0, minute: 0, second: 0, microsecond: 0 };

const shown = ({ hour, minute, second, microsecond }) =>
  `${two(hour)}:${two(minute)}:${two(second)}${fraction(microsecond)}`;
const written = (micros) => {
  const { hour, minute, second, microsecond } = partsOf(micros);
  const rest = microsecond ? [second, microsecond] : second ? [second] : [];
  return `datetime.time(${[hour, minute, ...rest].join(', ')})`;
};

const Time = counted('datetime.time', {
  create: (args, named) => timeOf(microsOf(args, named, none)),
  slots: {
    $r() {
      return py.text(written(this.micros));
    },
    tp$str() {
      return py.text(shown(partsOf(this.micros)));
    },
    nb$bool() {
      return this.micros !== 0;
    },
  },
  getters: Object.fromEntries(parts.map((name) => [name, (time) => py.number(partsOf(time.micros)[name])])),
  methods: {
    isoformat: [[], (time) => time.tp$str()],
    strftime: [
      ['format'],
      (time, pattern) => {
        const { microsecond: micro, ...clock } = partsOf(time.micros);
        const at = { year: 1900, month: 1, day: 1, weekday: 0, yearday: 1, ...clock, micro };
        return py.text(format(py.textOf(pattern, 'strftime'), at));
      },
    ],
  },
});
const timeOf = (micros) => Object.assign(new Time(), { micros });

const { PyDate, PyDateTime, dateOf, momentOf } = py.dateValues;
py.addMethod(PyDateTime, 'time', [], ({ micros }) => timeOf(micros - Math.floor(micros / dayMicros) * dayMicros));
const offer = (type, name, value) => Object.defineProperty(type.prototype, name, { value, configurable: true });
offer(
  PyDateTime,
  'combine',
  py.define('combine', ['date', 'time'], (date, time) =>
    momentOf(Math.floor(date.micros / dayMicros) * dayMicros + time.micros),
  ),
);
const [first, last] = [-62_135_596_800e6, 253_402_300_799e6];
offer(PyDate, 'min', dateOf(first));
offer(PyDate, 'max', dateOf(last));
offer(PyDateTime, 'min', momentOf(first));
offer(PyDateTime, 'max', momentOf(last));
offer(Time, 'min', timeOf(0));
offer(Time, 'max', timeOf(dayMicros - 1));

const { datetime } = py.modules;
py.modules.datetime = () => ({ ...datetime(), time: Time });
