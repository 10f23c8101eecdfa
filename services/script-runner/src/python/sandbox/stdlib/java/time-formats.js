/** java.time.format: patterns for dates and times, in English. */
py.importModule('java.text');
py.loadFile('java/time-units');
const { century, format, monthAt, offsetOf, partsOf, writes } = py.datePatterns;
const { failure } = py.timeUnits;
const { utc, offsetText } = py.zones;

const offset = (_, width, { zone, ms }) =>
  offsetText(zone, ms, width === 3 || width === 5 ? ':' : '').slice(0, width === 1 ? 3 : 6);
const letters = {
  ...writes,
  L: writes.M,
  S: (at, width) => `${String(at.getUTCMilliseconds()).padStart(3, '0')}000000`.slice(0, width),
  V: (_, _width, { zone }) => zone.id,
  e: writes.u,
  n: (at, width) => String(at.getUTCMilliseconds() * 1_000_000).padStart(width, '0'),
  u: writes.y,
  x: offset,
};
const ofZone = 'zZXxV';
const ofClock = 'HhKkmsSna';

const maxSections = 4;
/** Returns the pattern with and without its optional sections, the longest first. */
const variants = (pattern) => {
  const open = pattern.replace(/'[^']*'/g, (quoted) => ' '.repeat(quoted.length)).indexOf('[');
  if (open < 0) return [pattern];
  const close = pattern.indexOf(']', open);
  const sections = pattern.split('[').length - 1;
  if (close < 0 || sections > maxSections)
    throw failure(`Unsupported pattern: ${pattern}`, 'java.lang.IllegalArgumentException');
  const [before, section, after] = [pattern.slice(0, open), pattern.slice(open + 1, close), pattern.slice(close + 1)];
  return [`${before}${section}${after}`, `${before}${after}`].flatMap(variants);
};

const isTextual = ({ letter, width }) => 'EazZXxVG'.includes(letter) || ('ML'.includes(letter) && width > 2);
const source = (part) => {
  if (part.text !== undefined) return part.text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const { letter, width } = part;
  if ('ZXx'.includes(letter)) return '(Z|[+-]\\d\\d(?::?\\d\\d)?)';
  if ('zV'.includes(letter)) return '([A-Za-z][A-Za-z0-9/_+:-]*)';
  if (isTextual(part)) return '([A-Za-z]+)';
  return width === 1 ? '(\\d{1,9})' : `(\\d{${width}})`;
};
const zoneNamed = (text) => (text === 'Z' ? utc : py.zones.zoneOf(text));
const reads = {
  y: (text, width) => ({ year: width === 2 ? century(text, 2) : Number(text) }),
  u: (text, width) => ({ year: width === 2 ? century(text, 2) : Number(text) }),
  M: (text, width) => ({ month: width > 2 ? monthAt(text) : Number(text) - 1 }),
  L: (text, width) => ({ month: width > 2 ? monthAt(text) : Number(text) - 1 }),
  d: (text) => ({ day: Number(text) }),
  D: (text) => ({ month: 0, day: Number(text), isDayOfYear: true }),
  H: (text) => ({ hour: Number(text) }),
  k: (text) => ({ hour: Number(text) % 24 }),
  K: (text) => ({ half: Number(text) }),
  h: (text) => ({ half: Number(text) % 12 }),
  a: (text) => ({ isLate: text.toUpperCase() === 'PM' }),
  m: (text) => ({ minute: Number(text) }),
  s: (text) => ({ second: Number(text) }),
  S: (text) => ({ ms: Number(text.padEnd(3, '0').slice(0, 3)) }),
  X: (text) => ({ offset: offsetOf(text) }),
  x: (text) => ({ offset: offsetOf(text) }),
  Z: (text) => ({ offset: offsetOf(text) }),
  V: (text) => ({ zone: zoneNamed(text) }),
  z: (text) => ({ zone: zoneNamed(text) }),
};
const unparseable = (text) => failure(`Text '${text}' could not be parsed`, 'java.time.format.DateTimeParseException');
/** Parses the fields of a text with the first matching variant of a pattern. Raises DateTimeParseException. */
const fieldsIn = (all, text) => {
  for (const parts of all) {
    const found = new RegExp(`^${parts.map(source).join('')}$`).exec(text);
    if (found === null) continue;
    const read = parts.filter((part) => part.text === undefined);
    return Object.assign({}, ...read.map(({ letter, width }, no) => reads[letter]?.(found[no + 1], width)));
  }
  throw unparseable(text);
};

const formatter = (fields) => Object.assign(new DateTimeFormatter(), { zone: undefined, ...fields });
const ofPattern = (pattern) => {
  const all = variants(py.textOf(pattern, 'ofPattern')).map((each) => partsOf(each, letters));
  return formatter({ all });
};
/** Formats a date or time of java.time. Raises UnsupportedTemporalTypeException for a field that it lacks. */
const write = ({ all, iso, zone }, temporal) => {
  const shown = py.javaTimes.shown(temporal, zone);
  if (iso !== undefined) return iso(shown);
  const [parts] = all;
  const lacks = parts.find(
    ({ letter }) =>
      letter !== undefined &&
      ((ofZone.includes(letter) && shown.zone === undefined) ||
        (ofClock.includes(letter) && !shown.hasTime) ||
        (!ofClock.includes(letter) && !ofZone.includes(letter) && !shown.hasDate)),
  );
  if (lacks !== undefined)
    throw failure(`Unsupported field: '${lacks.letter}'`, 'java.time.temporal.UnsupportedTemporalTypeException');
  return format(parts, shown.ms, shown.zone ?? utc, letters);
};
const DateTimeFormatter = py.defineClass('java.time.format.DateTimeFormatter', {
  methods: {
    format: [['temporal'], (self, temporal) => py.text(write(self, temporal))],
    getZone: [[], ({ zone }) => (zone === undefined ? py.none : py.javaTimes.zoneId(zone))],
    withLocale: [['locale'], (self) => self],
    withZone: [['zone'], (self, zone) => formatter({ ...fieldsOf(self), zone: py.javaTimes.zoneIn(zone, 'withZone') })],
  },
});
const fieldsOf = ({ all, iso, zone }) => ({ all, iso, zone });

py.timeFormats = {
  read: (self, text) => ({ zone: self.zone, ...fieldsIn(self.all, text) }),
  write,
  unparseable,
  isFormatter: (value) => value instanceof DateTimeFormatter,
};
const isoTexts = {
  BASIC_ISO_DATE: 'yyyyMMdd',
  ISO_DATE: 'yyyy-MM-dd[XXX]',
  ISO_LOCAL_DATE: 'yyyy-MM-dd',
};
/** Formats with a variable number of digits. The functions format, and these patterns parse. */
const optional = "yyyy-MM-dd'T'HH:mm[:ss][.SSSSSS][.SSS]";
const isoTimes = {
  ISO_DATE_TIME: [`${optional}[XXX]`, ({ zone, ms }) => py.javaTimes.isoText({ zone, ms }, true)],
  ISO_INSTANT: ["yyyy-MM-dd'T'HH:mm:ss[.SSSSSS][.SSS]X", ({ ms }) => py.javaTimes.isoText({ ms, zone: utc }, true)],
  ISO_LOCAL_DATE_TIME: [optional, ({ ms, zone }) => py.javaTimes.isoText({ ms: ms + (zone?.offsetAt(ms) ?? 0) }, true)],
  ISO_OFFSET_DATE_TIME: [`${optional}XXX`, ({ ms, zone }) => py.javaTimes.isoText({ ms, zone }, true)],
};
py.offer(DateTimeFormatter, {
  ...Object.fromEntries(Object.entries(isoTexts).map(([name, pattern]) => [name, ofPattern(py.text(pattern))])),
  ...Object.fromEntries(
    Object.entries(isoTimes).map(([name, [pattern, iso]]) => [
      name,
      formatter({ all: variants(pattern).map((each) => partsOf(each, letters)), iso }),
    ]),
  ),
  ofPattern: [['pattern', 'locale?'], ofPattern],
});
py.modules['java.time.format'] = () => {
  py.importModule('java.time');
  return { DateTimeFormatter };
};
