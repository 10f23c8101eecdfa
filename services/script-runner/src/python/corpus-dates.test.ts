import { afterAll, describe, expect, test } from 'vitest';
import { startPython } from './testing.ts';

/** Scripts with the output of CPython 2.7. */
const corpus: readonly (readonly [says: string, script: string, output: string])[] = [
  [
    'dates are formatted and parsed',
    `from datetime import datetime
d = datetime.strptime('2026-02-28 23:30:05', '%Y-%m-%d %H:%M:%S')
print d, d.strftime('%d/%m/%y %I:%M %p %a %b %j'), d.isoformat()`,
    '2026-02-28 23:30:05 28/02/26 11:30 PM Sat Feb 059 2026-02-28T23:30:05\n',
  ],
  [
    'date arithmetic crosses months and leap days',
    `from datetime import datetime, timedelta, date
print datetime(2024, 2, 28) + timedelta(days=2), date(2026, 1, 1) - timedelta(1), datetime(2026, 3, 1) - datetime(2026, 2, 1)`,
    '2024-03-01 00:00:00 2025-12-31 28 days, 0:00:00\n',
  ],
  [
    'timedeltas are computed and formatted',
    `from datetime import timedelta
t = timedelta(days=1, hours=2, minutes=3)
print t, t.days, t.seconds, t.total_seconds(), timedelta(minutes=-1), t * 2, repr(timedelta(0, 5))`,
    '1 day, 2:03:00 1 7380 93780.0 -1 day, 23:59:00 2 days, 4:06:00 datetime.timedelta(0, 5)\n',
  ],
  [
    'dates are compared',
    `from datetime import datetime, date
print datetime(2026, 1, 1) < datetime(2026, 1, 2), date(2026, 1, 1) == date(2026, 1, 1), max(date(2025, 1, 1), date(2026, 1, 1))`,
    'True True 2026-01-01\n',
  ],
  [
    'dates have a weekday and parts',
    `from datetime import datetime
d = datetime(2026, 11, 20, 21, 5, 6, 7)
print d.weekday(), d.isoweekday(), d.year, d.hour, d.microsecond, d.date(), d.replace(hour=0), repr(d), d.isoformat(' ')`,
    '4 5 2026 21 7 2026-11-20 2026-11-20 00:05:06.000007 datetime.datetime(2026, 11, 20, 21, 5, 6, 7) 2026-11-20 21:05:06.000007\n',
  ],
  [
    'fractions of a second are parsed',
    `from datetime import datetime
print datetime.strptime('2026-01-02T03:04:05.678', '%Y-%m-%dT%H:%M:%S.%f').microsecond`,
    '678000\n',
  ],
  [
    'an invalid date is rejected',
    `from datetime import datetime
for text in ['nope', '2026-02-30']:
    try:
        datetime.strptime(text, '%Y-%m-%d')
    except ValueError, e:
        print e
try:
    datetime(2026, 13, 1)
except ValueError, e:
    print e`,
    `time data 'nope' does not match format '%Y-%m-%d'
day is out of range for month
month must be in 1..12
`,
  ],
  [
    'time counts seconds in UTC',
    `import time
print time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(86400)), time.gmtime(0).tm_year, time.strptime('20 Nov 26', '%d %b %y')[:3], time.time() > 1e9`,
    '1970-01-02T00:00:00Z 1970 (2026, 11, 20) True\n',
  ],
  [
    'dates are keys of dicts',
    `from datetime import date
d = {date(2026, 1, 1): 'new year'}
print d[date(2026, 1, 1)]`,
    'new year\n',
  ],
  [
    'calendar has the lengths of months',
    `import calendar
print calendar.monthrange(2024, 2), calendar.isleap(2023), calendar.timegm((1970, 1, 2, 0, 0, 0))`,
    '(3, 29) False 86400\n',
  ],
];

const python = startPython();
afterAll(python.stop);

describe('dates and times', () => {
  test.each(corpus)('%s', (_, script, output) => {
    const { error, output: printed } = python.run(script);
    expect({ error, printed }).toEqual({ error: null, printed: output });
  });
});
