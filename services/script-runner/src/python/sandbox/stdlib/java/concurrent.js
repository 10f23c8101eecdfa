/** java.util.concurrent: TimeUnit, whose `sleep` waits. */
py.importModule('java.lang');

const unitsMs = {
  MILLISECONDS: 1,
  SECONDS: 1_000,
  MINUTES: 60_000,
  HOURS: 3_600_000,
  DAYS: 86_400_000,
};
const timeIn = (unit, count) => py.wholeOf(count, unit.name) * unitsMs[unit.name];
const conversions = Object.entries(unitsMs).map(([name, ms]) => [
  `to${name[0]}${name.slice(1).toLowerCase()}`,
  [['duration'], (unit, count) => py.number(Math.trunc(timeIn(unit, count) / ms))],
]);
const TimeUnit = py.defineClass('java.util.concurrent.TimeUnit', {
  methods: {
    ...Object.fromEntries(conversions),
    sleep: [['timeout'], (unit, count) => py.sleepAsJava(Math.max(timeIn(unit, count), 0))],
    toString: [[], ({ name }) => py.text(name)],
  },
  slots: {
    tp$str() {
      return py.text(this.name);
    },
  },
});
py.offer(
  TimeUnit,
  Object.fromEntries(Object.keys(unitsMs).map((name) => [name, Object.assign(new TimeUnit(), { name })])),
);
py.modules['java.util.concurrent'] = () => ({ TimeUnit });
