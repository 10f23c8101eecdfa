/** Dates and times in UTC: the formats of `strftime` and `strptime`, for the modules time and datetime. */
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const dayMs = 86_400_000;

const padded = (number, width) => String(number).padStart(width, '0');

/** Returns the parts of a time in milliseconds since 1970, as Python counts them: months start at 1, Monday is 0. */
const partsOf = (ms) => {
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  return {
    year,
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    micro: date.getUTCMilliseconds() * 1000,
    weekday: (date.getUTCDay() + 6) % 7,
    yearday: Math.floor((ms - msOf({ year, month: 1, day: 1 })) / dayMs) + 1,
  };
};

/** Returns the milliseconds since 1970. A year below 100 is that year, not an abbreviation. */
const msOf = ({ year, month, day, hour = 0, minute = 0, second = 0, micro = 0 }) => {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + Math.floor(micro / 1000);
};

const formats = {
  Y: (at) => padded(at.year, 4),
  y: (at) => padded(at.year % 100, 2),
  m: (at) => padded(at.month, 2),
  d: (at) => padded(at.day, 2),
  H: (at) => padded(at.hour, 2),
  I: (at) => padded(((at.hour + 11) % 12) + 1, 2),
  M: (at) => padded(at.minute, 2),
  S: (at) => padded(at.second, 2),
  f: (at) => padded(at.micro, 6),
  p: (at) => (at.hour < 12 ? 'AM' : 'PM'),
  a: (at) => days[at.weekday].slice(0, 3),
  A: (at) => days[at.weekday],
  b: (at) => months[at.month - 1].slice(0, 3),
  B: (at) => months[at.month - 1],
  j: (at) => padded(at.yearday, 3),
  w: (at) => String((at.weekday + 1) % 7),
  U: (at) => padded(Math.floor((at.yearday + 6 - ((at.weekday + 1) % 7)) / 7), 2),
  W: (at) => padded(Math.floor((at.yearday + 6 - at.weekday) / 7), 2),
  z: (at) => at.zone ?? '',
  Z: (at) => at.zoneName ?? '',
  c: (at) => format('%a %b %e %H:%M:%S %Y', at),
  x: (at) => format('%m/%d/%y', at),
  X: (at) => format('%H:%M:%S', at),
  D: (at) => format('%m/%d/%y', at),
  F: (at) => format('%Y-%m-%d', at),
  T: (at) => format('%H:%M:%S', at),
  e: (at) => String(at.day).padStart(2, ' '),
  n: () => '\n',
  t: () => '\t',
  s: (at) => String(Math.floor(msOf(at) / 1000)),
  '%': () => '%',
};
const format = (pattern, at) => pattern.replace(/%([a-zA-Z%])/g, (whole, letter) => formats[letter]?.(at) ?? whole);

const nameIn = (names, text) => names.findIndex((name) => name.toLowerCase().startsWith(text.toLowerCase()));
const parsers = {
  Y: ['\\d{4}', (text) => ({ year: Number(text) })],
  y: ['\\d{2}', (text) => ({ year: Number(text) + (Number(text) < 69 ? 2000 : 1900) })],
  m: ['1[0-2]|0?[1-9]', (text) => ({ month: Number(text) })],
  d: ['3[01]|[12]\\d|0?[1-9]| [1-9]', (text) => ({ day: Number(text) })],
  H: ['2[0-3]|[01]?\\d', (text) => ({ hour: Number(text) })],
  I: ['1[0-2]|0?[1-9]', (text) => ({ half: Number(text) % 12 })],
  M: ['[0-5]?\\d', (text) => ({ minute: Number(text) })],
  S: ['6[01]|[0-5]?\\d', (text) => ({ second: Number(text) })],
  f: ['\\d{1,6}', (text) => ({ micro: Number(text.padEnd(6, '0')) })],
  j: ['[0-3]?\\d?\\d', (text) => ({ yearday: Number(text) })],
  p: ['[AaPp][Mm]', (text) => ({ late: /^p/i.test(text) })],
  a: [days.map((name) => name.slice(0, 3)).join('|'), () => ({})],
  A: [days.join('|'), () => ({})],
  b: [months.map((name) => name.slice(0, 3)).join('|'), (text) => ({ month: nameIn(months, text) + 1 })],
  B: [months.join('|'), (text) => ({ month: nameIn(months, text) + 1 })],
  Z: ['UTC|GMT', () => ({})],
  '%': ['%', () => ({})],
};

const together = (pattern) =>
  pattern.replaceAll('%T', '%H:%M:%S').replaceAll('%D', '%m/%d/%y').replaceAll('%F', '%Y-%m-%d');

/**
 * Compiles a `strptime` format: a regular expression with one group for each directive, and a reader for each group.
 */
const formOf = (pattern) => {
  const readers = [];
  const source = together(pattern).replace(/%([\s\S]?)|\s+|[\s\S]/g, (unit, letter) => {
    if (letter === undefined) return /^\s/.test(unit) ? '\\s+' : unit.replace(/[^A-Za-z0-9]/, '\\$&');
    if (!Object.hasOwn(parsers, letter))
      py.raise('ValueError', `'${letter}' is a bad directive in format '${pattern}'`);
    readers.push(parsers[letter][1]);
    return `(${parsers[letter][0]})`;
  });
  return { form: new RegExp(`^${source}`, 'i'), readers };
};

/** Parses a text in a `strptime` format. Raises a ValueError if it does not match. */
const parse = (text, pattern) => {
  const { form, readers } = formOf(pattern);
  const found = form.exec(text);
  if (!found) py.raise('ValueError', `time data '${text}' does not match format '${pattern}'`);
  if (found[0].length < text.length) py.raise('ValueError', `unconverted data remains: ${text.slice(found[0].length)}`);
  const read = { year: 1900, month: 1, day: 1, hour: 0, minute: 0, second: 0, micro: 0 };
  for (const [at, reader] of readers.entries()) Object.assign(read, reader(found[at + 1]));
  if (read.half !== undefined) read.hour = read.half + (read.late ? 12 : 0);
  if (read.yearday !== undefined) return partsOf(msOf({ ...read, month: 1, day: read.yearday }));
  if (read.day > daysIn(read.year, read.month)) py.raise('ValueError', 'day is out of range for month');
  return { ...read, ...placed(read) };
};

const daysIn = (year, month) => new Date(msOf({ year, month: month + 1, day: 0 })).getUTCDate();
const placed = (at) => {
  const { weekday, yearday } = partsOf(msOf(at));
  return { weekday, yearday };
};

py.calendar = { partsOf, msOf, format, parse, daysIn, placed, days, months };
