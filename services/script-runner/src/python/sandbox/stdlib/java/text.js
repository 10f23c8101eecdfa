/**
 * java.text.SimpleDateFormat: formats and parses times by a pattern of letters, in English. The default time zone is
 * UTC.
 */
py.importModule('java.util');
const { days, months } = py.calendar;
const { msOf, dateOf, illegal } = py.javaDateValues;

const padded = (number, width) => String(number).padStart(width, '0');
const named = (names, no, width) => (width > 3 ? names[no] : names[no].slice(0, 3));
const { utc, zoneIn, made, fromLocal, offsetText, nameAt } = py.zones;

const zoneName = (_, width, { zone, ms }) => nameAt(zone, ms, width < 4 ? 'short' : 'long');
const isoOffset = (_, width, { zone, ms }) => {
  if (zone.offsetAt(ms) === 0) return 'Z';
  const text = offsetText(zone, ms, width === 3 ? ':' : '');
  return width === 1 ? text.slice(0, 3) : text;
};
const startOfYear = (at) => Date.UTC(at.getUTCFullYear(), 0, 1);

/** The formatter of each letter. `width` is the number of repetitions of the letter. */
const writes = {
  G: () => 'AD',
  y: (at, width) => padded(width === 2 ? at.getUTCFullYear() % 100 : at.getUTCFullYear(), width),
  M: (at, width) => (width > 2 ? named(months, at.getUTCMonth(), width) : padded(at.getUTCMonth() + 1, width)),
  d: (at, width) => padded(at.getUTCDate(), width),
  D: (at, width) => padded(Math.floor((at.getTime() - startOfYear(at)) / 86_400_000) + 1, width),
  E: (at, width) => named(days, (at.getUTCDay() + 6) % 7, width),
  u: (at, width) => padded(at.getUTCDay() || 7, width),
  a: (at) => (at.getUTCHours() < 12 ? 'AM' : 'PM'),
  H: (at, width) => padded(at.getUTCHours(), width),
  k: (at, width) => padded(at.getUTCHours() || 24, width),
  K: (at, width) => padded(at.getUTCHours() % 12, width),
  h: (at, width) => padded(at.getUTCHours() % 12 || 12, width),
  m: (at, width) => padded(at.getUTCMinutes(), width),
  s: (at, width) => padded(at.getUTCSeconds(), width),
  S: (at, width) => padded(at.getUTCMilliseconds(), width),
  z: zoneName,
  Z: (_, _width, { zone, ms }) => offsetText(zone, ms, ''),
  X: isoOffset,
};

/** The parts of a pattern: `{ letter, width }`, or `{ text }`. */
const partsOf = (pattern, letters = writes) =>
  [...pattern.matchAll(/([A-Za-z])\1*|'((?:[^']|'')*)'|[^A-Za-z']+|'/g)].map(([whole, letter, quoted]) => {
    if (letter === undefined) return { text: quoted === undefined ? whole : quoted.replaceAll("''", "'") || "'" };
    if (!Object.hasOwn(letters, letter)) illegal(`Illegal pattern character '${letter}'`);
    return { letter, width: whole.length };
  });

const format = (parts, ms, zone, letters = writes) => {
  const clock = new Date(ms + zone.offsetAt(ms));
  return parts.map(({ text, letter, width }) => text ?? letters[letter](clock, width, { zone, ms })).join('');
};

const monthAt = (text) => months.findIndex((name) => name.slice(0, 3).toLowerCase() === text.slice(0, 3).toLowerCase());
const offsetOf = (text) => {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)?$/.exec(text.replace(/^(?:UTC|GMT|Z)/, '')) ?? [];
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0)) * 60_000;
};
const century = (text, width) => {
  const year = Number(text);
  if (width > 2 || text.length !== 2) return year;
  const now = new Date().getUTCFullYear();
  const near = Math.floor(now / 100) * 100 + year;
  if (near > now + 20) return near - 100;
  return near <= now - 80 ? near + 100 : near;
};
/** The parser of each letter, which returns members of a date. */
const reads = {
  y: (text, width) => ({ year: century(text, width) }),
  M: (text, width) => ({ month: width > 2 ? monthAt(text) : Number(text) - 1 }),
  d: (text) => ({ day: Number(text) }),
  D: (text) => ({ month: 0, day: Number(text) }),
  H: (text) => ({ hour: Number(text) }),
  k: (text) => ({ hour: Number(text) % 24 }),
  K: (text) => ({ half: Number(text) }),
  h: (text) => ({ half: Number(text) % 12 }),
  a: (text) => ({ isLate: text.toUpperCase() === 'PM' }),
  m: (text) => ({ minute: Number(text) }),
  s: (text) => ({ second: Number(text) }),
  S: (text) => ({ ms: Number(text) }),
  z: (text) => ({ offset: offsetOf(text) }),
  Z: (text) => ({ offset: offsetOf(text) }),
  X: (text) => ({ offset: offsetOf(text) }),
};

const isNumber = ({ letter, width } = {}) =>
  letter !== undefined && 'yMdDukKHhmsS'.includes(letter) && !(letter === 'M' && width > 2);
/**
 * Returns the regular expression for a part at the beginning of a text; null for literal text. A number takes all
 * digits. If another number follows, it takes at most `width` digits.
 */
const expected = (part, next) => {
  if (part.text !== undefined) return null;
  if (isNumber(part)) return isNumber(next) ? new RegExp(`^-?\\d{1,${part.width}}`) : /^\s*-?\d+/;
  return 'zZX'.includes(part.letter) ? /^(?:(?:UTC|GMT|Z)?[+-]\d\d:?(?:\d\d)?|UTC|GMT|Z)/ : /^[A-Za-z]+/;
};
const unparseable = (text) => {
  throw new (py.standIn('java.text.ParseException'))(`Unparseable date: "${text}"`);
};
const parse = (parts, text, zone) => {
  let at = 0;
  let fields = { year: 1970, month: 0, day: 1, hour: 0, minute: 0, second: 0, ms: 0, isLate: false };
  parts.forEach((part, no) => {
    const rest = text.slice(at);
    const pattern = expected(part, parts[no + 1]);
    const found = pattern === null ? (rest.startsWith(part.text) ? part.text : undefined) : pattern.exec(rest)?.[0];
    if (found === undefined) unparseable(text);
    at += found.length;
    fields = { ...fields, ...reads[part.letter]?.(found.trim(), part.width) };
  });
  if (fields.month < 0) unparseable(text);
  const midnight = new Date(0);
  midnight.setUTCFullYear(fields.year, fields.month, fields.day);
  const hour = fields.half === undefined ? fields.hour : fields.half + (fields.isLate ? 12 : 0);
  const local = midnight.getTime() + ((hour * 60 + fields.minute) * 60 + fields.second) * 1000 + fields.ms;
  return fields.offset === undefined ? fromLocal(zone, local) : local - fields.offset;
};

const SimpleDateFormat = py.defineType('java.text.SimpleDateFormat', {
  create: ([pattern]) => {
    const text = pattern === undefined ? 'M/d/yy h:mm a' : py.textOf(pattern, 'SimpleDateFormat');
    return Object.assign(new SimpleDateFormat(), { pattern: text, parts: partsOf(text), zone: utc });
  },
  methods: {
    applyPattern: [
      ['pattern'],
      (self, { v: pattern }) => void Object.assign(self, { pattern, parts: partsOf(pattern) }),
    ],
    format: [['date'], (self, date) => py.text(format(self.parts, msOf(date), self.zone))],
    parse: [['text'], (self, text) => dateOf(parse(self.parts, py.textOf(text, 'parse'), self.zone))],
    setLenient: [['lenient'], () => undefined],
    getTimeZone: [[], (self) => made(self.zone)],
    setTimeZone: [['zone'], (self, zone) => void Object.assign(self, { zone: zoneIn(zone, 'setTimeZone') })],
    toPattern: [[], (self) => py.text(self.pattern)],
  },
});
py.datePatterns = { century, format, monthAt, offsetOf, partsOf, writes };
for (const file of ['java/numbers/number-formats', 'java/numbers/message-format']) py.loadFile(file);
const { DecimalFormat, DecimalFormatSymbols, MessageFormat, NumberFormat } = py.javaNumberFormats;
py.modules['java.text'] = () => ({
  DecimalFormat,
  DecimalFormatSymbols,
  MessageFormat,
  NumberFormat,
  SimpleDateFormat,
});
