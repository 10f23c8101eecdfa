import { afterAll, describe, expect, test } from 'vitest';
import { startPython } from './testing.ts';

/** Scripts with Java classes, and their output: dates, strings and numbers as in Java 17. */
const corpus: readonly (readonly [says: string, script: string, output: string])[] = [
  [
    'dates are formatted with all patterns',
    `from java.util import Date
from java.text import SimpleDateFormat
for pattern in ["yyyy-MM-dd'T'HH:mm:ss.SSSZ", "EEE, d MMM yy h:mm a z", "EEEE dd/MMMM/yyyy k K hh", "D u '' 'o''clock'", "yyyy-MM-dd HH:mm:ssXXX", "M/d/y H:m:s.S", "zzzz GG"]:
    print SimpleDateFormat(pattern).format(Date(1577934245678)), '|', SimpleDateFormat(pattern).format(951827696000)
try:
    SimpleDateFormat('b')
except Exception, e:
    print e.getMessage()`,
    `2020-01-02T03:04:05.678+0000 | 2000-02-29T12:34:56.000+0000
Thu, 2 Jan 20 3:04 AM UTC | Tue, 29 Feb 00 12:34 PM UTC
Thursday 02/January/2020 3 3 03 | Tuesday 29/February/2000 12 0 12
2 4 ' o'clock | 60 2 ' o'clock
2020-01-02 03:04:05Z | 2000-02-29 12:34:56Z
1/2/2020 3:4:5.678 | 2/29/2000 12:34:56.0
Coordinated Universal Time AD | Coordinated Universal Time AD
Illegal pattern character 'b'
`,
  ],
  [
    'dates are parsed from their own format',
    `from java.text import SimpleDateFormat, ParseException
for pattern, text in [('yyyy-MM-dd', '2020-1-2'), ('yyyyMMddHHmm', '202001020304'), ("yyyy-MM-dd'T'HH:mm:ssZ", '2020-01-02T03:04:05+0100'), ("yyyy-MM-dd'T'HH:mm:ssXXX", '2020-01-02T03:04:05+01:00'), ('dd-MMM-yy', '05-Mar-21'), ('dd-MMM-yy', '05-Mar-85'), ('hh:mm a', '12:04 am'), ('yyyy-MM-dd', '2020-13-45'), ('EEE MMM dd HH:mm:ss zzz yyyy', 'Thu Jan 02 03:04:05 UTC 2020'), ('H', '25'), ('yyyy-MM-dd', 'nope')]:
    try:
        print SimpleDateFormat(pattern).parse(text).getTime(),
    except ParseException, e:
        print e.getMessage()`,
    `1577923200000 1577934240000 1577930645000 1577930645000 1614902400000 478828800000 240000 1613260800000 1577934245000 90000000 Unparseable date: "nope"
`,
  ],
  [
    'a Date is a time',
    `from java.util import Date
d = Date(1577934245678)
print d, d.getTime(), d.time, d.getYear(), d.getMonth(), d.getDay(), d.after(Date(0)), d > Date(0), d == Date(1577934245678), d.compareTo(Date(2 ** 41)), Date('2020-01-02T03:04:05Z').getTime(), len({d: 1, Date(1577934245678): 2})`,
    `Thu Jan 02 03:04:05 UTC 2020 1577934245678 1577934245678 120 0 4 True True True -1 1577934245000 1
`,
  ],
  [
    'a Calendar adds to its fields',
    `from java.util import Calendar, Date
c = Calendar.getInstance()
c.setTime(Date(1580428800000))
c.add(Calendar.MONTH, 1)
print c.getTime()
c.add(Calendar.YEAR, 1)
print c.getTime()
c.set(2020, Calendar.FEBRUARY, 30)
print c.time
c.set(Calendar.DAY_OF_WEEK, Calendar.MONDAY)
c.add(Calendar.HOUR, 30)
print c.getTime(), c.get(Calendar.DAY_OF_YEAR), c.get(Calendar.HOUR), c.get(Calendar.DAY_OF_WEEK), c.getTimeInMillis()`,
    `Sat Feb 29 00:00:00 UTC 2020
Sun Feb 28 00:00:00 UTC 2021
Sun Mar 01 00:00:00 UTC 2020
Tue Mar 03 06:00:00 UTC 2020 63 6 3 1583215200000
`,
  ],
  [
    'an ArrayList is a list',
    `from java.util import ArrayList, Arrays, Date
a = ArrayList([1, 'b'])
print a.add('c'), a.add(0, 'z'), a.append(None), a, a.size(), a.get(1), len(a), a[0], a.isEmpty()
print a.remove('z'), a.contains('b'), a.indexOf('c'), a.set(0, True), a, a == [True, 'b', 'c', None], isinstance(a, list), Arrays.asList(1, 'b'), Arrays.asList(['a'])
i = a.iterator()
while i.hasNext():
    print i.next(),
print ArrayList(10), [x for x in a], a[1:3]
import java
try:
    a.get(10)
except java.lang.IndexOutOfBoundsException, e:
    print e`,
    `True None None [z, 1, b, c, null] 5 1 5 z False
None True 2 1 [true, b, c, null] True True [1, b] [a]
True b c None [] [True, 'b', 'c', None] ['b', 'c']
Index: 10, Size: 4
`,
  ],
  [
    'a HashMap is a dict, and a HashSet a set',
    `import json
from java.util import HashMap, HashSet
m = HashMap()
print m.put('k', 1), m.put('k', 2), m, m['k'], m.get('x'), m.getOrDefault('x', 3), m.containsKey('k'), m.containsValue(2), m.keySet(), m.values(), [(e.key, e.getValue()) for e in m.entrySet()]
m['q'] = True
m.putAll({'r': None})
print m.size(), sorted(m), m.remove('q'), m.remove('q'), m, 'k' in m, json.dumps(HashMap({'a': 1})), '%(k)s' % m
s = HashSet([1, 2, 2])
print s.add(2), s.add(3), s, len(s), s.contains(3), s.remove(1), s.remove(1), s | set([9])`,
    `None 1 {k=2} 2 None 3 True True [k] [2] [('k', 2)]
3 ['k', 'q', 'r'] True None {k=2, r=null} True {"a": 1} 2
False True [1, 2, 3] 3 True True False set([2, 3, 9])
`,
  ],
  [
    'strings have the methods of both languages',
    `from java.lang import String
s = String('a,b')
print s.length(), s.split(','), s.upper(), s.toUpperCase(), s.getBytes(), s == 'a,b', s.equals('a,b'), s.equalsIgnoreCase('A,B'), s.substring(1), s.substring(0, 1), s.indexOf('b'), s.charAt(0), s.contains(','), s + '!', {s: 1}['a,b'], isinstance(s, String), isinstance(s, str)
print String.valueOf(None), String.valueOf(True), String.format('%s-%5d-%.2f-%x%n', 'a', 3, 2.5, 255) + String.join('-', ['a', 'b']), String([104, 105]), String('h\\xc3\\xa9'.encode('latin-1'), 'UTF-8') == u'h\\xe9', repr(String())`,
    `3 ['a', 'b'] A,B A,B a,b True True True ,b a 2 a True a,b! 1 True True
null true a-    3-2.50-ff
a-b hi True ''
`,
  ],
  [
    'numbers and booleans are parsed as in Java',
    `from java.lang import Integer, Long, Boolean, NumberFormatException
print Integer.parseInt('+7'), Integer.parseInt('-7f', 16), Integer('3') + 1, Integer.valueOf(5), Integer.MAX_VALUE, Long.MIN_VALUE, Long.parseLong('5'), Boolean.parseBoolean('TRUE'), Boolean('yes'), Boolean.TRUE, Integer.toString(5) + 'x'
for text in ['x', '', '2147483648', '1.0', ' 1']:
    try:
        print Integer.parseInt(text)
    except NumberFormatException, e:
        print e`,
    `7 -127 4 5 2147483647 -9223372036854775808 5 True False True 5x
For input string: "x"
For input string: ""
For input string: "2147483648"
For input string: "1.0"
For input string: " 1"
`,
  ],
  [
    'exceptions are raised and caught by name',
    `import java
from java.lang import Exception as JException, Throwable, RuntimeException
from java.io import StringWriter, PrintWriter, IOException
from org.apache.http.client import ClientProtocolException
try:
    raise JException('boom')
except Throwable, t:
    w = StringWriter()
    t.printStackTrace(PrintWriter(w))
    print repr(w.toString()), t.getMessage(), t.getCause(), t.toString(), t
class Own(JException):
    pass
for error in [IOException('io'), java.lang.IllegalStateException('state'), Own('own'), ValueError('python')]:
    try:
        raise error
    except ClientProtocolException:
        print 'never'
    except RuntimeException, e:
        print 'runtime', e
    except JException, e:
        print 'java', e
    except Exception, e:
        print 'other', e`,
    `'Exception: boom\\n' boom None Exception: boom boom
java io
runtime state
java own
other python
`,
  ],
  [
    'writers and URL encoders convert texts',
    `from java.io import StringWriter, PrintWriter
from java.net import URLEncoder, URLDecoder
w = StringWriter()
p = PrintWriter(w)
p.println('x')
p.write(65)
w.append('y')
print repr(w.toString()), URLEncoder.encode(u"a b&c/~*\\u00e9\\u20ac'()", 'UTF-8'), URLDecoder.decode('a+b%26', 'UTF-8')`,
    `'x\\nAy' a+b%26c%2F%7E*%C3%A9%E2%82%AC%27%28%29 a b&
`,
  ],
  [
    'the system has only a clock',
    `import java.lang.System as System
import time
print abs(System.currentTimeMillis() - time.time() * 1000) < 5000, System.getenv('HOME'), System.getenv(), System.getProperty('user.home'), System.getProperty('x', 'y'), repr(System.lineSeparator())
System.out.println('said')`,
    `True None {} None y '\\n'
said
`,
  ],
  [
    'an identifier is a UUID',
    `from java.util import UUID
u = UUID.fromString('123E4567-e89b-12d3-a456-426614174000')
print u, u == UUID.fromString(str(u)), len(UUID.randomUUID().toString()), UUID.randomUUID() == UUID.randomUUID()`,
    `123e4567-e89b-12d3-a456-426614174000 True 36 False
`,
  ],
  [
    'packages are imported in all forms',
    `import java
import java.util.Date as D
import java.util
from java.util import *
print java.util.Date is D, Date is D, java.lang.String('x'), java.util, HashMap() == {}, hasattr(java, 'awt'), hasattr(java.util, 'Timer')`,
    `True True x <java package java.util> True False False
`,
  ],
];

const python = startPython();
afterAll(python.stop);

describe('Java names in scripts', () => {
  test.each(corpus)('%s', (_, script, output) => {
    const { error, output: printed } = python.run(script);
    expect({ error, printed }).toEqual({ error: null, printed: output });
  });
});
