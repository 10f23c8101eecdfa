/** java.time: formatting, differences, zones, and parsing of dates and times. */
py.loadFile('java/time-units');
py.loadFile('java/time-formats');
const { comparing, failure } = py.timeUnits;
const { read, unparseable } = py.timeFormats;
const { utc, zoneOf, fixed, offsetText, TimeZone } = py.zones;
const dayMs = 86_400_000;
const floorDay = (ms) => Math.floor(ms / dayMs) * dayMs;
const two = (number) => String(number).padStart(2, '0');

const dateText = (at) =>
  `${String(at.getUTCFullYear()).padStart(4, '0')}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`;
/** Formats a time of day. Seconds that are 0 are omitted unless `isWhole` is set. */
const clockText = (at, isWhole) => {
  const fraction = at.getUTCMilliseconds() === 0 ? '' : `.${String(at.getUTCMilliseconds()).padStart(3, '0')}`;
  const seconds = isWhole || at.getUTCSeconds() > 0 || fraction !== '' ? `:${two(at.getUTCSeconds())}${fraction}` : '';
  return `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}${seconds}`;
};
const offsetIn = (zone, ms) => (zone.offsetAt(ms) === 0 ? 'Z' : offsetText(zone, ms, ':'));
const isoText = ({ ms, zone }, isWhole = false) => {
  const at = new Date(ms + (zone?.offsetAt(ms) ?? 0));
  return `${dateText(at)}T${clockText(at, isWhole)}${zone === undefined ? '' : offsetIn(zone, ms)}`;
};
const isFixed = (zone) => zone === utc || zone.name === undefined;

const addMonths = (ms, count) => {
  const at = new Date(ms);
  const first = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + count, 1);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + count + 1, 0)).getUTCDate();
  return first + (Math.min(at.getUTCDate(), last) - 1) * dayMs + (ms - floorDay(ms));
};
const added = (ms, count, { ms: size, months }) =>
  months === undefined ? ms + count * size : addMonths(ms, count * months);
/** Returns the number of complete units between two times, rounded towards zero. */
const whole = (from, to, { ms: size, months }) => {
  if (months === undefined) return Math.trunc((to - from) / size);
  const [a, b] = [new Date(from), new Date(to)];
  let count = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
  if (count > 0 && addMonths(from, count) > to) count -= 1;
  if (count < 0 && addMonths(from, count) < to) count += 1;
  return Math.trunc(count / months);
};
const checkedDate = ({ year, month, day, hour = 0, minute = 0, second = 0, ms = 0 }, isDayOfYear = false) => {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  const isRight = isDayOfYear || (date.getUTCMonth() === month && date.getUTCDate() === day);
  if (!isRight || !(hour < 24 && minute < 60 && second < 60))
    throw failure(`Invalid date or time: ${[year, month + 1, day, hour, minute, second].join(' ')}`);
  return date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + ms;
};

/** Returns the zone of a ZoneId, a TimeZone or a string. */
const zoneIn = (value, name) => {
  if (value instanceof ZoneId || value instanceof TimeZone) return value.zone;
  return py.isText(value) ? named(value.v) : py.raise('TypeError', `${name}() expects a ZoneId`);
};
const named = (text) => {
  if (text === 'Z') return { ...utc, id: 'Z' };
  if (/^[+-]/.test(text)) {
    const zone = fixed(`GMT${text}`);
    if (zone === undefined) throw failure(`Invalid ID for ZoneOffset: ${text}`);
    return { ...zone, id: zone.offsetAt(0) === 0 ? 'Z' : offsetText(zone, 0, ':') };
  }
  const zone = zoneOf(text);
  if (zone.id !== text && text !== 'GMT')
    throw failure(`Unknown time-zone ID: ${text}`, 'java.time.zone.ZoneRulesException');
  return zone;
};
const zoneId = (zone) => Object.assign(new ZoneId(), { zone });
const ofId = [['id'], (id) => zoneId(named(py.textOf(id, 'of')))];
const zoneBase = comparing(
  (other) => other instanceof ZoneId,
  ({ zone }) => [...zone.id].reduce((sum, unit) => (sum * 31 + unit.charCodeAt(0)) % 0x3fffffff, 7),
  ({ zone }) => zone.id,
);
const ZoneId = py.defineClass('java.time.ZoneId', {
  ...zoneBase,
  methods: {
    ...zoneBase.methods,
    getId: [[], ({ zone }) => py.text(zone.id)],
    getTotalSeconds: [[], ({ zone }) => py.number(zone.offsetAt(0) / 1000)],
    normalized: [[], (self) => self],
  },
});
py.offer(ZoneId, {
  UTC: zoneId({ ...utc, id: 'Z' }),
  of: ofId,
  ofHours: [
    ['hours'],
    (hours) =>
      zoneId(named(`${py.wholeOf(hours, 'ofHours') < 0 ? '-' : '+'}${two(Math.abs(py.wholeOf(hours, 'ofHours')))}`)),
  ],
  systemDefault: [[], () => zoneId(utc)],
});

/** Parses ISO 8601 texts, and texts of a pattern: `{ local, zone, hasDate, hasTime }`. */
const isoPattern =
  /^(?:(\d{4})-(\d\d)-(\d\d))?T?(?:(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?(Z|[+-]\d\d(?::?\d\d)?)?(?:\[([\w/+:-]+)\])?$/;
const isoFields = (text) => {
  const [, year, month, day, hour, minute, second, fraction, offset, zone] = isoPattern.exec(text) ?? [];
  const number = (written) => (written === undefined ? undefined : Number(written));
  return {
    ...{
      year: number(year),
      month: month && Number(month) - 1,
      day: number(day),
      hour: number(hour),
      minute: number(minute),
    },
    ...{ second: number(second), ms: fraction && Number(fraction.padEnd(3, '0').slice(0, 3)) },
    zone: zone ? named(zone) : offset ? named(offset) : undefined,
  };
};
const parsed = (text, formatter, { needsDate, needsTime, needsZone }) => {
  const said = formatter === undefined ? isoFields(text) : read(formatter, text);
  const hour = said.half === undefined ? said.hour : said.half + (said.isLate ? 12 : 0);
  const zone =
    said.offset === undefined
      ? said.zone
      : named(said.offset === 0 ? 'Z' : offsetText({ offsetAt: () => said.offset }, 0, ':'));
  const hasDate = said.year !== undefined && said.month >= 0 && said.day !== undefined;
  const parts = [
    [needsDate, hasDate],
    [needsTime, hour !== undefined],
    [needsZone, zone !== undefined],
  ];
  // With a formatter, the text may contain more parts than needed.
  if (parts.some(([needed = false, found]) => (formatter === undefined ? needed !== found : needed && !found)))
    throw unparseable(text);
  const date = hasDate ? {} : { year: 1970, month: 0, day: 1 };
  const defined = Object.fromEntries(Object.entries({ ...said, hour }).filter(([, value]) => value !== undefined));
  try {
    return { local: checkedDate({ ...defined, ...date }, said.isDayOfYear), zone };
  } catch {
    throw unparseable(text);
  }
};

py.timeClock = {
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
};
