/** java.util.TimeZone: time zones by name, with the offsets from the tables of the JavaScript engine. */

/** Short names of Java that the tables lack. */
const aliases = {
  ACT: 'Australia/Darwin',
  AET: 'Australia/Sydney',
  BST: 'Asia/Dhaka',
  CST: 'America/Chicago',
  CTT: 'Asia/Shanghai',
  ECT: 'Europe/Paris',
  IST: 'Asia/Kolkata',
  JST: 'Asia/Tokyo',
  PST: 'America/Los_Angeles',
  Z: 'UTC',
  Zulu: 'UTC',
};
const utcNames = ['UTC', 'GMT', 'UCT', 'Etc/UTC', 'Etc/GMT', 'Etc/UCT', 'Universal', 'Greenwich'];

const parts = {
  ...{ calendar: 'iso8601', numberingSystem: 'latn', hourCycle: 'h23', year: 'numeric', month: 'numeric' },
  ...{ day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
};
const most = 200;
const writers = new Map();
/** Returns the formatter for a zone; undefined for an unknown zone. */
const writerOf = (name) => {
  if (!writers.has(name)) {
    if (writers.size >= most) writers.clear();
    try {
      writers.set(name, new Intl.DateTimeFormat('en-US', { ...parts, timeZone: name }));
    } catch {
      return undefined;
    }
  }
  return writers.get(name);
};

/** Returns the offset of a zone from UTC in milliseconds. */
const offsetIn = (writer, ms) => {
  const second = Math.floor(ms / 1000) * 1000;
  const at = Object.fromEntries(writer.formatToParts(second).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(at.year, at.month - 1, at.day, at.hour, at.minute, at.second) - second;
};

const custom = /^GMT([+-])(\d{1,2})(?::?(\d\d))?$/;
const fixed = (id) => {
  const [, sign, hours, minutes = '0'] = custom.exec(id) ?? [];
  if (sign === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  const [two, zero] = [hours.padStart(2, '0'), minutes.padStart(2, '0')];
  return { id: offset === 0 ? 'GMT' : `GMT${sign}${two}:${zero}`, offsetAt: () => offset };
};

const utc = { id: 'UTC', offsetAt: () => 0 };
/** Returns a zone as `{ id, offsetAt(ms) }`. An unknown name means GMT, as in Java. */
const zoneOf = (id) => {
  if (utcNames.includes(id)) return { id, offsetAt: () => 0 };
  const name = Object.hasOwn(aliases, id) ? aliases[id] : id;
  const offset = fixed(id);
  if (offset !== undefined) return offset;
  const writer = /^[A-Za-z]/.test(name) ? writerOf(name) : undefined;
  return writer === undefined ? { id: 'GMT', offsetAt: () => 0 } : { id, name, offsetAt: (ms) => offsetIn(writer, ms) };
};

/** Returns the time at which the clock of a zone shows a local time. */
const fromLocal = (zone, local) => {
  const near = local - zone.offsetAt(local);
  // near a change of the clock, the offset may be that on the other side of the change
  return local - zone.offsetAt(near);
};

const offsetText = (zone, ms, colon) => {
  const minutes = Math.round(Math.abs(zone.offsetAt(ms)) / 60_000);
  const two = (number) => String(number).padStart(2, '0');
  return `${zone.offsetAt(ms) < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${colon}${two(minutes % 60)}`;
};
/** Returns the name of a zone at a time: `CET` or `Central European Standard Time`. */
const nameAt = (zone, ms, style) => {
  if (zone.name === undefined) {
    if (zone.id.startsWith('GMT') && zone.id !== 'GMT') return zone.id;
    return style === 'long' ? 'Coordinated Universal Time' : 'UTC';
  }
  const named = ['en-US', 'en-GB', 'en-AU'].map((locale) => {
    const writer = new Intl.DateTimeFormat(locale, { timeZone: zone.name, timeZoneName: style });
    return writer.formatToParts(ms).find(({ type }) => type === 'timeZoneName').value;
  });
  return named.find((one) => !/^(?:GMT|UTC)[+-]/.test(one)) ?? `GMT${offsetText(zone, ms, ':')}`;
};

/**
 * Returns the offset of a zone without daylight saving time: the smaller one of its offsets on January 1 and July 1.
 */
const least = (zone, ms) => {
  const year = new Date(ms).getUTCFullYear();
  return Math.min(zone.offsetAt(Date.UTC(year, 0, 1)), zone.offsetAt(Date.UTC(year, 6, 1)));
};

const TimeZone = py.defineType('java.util.TimeZone', {
  create: () => py.raise('TypeError', 'java.util.TimeZone is made by getTimeZone()'),
  slots: {
    $r() {
      return py.text(this.zone.id);
    },
  },
  getters: { ID: ({ zone }) => py.text(zone.id) },
  methods: {
    getDisplayName: [
      ['daylight?', 'style?'],
      ({ zone }, _, style) => {
        const isShort = style !== undefined && py.wholeOf(style, 'getDisplayName') === 0;
        return py.text(nameAt(zone, Date.UTC(2001, 0, 1), isShort ? 'short' : 'long'));
      },
    ],
    getID: [[], ({ zone }) => py.text(zone.id)],
    getOffset: [['ms'], ({ zone }, ms) => py.number(zone.offsetAt(py.wholeOf(ms, 'getOffset')))],
    getRawOffset: [[], ({ zone }) => py.number(least(zone, Date.now()))],
    inDaylightTime: [
      ['date'],
      ({ zone }, date) => {
        const ms = py.javaDateValues.msOf(date);
        return py.bool(zone.offsetAt(ms) > least(zone, ms));
      },
    ],
    toString: [[], ({ zone }) => py.text(zone.id)],
    useDaylightTime: [
      [],
      ({ zone }) => {
        const year = new Date(Date.now()).getUTCFullYear();
        return py.bool(zone.offsetAt(Date.UTC(year, 0, 1)) !== zone.offsetAt(Date.UTC(year, 6, 1)));
      },
    ],
  },
});
const made = (zone) => Object.assign(new TimeZone(), { zone });
py.offer(TimeZone, {
  LONG: py.number(1),
  SHORT: py.number(0),
  getDefault: [[], () => made(utc)],
  getTimeZone: [['id'], (id) => made(zoneOf(py.textOf(id, 'getTimeZone')))],
});

/** Returns the zone of a TimeZone; UTC for None. Raises a TypeError for other values. */
const zoneIn = (value, name) => {
  if (py.isNone(value)) return utc;
  if (!(value instanceof TimeZone)) py.raise('TypeError', `${name}() expects a TimeZone`);
  return value.zone;
};

py.zones = { TimeZone, utc, zoneOf, fixed, zoneIn, made, fromLocal, offsetText, nameAt };
