/** java.time: dates and times with a precision of milliseconds. Values without a zone are stored as if in UTC. */
py.loadFile('java/time-clock');
const { Duration, Month, DayOfWeek, comparing, failure, sizeOf, unitSizes } = py.timeUnits;
const { write, isFormatter } = py.timeFormats;
const {
  added,
  checkedDate,
  clockText,
  dateText,
  dayMs,
  floorDay,
  isFixed,
  isoText,
  named,
  offsetIn,
  parsed,
  whole,
  zoneId,
  zoneIn,
  ZoneId,
} = py.timeClock;
const { utc, fromLocal } = py.zones;

/**
 * The classes: the required parts of a text (`needsDate`, `needsTime`), conversions from and to local time (`made`,
 * `local`), and the text.
 */
const kinds = {
  LocalDate: { needsDate: true, text: (ms) => dateText(new Date(ms)) },
  LocalTime: { needsTime: true, text: (ms) => clockText(new Date(ms)) },
  LocalDateTime: { needsDate: true, needsTime: true, text: (ms) => isoText({ ms }) },
  ZonedDateTime: { needsDate: true, needsTime: true, needsZone: true },
  OffsetDateTime: { needsDate: true, needsTime: true, needsZone: true },
  Instant: { needsDate: true, needsTime: true, needsZone: true },
};
const zonedText = ({ ms, zone, kind }) => {
  if (kind === 'Instant') return isoText({ ms, zone: utc }, true);
  return `${isoText({ ms, zone })}${kind === 'OffsetDateTime' || (isFixed(zone) && zone.id !== 'UTC') ? '' : `[${zone.id}]`}`;
};
const textOf = (self) => (self.zone === undefined ? kinds[self.kind].text(self.ms) : zonedText(self));
const localOf = ({ ms, zone }) => ms + (zone?.offsetAt(ms) ?? 0);
const types = {};
const make = (kind, ms, zone) => {
  if (!(Math.abs(ms) <= 8.64e15)) throw failure('Instant exceeds minimum or maximum instant');
  return Object.assign(new types[kind](), { kind, ms, zone });
};
const fixedAt = (zone, ms) => named(offsetIn(zone, ms));
const madeLocal = (kind, local, zone) => {
  if (zone === undefined)
    return make(kind, kind === 'LocalDate' ? floorDay(local) : kind === 'LocalTime' ? local - floorDay(local) : local);
  const ms = fromLocal(zone, local);
  return make(kind, ms, kind === 'OffsetDateTime' ? fixedAt(zone, ms) : zone);
};
const isTemporal = (value) => value?.kind !== undefined && value instanceof types[value.kind];
const isDate = (value) => value?.ms !== undefined && !isTemporal(value);
const instantOf = (value) => {
  if (isTemporal(value) || isDate(value)) return value.ms;
  return py.raise('TypeError', 'expected a date or time of java.time');
};
const plus = (self, count, size) => {
  const isOnClock = size.ms !== undefined && size.ms < dayMs;
  if (self.kind === 'LocalDate' && isOnClock)
    throw failure('Unsupported unit', 'java.time.temporal.UnsupportedTemporalTypeException');
  if (self.zone !== undefined && isOnClock) return make(self.kind, self.ms + count * size.ms, self.zone);
  return madeLocal(self.kind, added(localOf(self), count, size), self.zone);
};
const moved = (self, amount, unit, sign, name) =>
  amount instanceof Duration
    ? plus(self, sign * amount.ms, unitSizes.MILLIS)
    : plus(self, sign * py.wholeOf(amount, name), sizeOf(unit, name));
const unitNames = {
  Days: 'DAYS',
  Hours: 'HOURS',
  Millis: 'MILLIS',
  Minutes: 'MINUTES',
  Months: 'MONTHS',
  Seconds: 'SECONDS',
  Weeks: 'WEEKS',
  Years: 'YEARS',
};
const counting = Object.fromEntries(
  Object.entries(unitNames).flatMap(([name, unit]) => [
    [`plus${name}`, [['count'], (self, n) => plus(self, py.wholeOf(n, `plus${name}`), unitSizes[unit])]],
    [`minus${name}`, [['count'], (self, n) => plus(self, -py.wholeOf(n, `minus${name}`), unitSizes[unit])]],
  ]),
);
const at = (self) => new Date(localOf(self));
const yearStart = (date) => Date.UTC(date.getUTCFullYear(), 0, 1);
const monthLength = (date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
const getters = {
  Year: (self) => py.number(at(self).getUTCFullYear()),
  MonthValue: (self) => py.number(at(self).getUTCMonth() + 1),
  Month: (self) => Month.all[at(self).getUTCMonth()],
  DayOfMonth: (self) => py.number(at(self).getUTCDate()),
  DayOfYear: (self) => py.number(Math.floor((localOf(self) - yearStart(at(self))) / dayMs) + 1),
  DayOfWeek: (self) => DayOfWeek.all[(at(self).getUTCDay() + 6) % 7],
  Hour: (self) => py.number(at(self).getUTCHours()),
  Minute: (self) => py.number(at(self).getUTCMinutes()),
  Second: (self) => py.number(at(self).getUTCSeconds()),
  Nano: (self) => py.number(at(self).getUTCMilliseconds() * 1_000_000),
};
const fieldsAt = (date) => ({
  ...{ year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate(), hour: date.getUTCHours() },
  ...{ minute: date.getUTCMinutes(), second: date.getUTCSeconds(), ms: date.getUTCMilliseconds() },
});
const truncated = (self, unit) => {
  const size = sizeOf(unit, 'truncatedTo').ms;
  if (size === undefined || size > dayMs)
    throw failure('Unit is too large to be used for truncation', 'java.time.temporal.UnsupportedTemporalTypeException');
  return madeLocal(self.kind, Math.floor(localOf(self) / size) * size, self.zone);
};
const between = (from, to, size) => {
  const isLocal = size.months !== undefined || size.ms >= dayMs;
  const end =
    to.zone === undefined || from.zone === undefined
      ? localOf(to)
      : isLocal
        ? to.ms + from.zone.offsetAt(to.ms)
        : to.ms;
  return whole(isLocal || from.zone === undefined ? localOf(from) : from.ms, end, size);
};
const conversions = {
  atOffset: [
    ['offset'],
    (self, zone) =>
      make(
        'OffsetDateTime',
        self.kind === 'Instant' ? self.ms : fromLocal(zoneIn(zone, 'atOffset'), self.ms),
        zoneIn(zone, 'atOffset'),
      ),
  ],
  atStartOfDay: [
    ['zone?'],
    (self, zone) =>
      zone === undefined
        ? make('LocalDateTime', self.ms)
        : madeLocal('ZonedDateTime', self.ms, zoneIn(zone, 'atStartOfDay')),
  ],
  atTime: [
    ['hour', 'minute?', 'second?'],
    (self, hour, minute, second) => {
      if (hour instanceof types.LocalTime) return make('LocalDateTime', self.ms + hour.ms);
      const number = (value) => (value === undefined ? 0 : py.wholeOf(value, 'atTime'));
      return make(
        'LocalDateTime',
        checkedDate({ ...fieldsAt(at(self)), hour: number(hour), minute: number(minute), second: number(second) }),
      );
    },
  ],
  atZone: [
    ['zone'],
    (self, zone) =>
      self.zone === undefined
        ? madeLocal('ZonedDateTime', self.ms, zoneIn(zone, 'atZone'))
        : make('ZonedDateTime', self.ms, zoneIn(zone, 'atZone')),
  ],
  getOffset: [[], (self) => zoneId(fixedAt(self.zone, self.ms))],
  getZone: [[], (self) => zoneId(self.zone)],
  toInstant: [
    ['offset?'],
    (self, zone) => make('Instant', zone === undefined ? self.ms : fromLocal(zoneIn(zone, 'toInstant'), self.ms), utc),
  ],
  toLocalDate: [[], (self) => madeLocal('LocalDate', localOf(self))],
  toLocalDateTime: [[], (self) => make('LocalDateTime', localOf(self))],
  toLocalTime: [[], (self) => madeLocal('LocalTime', localOf(self))],
  toOffsetDateTime: [[], (self) => make('OffsetDateTime', self.ms, fixedAt(self.zone, self.ms))],
  toZonedDateTime: [[], (self) => make('ZonedDateTime', self.ms, self.zone)],
  withZoneSameInstant: [['zone'], (self, zone) => make(self.kind, self.ms, zoneIn(zone, 'withZoneSameInstant'))],
  withOffsetSameInstant: [['zone'], (self, zone) => make(self.kind, self.ms, zoneIn(zone, 'withOffsetSameInstant'))],
  withZoneSameLocal: [['zone'], (self, zone) => madeLocal(self.kind, localOf(self), zoneIn(zone, 'withZoneSameLocal'))],
};
const numbers = {
  getEpochSecond: [[], (self) => py.number(Math.floor(self.ms / 1000))],
  isLeapYear: [[], (self) => py.bool(new Date(Date.UTC(at(self).getUTCFullYear(), 1, 29)).getUTCMonth() === 1)],
  lengthOfMonth: [[], (self) => py.number(monthLength(at(self)))],
  toEpochDay: [[], (self) => py.number(Math.floor(localOf(self) / dayMs))],
  toEpochMilli: [[], (self) => py.number(self.ms)],
  toEpochSecond: [
    ['offset?'],
    (self, zone) =>
      py.number(Math.floor((zone === undefined ? self.ms : fromLocal(zoneIn(zone, 'toEpochSecond'), self.ms)) / 1000)),
  ],
};
const others = {
  isAfter: [['other'], (self, other) => py.bool(self.ms > instantOf(other))],
  isBefore: [['other'], (self, other) => py.bool(self.ms < instantOf(other))],
  isEqual: [['other'], (self, other) => py.bool(self.ms === instantOf(other))],
  format: [['formatter'], (self, formatter) => py.text(write(formatter, self))],
  minus: [['amount', 'unit?'], (self, amount, unit) => moved(self, amount, unit, -1, 'minus')],
  plus: [['amount', 'unit?'], (self, amount, unit) => moved(self, amount, unit, 1, 'plus')],
  truncatedTo: [['unit'], truncated],
  until: [['other', 'unit'], (self, other, unit) => py.number(between(self, other, sizeOf(unit, 'until')))],
};
py.javaTimes = {
  between,
  instantOf,
  isoText,
  make,
  zoneId,
  zoneIn,
  /**
   * Returns the parts of a date or time for a formatter: the time, its zone, and whether it has a date and a time of
   * day.
   */
  shown: (temporal, zone) => {
    if (!isTemporal(temporal)) py.raise('TypeError', 'format() expects a date or time of java.time');
    const { kind, ms } = temporal;
    const shownZone =
      temporal.zone === undefined ? undefined : (zone ?? (kind === 'Instant' ? undefined : temporal.zone));
    const isBare = kind === 'Instant' && zone === undefined;
    return { ms, zone: shownZone, hasDate: kind !== 'LocalTime' && !isBare, hasTime: kind !== 'LocalDate' && !isBare };
  },
};
Object.assign(py.javaTimes, {
  checkedDate,
  comparing,
  conversions,
  counting,
  fieldsAt,
  getters,
  isFormatter,
  kinds,
  localOf,
  madeLocal,
  numbers,
  others,
  parsed,
  textOf,
  types,
  utc,
});
py.loadFile('java/time-classes');
py.modules['java.time'] = () => ({
  DayOfWeek: DayOfWeek.Type,
  Duration,
  Month: Month.Type,
  ZoneId,
  ZoneOffset: ZoneId,
  ...types,
});
