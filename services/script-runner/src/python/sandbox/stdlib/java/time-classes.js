/** java.time: the date and time classes with their methods. */
const { checkedDate, comparing, conversions, counting, fieldsAt, getters, isFormatter, kinds, localOf, madeLocal } =
  py.javaTimes;
const { make, numbers, others, parsed, textOf, types, utc, zoneIn } = py.javaTimes;
const { Month } = py.timeUnits;

const changes = {
  Year: (value, fields) => ({
    year: value,
    day: Math.min(fields.day, new Date(Date.UTC(value, fields.month + 1, 0)).getUTCDate()),
  }),
  Month: (value, { year, day }) => ({
    month: value - 1,
    day: Math.min(day, new Date(Date.UTC(year, value, 0)).getUTCDate()),
  }),
  DayOfMonth: (day) => ({ day }),
  Hour: (hour) => ({ hour }),
  Minute: (minute) => ({ minute }),
  Second: (second) => ({ second }),
  Nano: (nano) => ({ ms: Math.floor(nano / 1_000_000) }),
};
const setting = Object.entries(changes).map(([name, change]) => [
  `with${name}`,
  [
    ['value'],
    (self, value) => {
      const fields = fieldsAt(new Date(localOf(self)));
      return madeLocal(
        self.kind,
        checkedDate({ ...fields, ...change(py.wholeOf(value, `with${name}`), fields) }),
        self.zone,
      );
    },
  ],
]);

const datePart = ['Year', 'MonthValue', 'Month', 'DayOfMonth', 'DayOfYear', 'DayOfWeek'];
const clockPart = ['Hour', 'Minute', 'Second', 'Nano'];
const isDateUnit = (name) => /(?:Days|Weeks|Months|Years)$/.test(name);
const pick = (from, names) => Object.fromEntries(names.map((name) => [name, from[name]]));
const of = {
  LocalDate: ['atStartOfDay', 'atTime'],
  LocalTime: [],
  LocalDateTime: ['atOffset', 'atZone', 'toInstant', 'toLocalDate', 'toLocalTime'],
  ZonedDateTime: [
    'getOffset',
    'getZone',
    'toInstant',
    'toLocalDate',
    'toLocalDateTime',
    'toLocalTime',
    'toOffsetDateTime',
    'withZoneSameInstant',
    'withZoneSameLocal',
  ],
  OffsetDateTime: [
    'getOffset',
    'toInstant',
    'toLocalDate',
    'toLocalDateTime',
    'toLocalTime',
    'toZonedDateTime',
    'withOffsetSameInstant',
  ],
  Instant: ['atOffset', 'atZone'],
};
const numbersOf = {
  LocalDate: ['isLeapYear', 'lengthOfMonth', 'toEpochDay'],
  LocalTime: [],
  LocalDateTime: ['toEpochSecond'],
  ZonedDateTime: ['toEpochSecond'],
  OffsetDateTime: ['toEpochSecond'],
  Instant: ['getEpochSecond', 'toEpochMilli'],
};
const partsOf = (kind) => {
  if (kind === 'Instant') return ['Nano'];
  return [...(kind === 'LocalTime' ? [] : datePart), ...(kind === 'LocalDate' ? [] : clockPart)];
};
const methodsOf = (kind) => ({
  ...others,
  ...pick(conversions, of[kind]),
  ...pick(numbers, numbersOf[kind]),
  ...Object.fromEntries(
    Object.entries(counting).filter(
      ([name]) => kind === 'Instant' || (isDateUnit(name) ? kind !== 'LocalTime' : kind !== 'LocalDate'),
    ),
  ),
  ...Object.fromEntries(partsOf(kind).map((name) => [`get${name}`, [[], getters[name]]])),
  ...Object.fromEntries(kind === 'Instant' ? [] : setting),
});

/** Returns the numbers of a date and time. The month is a number or a Month. */
const given = (values, name) =>
  values.map((value) => (value instanceof Month.Type ? value.no + 1 : py.wholeOf(value, name)));
const nanosMs = (nano = 0) => Math.floor(nano / 1_000_000);
const dateOf = ([year, month, day, hour, minute, second, nano]) =>
  checkedDate({ year, month: month - 1, day, hour, minute, second, ms: nanosMs(nano) });
const made = {
  LocalDate: (args) => make('LocalDate', dateOf(given(args, 'of'))),
  LocalTime: (args) => make('LocalTime', dateOf([1970, 1, 1, ...given(args, 'of')])),
  LocalDateTime: (args) =>
    args[0] instanceof types.LocalDate
      ? make('LocalDateTime', args[0].ms + args[1].ms)
      : make('LocalDateTime', dateOf(given(args, 'of'))),
  ZonedDateTime: (args) => {
    const zone = zoneIn(args.at(-1), 'of');
    if (args[0] instanceof types.LocalDateTime) return madeLocal('ZonedDateTime', args[0].ms, zone);
    if (args[0] instanceof types.LocalDate) return madeLocal('ZonedDateTime', args[0].ms + args[1].ms, zone);
    return madeLocal('ZonedDateTime', dateOf(given(args.slice(0, -1), 'of')), zone);
  },
  OffsetDateTime: (args) => {
    const zoned = made.ZonedDateTime(args);
    return make('OffsetDateTime', zoned.ms, zoned.zone);
  },
};
const now = (kind, zone) => {
  const place = zone === undefined ? utc : zoneIn(zone, 'now');
  if (kind === 'Instant') return make(kind, Date.now(), utc);
  const local = Date.now() + place.offsetAt(Date.now());
  return kind.startsWith('Local') ? madeLocal(kind, local) : make(kind, Date.now(), place);
};
const parse = (kind, text, formatter) => {
  if (formatter !== undefined && !isFormatter(formatter)) py.raise('TypeError', 'parse() expects a DateTimeFormatter');
  const { local, zone } = parsed(py.textOf(text, 'parse'), formatter, kinds[kind]);
  if (kind === 'Instant') return make(kind, madeLocal('ZonedDateTime', local, zone).ms, utc);
  return madeLocal(kind, local, kinds[kind].needsZone ? zone : undefined);
};
const fromInstant = (kind) => [
  ['instant', 'zone'],
  (instant, zone) => {
    const zoned = make('ZonedDateTime', instant.ms, zoneIn(zone, 'ofInstant'));
    return kind.startsWith('Local') ? madeLocal(kind, localOf(zoned)) : make(kind, zoned.ms, zoned.zone);
  },
];
const seconds = (value, name) => py.wholeOf(value, name) * 1000;
const statics = (kind) => ({
  now: [['zone?'], (zone) => now(kind, zone)],
  parse: [['text', 'formatter?'], (text, formatter) => parse(kind, text, formatter)],
  ...(kind in made && { of: py.defineOpen('of', (args) => made[kind](args)), ofInstant: fromInstant(kind) }),
  ...(kind === 'LocalDate' && { ofEpochDay: [['day'], (day) => make(kind, seconds(day, 'ofEpochDay') * 86_400)] }),
  ...(kind === 'LocalDateTime' && {
    ofEpochSecond: [
      ['second', 'nano', 'offset'],
      (second, nano, zone) =>
        make(
          kind,
          seconds(second, 'ofEpochSecond') + nanosMs(py.wholeOf(nano, 'nano')) + zoneIn(zone, 'offset').offsetAt(0),
        ),
    ],
  }),
  ...(kind === 'Instant' && {
    EPOCH: make(kind, 0, utc),
    ofEpochMilli: [['ms'], (ms) => make(kind, py.wholeOf(ms, 'ofEpochMilli'), utc)],
    ofEpochSecond: [['second'], (second) => make(kind, seconds(second, 'ofEpochSecond'), utc)],
  }),
});
for (const kind of Object.keys(kinds)) {
  const base = comparing(
    (other) => other instanceof types[kind],
    ({ ms }) => ms,
    textOf,
  );
  const parts = partsOf(kind).map((name) => [name[0].toLowerCase() + name.slice(1), getters[name]]);
  types[kind] = py.defineClass(`java.time.${kind}`, {
    slots: base.slots,
    getters: Object.fromEntries(parts),
    methods: { ...base.methods, ...methodsOf(kind) },
  });
}
for (const kind of Object.keys(kinds)) py.offer(types[kind], statics(kind));
