/** The module datetime: date and datetime without time zones, as in Python 2. `now` is UTC. */
const B = Sk.builtin;
const { partsOf, msOf, format, parse, daysIn } = py.calendar;
const { dayMicros, two, fraction, chosen, counted, unknown, span, TimeDelta } = py.dates;

const dayText = (at) => `${String(at.year).padStart(4, '0')}-${two(at.month)}-${two(at.day)}`;
const clockText = (at) => `${two(at.hour)}:${two(at.minute)}:${two(at.second)}${fraction(at.micro)}`;

const momentOf = (micros) => {
  const ms = Math.floor(micros / 1000);
  return { ...partsOf(ms), micro: micros - Math.floor(micros / 1e6) * 1e6 };
};
const microsOf = (at) => msOf({ ...at, micro: 0 }) * 1000 + at.micro;

const ranges = { year: [1, 9999], month: [1, 12], hour: [0, 23], minute: [0, 59], second: [0, 59], micro: [0, 999999] };
const checked = (at) => {
  for (const [name, [least, most]] of Object.entries(ranges)) {
    const shown = name === 'micro' ? 'microsecond' : name;
    if (!(at[name] >= least && at[name] <= most)) py.raise('ValueError', `${shown} must be in ${least}..${most}`);
  }
  if (!(at.day >= 1 && at.day <= daysIn(at.year, at.month))) py.raise('ValueError', 'day is out of range for month');
  return microsOf(at);
};

const within = (micros) => {
  const at = partsOf(Math.floor(micros / 1000));
  if (!(at.year >= 1 && at.year <= 9999)) throw new B.OverflowError('date value out of range');
  return micros;
};
const dateOf = (micros) => Object.assign(new PyDate(), { micros: Math.floor(within(micros) / dayMicros) * dayMicros });
const timeOf = (micros) => Object.assign(new PyDateTime(), { micros: within(micros) });
const nowMicros = () => Date.now() * 1000;

const names = ['year', 'month', 'day', 'hour', 'minute', 'second', 'microsecond'];
const partsGiven = (args, named, from) => {
  const values = chosen(names, args, named).map((value) =>
    value === undefined ? undefined : py.wholeOf(value, 'datetime'),
  );
  const [year, month, day, hour, minute, second, micro] = names.map((name, at) => values[at] ?? from[name]);
  return { year, month, day, hour, minute, second, micro };
};
const start = { hour: 0, minute: 0, second: 0, microsecond: 0 };
const replaced = (value, args, named) => {
  const at = momentOf(value.micros);
  return checked(partsGiven(args, named, { ...at, microsecond: at.micro }));
};

const dayGetters = Object.fromEntries(
  ['year', 'month', 'day'].map((name) => [name, (value) => py.number(momentOf(value.micros)[name])]),
);
const clockGetters = Object.fromEntries(
  ['hour', 'minute', 'second'].map((name) => [name, (value) => py.number(momentOf(value.micros)[name])]),
);

/** Returns the ISO 8601 year, week and weekday. A week belongs to the year of its Thursday. */
const isoCalendar = ({ micros }) => {
  const { weekday } = momentOf(micros);
  const thursday = momentOf(micros + (3 - weekday) * dayMicros);
  const week = Math.floor((thursday.yearday - 1) / 7) + 1;
  return new B.tuple([thursday.year, week, weekday + 1].map(py.number));
};

const dayMethods = {
  isocalendar: [[], isoCalendar],
  weekday: [[], (value) => py.number(momentOf(value.micros).weekday)],
  isoweekday: [[], (value) => py.number(momentOf(value.micros).weekday + 1)],
  toordinal: [[], (value) => py.number(Math.floor(value.micros / dayMicros) + 719163)],
  timetuple: [[], (value) => py.structTime(momentOf(value.micros))],
  utctimetuple: [[], (value) => py.structTime(momentOf(value.micros))],
  ctime: [[], (value) => py.text(format('%c', momentOf(value.micros)))],
  strftime: [['format'], (value, pattern) => py.text(format(py.textOf(pattern, 'strftime'), momentOf(value.micros)))],
  __format__: [
    ['spec'],
    (value, pattern) => (pattern.v ? py.text(format(pattern.v, momentOf(value.micros))) : value.tp$str()),
  ],
};

/** Addition and subtraction: with a timedelta, the result has the same class; with another time, it is a timedelta. */
const arithmetic = (isSame, made) => ({
  nb$add(other) {
    return other instanceof TimeDelta ? made(this.micros + other.micros) : unknown;
  },
  nb$reflected_add(other) {
    return other instanceof TimeDelta ? made(this.micros + other.micros) : unknown;
  },
  nb$subtract(other) {
    if (other instanceof TimeDelta) return made(this.micros - other.micros);
    return isSame(other) ? span(this.micros - other.micros) : unknown;
  },
});

const PyDate = counted('datetime.date', {
  create: (args, named) => dateOf(checked(partsGiven(args, named, start))),
  slots: {
    ...arithmetic(
      (other) => other instanceof PyDate,
      (micros) => dateOf(micros),
    ),
    $r() {
      const at = momentOf(this.micros);
      return py.text(`datetime.date(${at.year}, ${at.month}, ${at.day})`);
    },
    tp$str() {
      return py.text(dayText(momentOf(this.micros)));
    },
  },
  getters: dayGetters,
  methods: { ...dayMethods, isoformat: [[], (value) => value.tp$str()] },
});

const PyDateTime = counted('datetime.datetime', {
  create: (args, named) => timeOf(checked(partsGiven(args, named, start))),
  slots: {
    ...arithmetic(
      (other) => other instanceof PyDateTime,
      (micros) => timeOf(micros),
    ),
    $r() {
      const at = momentOf(this.micros);
      const parts = [
        at.year,
        at.month,
        at.day,
        at.hour,
        at.minute,
        ...(at.second || at.micro ? [at.second] : []),
        ...(at.micro ? [at.micro] : []),
      ];
      return py.text(`datetime.datetime(${parts.join(', ')})`);
    },
    tp$str() {
      return py.text(`${dayText(momentOf(this.micros))} ${clockText(momentOf(this.micros))}`);
    },
  },
  getters: {
    ...dayGetters,
    ...clockGetters,
    microsecond: (value) => py.number(momentOf(value.micros).micro),
    tzinfo: () => py.none,
  },
  methods: {
    ...dayMethods,
    isoformat: [
      ['sep?'],
      (value, sep) => py.text(dayText(momentOf(value.micros)) + (sep?.v ?? 'T') + clockText(momentOf(value.micros))),
    ],
    date: [[], (value) => dateOf(value.micros)],
  },
});

const replace = (type, made) =>
  Object.defineProperty(type.prototype, Sk.fixReserved('replace'), {
    value: new B.method_descriptor(type, {
      $name: 'replace',
      $meth(args, named) {
        return made(replaced(this, args, py.named(named)));
      },
      $flags: { FastCall: true },
    }),
  });
replace(PyDate, (micros) => dateOf(micros));
replace(PyDateTime, (micros) => timeOf(micros));

const seconds = (value) => timeOf(Math.round(Number(value.v) * 1e6));
py.offer(PyDate, {
  today: [[], () => dateOf(nowMicros())],
  fromtimestamp: [['timestamp'], (value) => dateOf(Number(value.v) * 1e6)],
  fromordinal: [['ordinal'], (value) => dateOf((py.wholeOf(value, 'fromordinal') - 719163) * dayMicros)],
});
py.offer(PyDateTime, {
  now: [['tz?'], () => timeOf(nowMicros())],
  utcnow: [[], () => timeOf(nowMicros())],
  today: [[], () => timeOf(nowMicros())],
  fromtimestamp: [['timestamp'], seconds],
  utcfromtimestamp: [['timestamp'], seconds],
  strptime: [
    ['text', 'format'],
    (text, pattern) => timeOf(microsOf(parse(py.textOf(text, 'strptime'), py.textOf(pattern, 'strptime')))),
  ],
});

py.dateValues = { PyDate, PyDateTime, dateOf, momentOf: timeOf };
py.modules.datetime = () => ({
  date: PyDate,
  datetime: PyDateTime,
  timedelta: TimeDelta,
  MINYEAR: py.number(1),
  MAXYEAR: py.number(9999),
});

/** Returns a date or time as ISO 8601 text in UTC; undefined for other values. */
py.dateValueText = (value) => {
  const ms =
    value instanceof PyDate || value instanceof PyDateTime ? Math.floor(value.micros / 1000) : py.javaTimeOf?.(value);
  return ms === undefined ? undefined : new Date(ms).toISOString();
};
