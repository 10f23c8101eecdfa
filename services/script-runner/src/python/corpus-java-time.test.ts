import { afterAll, describe, expect, test } from 'vitest';
import { startPython } from './testing.ts';

/** Scripts with java.time, readers, Properties and URL, and the output of Java 17. */
const corpus: readonly (readonly [says: string, script: string, output: string])[] = [
  [
    'dates without a zone are added and compared',
    `from java.time import LocalDate, LocalDateTime, LocalTime, DayOfWeek, Month
from java.time.temporal import ChronoUnit
d = LocalDate.of(2020, 1, 31)
print d, d.plusMonths(1), d.plusDays(1), d.minusYears(1), d.plus(2, ChronoUnit.WEEKS), d.getDayOfWeek(), d.dayOfYear, d.getMonth(), d.monthValue
print d.isBefore(LocalDate.parse('2020-02-01')), d == LocalDate.of(2020, Month.JANUARY, 31), d < d.plusDays(1), d.lengthOfMonth(), d.isLeapYear(), d.withDayOfMonth(5), d.withMonth(2)
print ChronoUnit.DAYS.between(d, LocalDate.of(2021, 1, 31)), ChronoUnit.MONTHS.between(d, LocalDate.of(2020, 3, 30)), d.until(LocalDate.of(2019, 1, 30), ChronoUnit.YEARS), d.getDayOfWeek() == DayOfWeek.FRIDAY, d.toEpochDay()
t = LocalDateTime.of(2020, 1, 2, 3, 4)
print t, t.plusSeconds(5), t.withHour(23), t.toLocalDate(), t.toLocalTime(), d.atTime(1, 2, 3), d.atStartOfDay(), LocalDateTime.parse('2020-01-02T03:04:05.678'), t.truncatedTo(ChronoUnit.HOURS), LocalTime.of(9, 5)
for text in ['2020-02-30', '2020-1-2', 'x', '2020-01-02T03:04:05']:
    try:
        print LocalDate.parse(text)
    except Exception, e:
        print e.getMessage()`,
    `2020-01-31 2020-02-29 2020-02-01 2019-01-31 2020-02-14 FRIDAY 31 JANUARY 1
True True True 31 True 2020-01-05 2020-02-29
366 1 -1 True 18292
2020-01-02T03:04 2020-01-02T03:04:05 2020-01-02T23:04 2020-01-02 03:04 2020-01-31T01:02:03 2020-01-31T00:00 2020-01-02T03:04:05.678 2020-01-02T03:00 09:05
Text '2020-02-30' could not be parsed
Text '2020-1-2' could not be parsed
Text 'x' could not be parsed
Text '2020-01-02T03:04:05' could not be parsed
`,
  ],
  [
    'zones have offsets from the tables',
    `from java.time import ZonedDateTime, ZoneId, ZoneOffset, Instant, LocalDateTime, OffsetDateTime
z = ZonedDateTime.of(2020, 3, 28, 12, 0, 0, 0, ZoneId.of('Europe/Berlin'))
print z, z.plusDays(1), z.plusHours(24), z.toInstant(), z.getOffset(), z.getZone(), z.withZoneSameInstant(ZoneId.of('UTC')), z.toOffsetDateTime(), z.toLocalDateTime()
i = Instant.parse('2020-01-02T03:04:05Z')
print i, i.toEpochMilli(), i.getEpochSecond(), i.plusSeconds(60), i.atZone(ZoneId.of('America/New_York')), Instant.ofEpochMilli(1577934245678), Instant.EPOCH, i.isAfter(Instant.now())
print LocalDateTime.of(2020, 7, 1, 0, 0).atZone(ZoneId.of('Europe/Berlin')).toInstant(), OffsetDateTime.parse('2020-01-02T03:04:05+02:00').toInstant(), ZonedDateTime.parse('2020-01-02T03:04+01:00[Europe/Paris]'), LocalDateTime.ofInstant(i, ZoneOffset.UTC), ZoneOffset.of('+02:00'), i.atOffset(ZoneOffset.UTC)
try:
    ZoneId.of('Nowhere/City')
except Exception, e:
    print e.getMessage()`,
    `2020-03-28T12:00+01:00[Europe/Berlin] 2020-03-29T12:00+02:00[Europe/Berlin] 2020-03-29T13:00+02:00[Europe/Berlin] 2020-03-28T11:00:00Z +01:00 Europe/Berlin 2020-03-28T11:00Z[UTC] 2020-03-28T12:00+01:00 2020-03-28T12:00
2020-01-02T03:04:05Z 1577934245000 1577934245 2020-01-02T03:05:05Z 2020-01-01T22:04:05-05:00[America/New_York] 2020-01-02T03:04:05.678Z 1970-01-01T00:00:00Z False
2020-06-30T22:00:00Z 2020-01-02T01:04:05Z 2020-01-02T03:04+01:00[Europe/Paris] 2020-01-02T03:04:05 +02:00 2020-01-02T03:04:05Z
Unknown time-zone ID: Nowhere/City
`,
  ],
  [
    'patterns format and parse dates',
    `from java.time import LocalDate, LocalDateTime, ZonedDateTime, ZoneId
from java.time.format import DateTimeFormatter, DateTimeParseException
t = ZonedDateTime.of(2020, 1, 2, 3, 4, 5, 678000000, ZoneId.of('Europe/Berlin'))
for pattern in ['yyyy-MM-dd HH:mm:ss.SSS', "EEE d MMM uuuu 'at' h:mm a", "yyyyMMdd'T'HHmmssXXX", 'EEEE, MMMM d VV', 'yyyy-MM-dd[ HH:mm]']:
    print t.format(DateTimeFormatter.ofPattern(pattern)), '|',
print
f = DateTimeFormatter
print f.ISO_LOCAL_DATE.format(t), f.ISO_INSTANT.format(t), f.ISO_OFFSET_DATE_TIME.format(t), f.ISO_LOCAL_DATE_TIME.format(t), f.BASIC_ISO_DATE.format(t), f.ofPattern('HH:mm').withZone(ZoneId.of('UTC')).format(t.toInstant())
print LocalDate.parse('31/12/2020', f.ofPattern('dd/MM/yyyy')), LocalDateTime.parse('2020-01-02 15:04', f.ofPattern('yyyy-MM-dd HH:mm')), LocalDateTime.parse('Jan 2, 2020 3:04 PM', f.ofPattern('MMM d, yyyy h:mm a')), LocalDate.parse('20200102', f.BASIC_ISO_DATE), ZonedDateTime.parse('2020-01-02T03:04:05Z', f.ISO_DATE_TIME), LocalDate.parse('2020-01-02', f.ofPattern('yyyy-MM-dd[ HH:mm]'))
for attempt in [lambda: LocalDate.parse('2020', f.ofPattern('yyyy')), lambda: LocalDate.parse('1/2/2020', f.ofPattern('dd/MM/yyyy'))]:
    try:
        attempt()
    except DateTimeParseException, e:
        print e.getMessage()
for attempt in [lambda: LocalDate.of(2020, 1, 1).format(f.ofPattern('HH')), lambda: LocalDate.of(2020, 1, 1).plusHours(1), lambda: LocalDate.of(2020, 13, 1)]:
    try:
        attempt()
    except Exception, e:
        print type(e).__name__`,
    `2020-01-02 03:04:05.678 | Thu 2 Jan 2020 at 3:04 AM | 20200102T030405+01:00 | Thursday, January 2 Europe/Berlin | 2020-01-02 03:04 |
2020-01-02 2020-01-02T02:04:05.678Z 2020-01-02T03:04:05.678+01:00 2020-01-02T03:04:05.678 20200102 02:04
2020-12-31 2020-01-02T15:04 2020-01-02T15:04 2020-01-02 2020-01-02T03:04:05Z 2020-01-02
Text '2020' could not be parsed
Text '1/2/2020' could not be parsed
UnsupportedTemporalTypeException
AttributeError
DateTimeException
`,
  ],
  [
    'durations are lengths of time',
    `from java.time import Duration, Instant, LocalDateTime
from java.time.temporal import ChronoUnit
from java.util import Date
d = Duration.between(Instant.parse('2020-01-01T00:00:00Z'), Instant.parse('2020-01-02T03:04:05.500Z'))
print d, d.toDays(), d.toHours(), d.toMinutes(), d.getSeconds(), d.toMillis(), d.toHoursPart(), Duration.ofMinutes(90), Duration.ZERO, d.plusHours(1).compareTo(d), Duration.parse('PT1H30M') == Duration.ofMinutes(90), Duration.ofSeconds(-1).isNegative()
print LocalDateTime.of(2020, 1, 1, 0, 0).plus(Duration.ofHours(5)), ChronoUnit.HOURS.between(LocalDateTime.of(2020, 1, 1, 0, 0), LocalDateTime.of(2020, 1, 2, 1, 59)), Date(0).toInstant()`,
    `PT27H4M5.5S 1 27 1624 97445 97445500 3 PT1H30M PT0S 1 True True
2020-01-01T05:00 25 1970-01-01T00:00:00Z
`,
  ],
  [
    'Properties read the format of their files',
    `from java.util import Properties
from java.io import StringReader, ByteArrayInputStream, InputStreamReader, StringWriter
from java.lang import String
p = Properties()
p.load(StringReader("""# comment
! other
a=1
b : two words
  c\\ d   three \\\\
     lines
key\\=x=\\u0041\\tz
empty
"""))
print p.getProperty('a'), p.getProperty('b'), p.getProperty('c d'), repr(p.getProperty('key=x')), repr(p.getProperty('empty')), p.getProperty('none'), p.getProperty('none', 'x')
print sorted(p.stringPropertyNames()), p.size(), p['a'], p.setProperty('a', '2'), p.get('a'), p.containsKey('a'), sorted([(e.getKey(), e.getValue()) for e in p.entrySet()])[0], p.isEmpty()
q = Properties(p)
q.load(ByteArrayInputStream(String('n=v').getBytes()))
print q.getProperty('n'), q.getProperty('a'), 'a' in q, sorted(q.stringPropertyNames())[-1], q
w = StringWriter()
q.setProperty('x y', ' a=b')
q.store(w, 'said')
print w.toString()`,
    `1 two words three lines 'A\\tz' '' None x
['a', 'b', 'c d', 'empty', 'key=x'] 5 1 1 2 True ('a', '2') False
v 2 False n {n=v}
#said
n=v
x\\ y=\\ a\\=b

`,
  ],
  [
    'readers share the rest of a text',
    `from java.io import StringReader, BufferedReader, InputStreamReader, ByteArrayInputStream, ByteArrayOutputStream, IOException
r = BufferedReader(StringReader('one\\r\\ntwo\\n\\nlast'))
print r.readLine(), r.read(), r.ready(), r.readLine(), repr(r.readLine()), r.readLine(), r.readLine(), r.ready()
print [line for line in BufferedReader(InputStreamReader(ByteArrayInputStream(u'h\\u00e9\\nx'.encode('utf-8')), 'UTF-8'))] == [u'h\\u00e9', 'x']
o = ByteArrayOutputStream()
o.write('ab')
o.write(99)
print o.toString(), o.size(), ByteArrayInputStream(o.toByteArray()).read()
r = StringReader('x')
r.close()
try:
    r.read()
except IOException, e:
    print e.getMessage()`,
    `one 116 True wo '' last None False
True
abc 3 97
Stream closed
`,
  ],
  [
    'a URL is parsed without a connection',
    `from java.net import URL, MalformedURLException
u = URL('https://user:x@host.test:8443/a/b?q=1#top')
print u.getProtocol(), u.host, u.getPort(), u.getDefaultPort(), u.path, u.getQuery(), u.getFile(), u.getRef(), u.getUserInfo(), u.getAuthority(), u, u.toURI().getHost()
print URL('http', 'h.test', 80, '/x'), URL('http', 'h.test', '/x').getPort(), URL(URL('http://h.test/a/b'), 'c'), URL('http://h.test') == URL('http://h.test'), URL('http://h.test').getRef()
for text in ['host.test', 'gopher://x']:
    try:
        URL(text)
    except MalformedURLException, e:
        print e.getMessage()
try:
    u.openConnection()
except NotImplementedError, e:
    print e`,
    `https host.test 8443 443 /a/b q=1 /a/b?q=1 top user:x user:x@host.test:8443 https://user:x@host.test:8443/a/b?q=1#top host.test
http://h.test:80/x -1 http://h.test/a/c True None
no protocol: host.test
unknown protocol: gopher
java.net.URL is not supported: use requests, urllib2 or HttpRequest to make a request
`,
  ],
  [
    'strings and bytes are encoded, and lists have all method names',
    `from java.util import Base64, LinkedList, Vector
print Base64.getEncoder().encodeToString('user:x'), Base64.getDecoder().decode('dXNlcjp4'), Base64.getUrlEncoder().encodeToString('??>'), LinkedList([1]).get(0), Vector([2])`,
    `dXNlcjp4 user:x Pz8- 1 [2]
`,
  ],
];

const python = startPython();
afterAll(python.stop);

describe('Java names in scripts: dates and readers', () => {
  test.each(corpus)('%s', (_, script, output) => {
    const { error, output: printed } = python.run(script);
    expect({ error, printed }).toEqual({ error: null, printed: output });
  });
});
