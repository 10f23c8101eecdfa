/** The module time: times in seconds. All time zones are UTC. */
const B = Sk.builtin;
const { partsOf, msOf, format, parse, placed } = py.calendar;

const fields = ['tm_year', 'tm_mon', 'tm_mday', 'tm_hour', 'tm_min', 'tm_sec', 'tm_wday', 'tm_yday', 'tm_isdst'];
const StructTime = Sk.abstr.buildNativeClass('time.struct_time', {
  constructor: function made(values) {
    B.tuple.call(this, values);
  },
  base: B.tuple,
  slots: {
    tp$getattr(name) {
      const at = fields.indexOf(name.v);
      return at < 0 ? B.tuple.prototype.tp$getattr.call(this, name) : this.v[at];
    },
    $r() {
      return py.text(
        `time.struct_time(${fields.map((name, at) => `${name}=${Sk.misceval.objectRepr(this.v[at])}`).join(', ')})`,
      );
    },
  },
});

/** Returns a struct_time. */
py.structTime = (at) =>
  new StructTime([at.year, at.month, at.day, at.hour, at.minute, at.second, at.weekday, at.yearday, 0].map(py.number));

const maxMs = 31_536_000_000;
/** Sleeps for this number of milliseconds, at most a year. */
py.pause = (ms) => py.effect('time.sleep', ({ sleep }) => sleep(Math.min(Math.ceil(ms), maxMs)));
const sleep = (seconds) => {
  if (!(seconds instanceof B.int_ || seconds instanceof B.float_)) py.raise('TypeError', 'a float is required');
  const ms = Number(seconds.v) * 1000;
  if (ms >= 0) return py.pause(ms);
  const error = new B.IOError('Invalid argument');
  error.args = new B.tuple([py.number(22), py.text('Invalid argument')]);
  throw error;
};

const now = () => Date.now();
const partsGiven = (given) => {
  if (py.isNone(given)) return partsOf(now());
  const [year, month, day, hour, minute, second] = py.items(given).map((one) => py.wholeOf(one, 'strftime'));
  const at = { year, month, day, hour, minute, second, micro: 0 };
  return { ...at, ...placed(at) };
};
const momentOf = (seconds) => (py.isNone(seconds) ? now() : Math.floor(Number(seconds.v)) * 1000);
const moment = (seconds) => py.structTime(partsOf(momentOf(seconds)));

py.modules.time = () => ({
  time: py.define('time', [], () => new B.float_(now() / 1000)),
  clock: py.define('clock', [], () => new B.float_(now() / 1000)),
  gmtime: py.define('gmtime', ['secs?'], moment),
  localtime: py.define('localtime', ['secs?'], moment),
  mktime: py.define('mktime', ['t'], (given) => new B.float_(msOf(partsGiven(given)) / 1000)),
  strftime: py.define('strftime', ['format', 't?'], (pattern, given) =>
    py.text(format(py.textOf(pattern, 'strftime'), partsGiven(given))),
  ),
  strptime: py.define('strptime', ['string', 'format?'], (text, pattern) =>
    py.structTime(parse(py.textOf(text, 'strptime'), pattern?.v ?? '%a %b %d %H:%M:%S %Y')),
  ),
  asctime: py.define('asctime', ['t?'], (given) => py.text(format('%c', partsGiven(given)))),
  ctime: py.define('ctime', ['secs?'], (seconds) => py.text(format('%c', partsOf(momentOf(seconds))))),
  sleep: py.define('sleep', ['secs'], sleep),
  timezone: py.number(0),
  altzone: py.number(0),
  daylight: py.number(0),
  tzname: new B.tuple([py.text('UTC'), py.text('UTC')]),
  struct_time: StructTime,
});

py.modules.calendar = () => ({
  timegm: py.define('timegm', ['t'], (given) => py.number(msOf(partsGiven(given)) / 1000)),
  isleap: py.define('isleap', ['year'], (year) => py.bool(py.calendar.daysIn(py.wholeOf(year, 'isleap'), 2) === 29)),
  monthrange: py.define('monthrange', ['year', 'month'], (year, month) => {
    const at = { year: py.wholeOf(year, 'monthrange'), month: py.wholeOf(month, 'monthrange'), day: 1 };
    return new B.tuple([placed(at).weekday, py.calendar.daysIn(at.year, at.month)].map(py.number));
  }),
  day_name: py.toPython(py.calendar.days),
  month_name: py.toPython(['', ...py.calendar.months]),
});
