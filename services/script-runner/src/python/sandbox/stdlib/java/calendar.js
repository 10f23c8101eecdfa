/** java.util.Calendar: a time with parts that can be read, set and added, in a time zone. */
const { utc, zoneIn, made, fromLocal } = py.zones;
const { days, months } = py.calendar;
const { msOf, dateOf, illegal } = py.javaDateValues;

const startOfYear = (at) => Date.UTC(at.getUTCFullYear(), 0, 1);
const dayOfYear = (at) => Math.floor((at.getTime() - startOfYear(at)) / 86_400_000) + 1;
const fields = {
  YEAR: [1, (at) => at.getUTCFullYear(), (at, value) => at.setUTCFullYear(value)],
  MONTH: [2, (at) => at.getUTCMonth(), (at, value) => at.setUTCMonth(value)],
  DATE: [5, (at) => at.getUTCDate(), (at, value) => at.setUTCDate(value)],
  DAY_OF_MONTH: [5, (at) => at.getUTCDate(), (at, value) => at.setUTCDate(value)],
  DAY_OF_YEAR: [6, dayOfYear, (at, value) => at.setUTCMonth(0, value)],
  DAY_OF_WEEK: [
    7,
    (at) => at.getUTCDay() + 1,
    (at, value) => at.setUTCDate(at.getUTCDate() + value - at.getUTCDay() - 1),
  ],
  HOUR: [
    10,
    (at) => at.getUTCHours() % 12,
    (at, value) => at.setUTCHours(Math.floor(at.getUTCHours() / 12) * 12 + value),
  ],
  HOUR_OF_DAY: [11, (at) => at.getUTCHours(), (at, value) => at.setUTCHours(value)],
  MINUTE: [12, (at) => at.getUTCMinutes(), (at, value) => at.setUTCMinutes(value)],
  SECOND: [13, (at) => at.getUTCSeconds(), (at, value) => at.setUTCSeconds(value)],
  MILLISECOND: [14, (at) => at.getUTCMilliseconds(), (at, value) => at.setUTCMilliseconds(value)],
};
const fieldOf = (given) => {
  const no = py.wholeOf(given, 'Calendar');
  const found = Object.values(fields).find(([one]) => one === no) ?? illegal(`unknown field ${no}`);
  return { no, get: found[1], set: found[2] };
};

/** Returns the local time of the calendar as a Date whose UTC parts have the values of the local time. */
const clockOf = ({ ms, zone }) => new Date(ms + zone.offsetAt(ms));
const changed = (calendar, change) => {
  const at = clockOf(calendar);
  change(at);
  calendar.ms = dateOf(fromLocal(calendar.zone, at.getTime())).ms;
};
/** Durations in milliseconds of fields with a constant length, by field number. */
const spans = { 10: 3_600_000, 11: 3_600_000, 12: 60_000, 13: 1_000, 14: 1 };
const added = (calendar, field, amount) => {
  const span = spans[field.no];
  if (span === undefined) changed(calendar, (at) => add(at, field, amount));
  else calendar.ms = dateOf(calendar.ms + span * amount).ms;
};
/** Adds to a field. A month later is the same day, or the last day of a shorter month. */
const add = (at, { no, get, set }, amount) => {
  const day = at.getUTCDate();
  const isLong = no === 1 || no === 2;
  if (isLong) at.setUTCDate(1);
  set(at, get(at) + amount);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  if (isLong) at.setUTCDate(Math.min(day, last));
};
const setAll = (at, [year, month, day, hour, minute = 0, second]) => {
  at.setUTCFullYear(year, month, day);
  if (hour !== undefined) at.setUTCHours(hour, minute);
  if (second !== undefined) at.setUTCSeconds(second);
};

const monthNumbers = months.map((name, no) => [name.toUpperCase(), py.number(no)]);
const dayNumbers = days.map((name, no) => [name.toUpperCase(), py.number(((no + 1) % 7) + 1)]);
const Calendar = py.defineType('java.util.Calendar', {
  create: () => py.raise('TypeError', 'java.util.Calendar is made by getInstance()'),
  getters: { time: (calendar) => dateOf(calendar.ms), timeInMillis: (calendar) => py.number(calendar.ms) },
  methods: {
    add: [['field', 'amount'], (calendar, no, amount) => added(calendar, fieldOf(no), py.wholeOf(amount, 'add'))],
    get: [['field'], (calendar, no) => py.number(fieldOf(no).get(clockOf(calendar)))],
    getTime: [[], (calendar) => dateOf(calendar.ms)],
    getTimeInMillis: [[], (calendar) => py.number(calendar.ms)],
    set: [
      ['field', 'value', 'day?', 'hour?', 'minute?', 'second?'],
      (calendar, ...given) => {
        const values = given.filter((one) => one !== undefined).map((one) => py.wholeOf(one, 'set'));
        const isField = values.length === 2;
        changed(calendar, (at) => (isField ? fieldOf(given[0]).set(at, values[1]) : setAll(at, values)));
      },
    ],
    setTime: [['date'], (calendar, date) => void Object.assign(calendar, { ms: msOf(date) })],
    setTimeInMillis: [['ms'], (calendar, ms) => void Object.assign(calendar, { ms: msOf(ms) })],
    getTimeZone: [[], (calendar) => made(calendar.zone)],
    setTimeZone: [['zone'], (calendar, zone) => void Object.assign(calendar, { zone: zoneIn(zone, 'setTimeZone') })],
  },
  statics: {
    getInstance: [
      ['zone?'],
      (zone) =>
        Object.assign(new Calendar(), { ms: Date.now(), zone: zone === undefined ? utc : zoneIn(zone, 'getInstance') }),
    ],
    ...Object.fromEntries(Object.entries(fields).map(([name, [no]]) => [name, py.number(no)])),
    ...Object.fromEntries([...monthNumbers, ...dayNumbers]),
  },
});
py.javaDates.Calendar = Calendar;
