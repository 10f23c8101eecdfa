import { afterAll, describe, expect, test } from 'vitest';
import { startPython } from './testing.ts';

/** Scripts with Java classes, and their output in Jython 2.7 on Java 17. */
const corpus: readonly (readonly [title: string, script: string, output: string])[] = [
  [
    'sorted collections',
    `from java.util import TreeMap, TreeSet, LinkedHashSet, NoSuchElementException
m = TreeMap({'b': 2, 'a': 1})
m.put('c', 3)
print m.firstKey(), m.lastKey(), m.floorKey('bb'), m.ceilingKey('bb'), m.higherKey('b'), m.lowerKey('b'), m.firstEntry(), m.keySet(), m.values(), m.descendingKeySet(), m.pollFirstEntry(), len(m), [str(k) for k in m]
print m.headMap('c').keySet(), m.tailMap('c').keySet(), m.tailMap('b', False).keySet(), m.subMap('a', 'c').keySet(), m.descendingMap().values(), m.putIfAbsent('z', 1), m.lastEntry().getValue()
s = TreeSet([3, 1, 2])
print s, s.first(), s.last(), s.headSet(2), s.tailSet(2), s.descendingSet(), s.ceiling(2), s.lower(1), s.pollFirst(), s, s.add(0), s, LinkedHashSet([3, 1, 3])
try:
    TreeSet().first()
except NoSuchElementException:
    print 'none'`,
    `a c b c c a a=1 [a, b, c] [1, 2, 3] [c, b, a] a=1 2 ['b', 'c']
[b] [c] [c] [b] [3, 2] None 1
[1, 2, 3] 1 3 [1] [2, 3] [3, 2, 1] 2 None 1 [2, 3] True [0, 2, 3] [3, 1]
none
`,
  ],
  [
    'Collections and comparators',
    `from java.util import ArrayList, Collections, Comparator
from java.lang import UnsupportedOperationException
class Shorter(Comparator):
    def compare(self, one, other):
        return len(one) - len(other)
a = ArrayList([3, 1, 2])
Collections.sort(a)
print a, Collections.max(a), Collections.min(a), Collections.frequency(a, 3), Collections.nCopies(2, 'x'), Collections.binarySearch(a, 3), Collections.binarySearch(a, 9), Collections.emptyList(), Collections.emptyMap(), Collections.singletonList(1), Collections.singleton(1), Collections.disjoint([1], [2])
Collections.sort(a, Collections.reverseOrder())
Collections.swap(a, 0, 2)
print a, Collections.addAll(a, [7, 8]), a, a.subList(1, 3), a.lastIndexOf(7), a.removeAll([7]), a.retainAll([1, 8]), a, a.containsAll([1, 9])
w = ArrayList(['ccc', 'a', 'bb'])
Collections.sort(w, Shorter())
print w, Collections.max(w, Shorter())
Collections.reverse(w)
print w
for change in [lambda: Collections.unmodifiableList(w).add(1), lambda: Collections.emptyMap().put(1, 2), lambda: Collections.emptyList().append(1)]:
    try:
        change()
    except (UnsupportedOperationException, AttributeError):
        print 'fixed'`,
    `[1, 2, 3] 3 1 1 [x, x] 2 -4 [] {} [1] [1] True
[1, 2, 3] True [1, 2, 3, 7, 8] [2, 3] 3 True True [1, 8] False
[a, bb, ccc] ccc
[ccc, bb, a]
fixed
fixed
fixed
`,
  ],
  [
    'deques',
    `from java.util import ArrayDeque, LinkedList, Stack
l = LinkedList([1, 2, 3])
l.addFirst(0)
l.push(-1)
print l.getFirst(), l.getLast(), l.offer(9), l.poll(), l.pollLast(), l.peek(), l.removeFirst(), l, LinkedList().poll()
s = Stack()
print s.push(1), s.push(2), s.peek(), s.pop(), s, s.empty()`,
    `-1 3 True -1 9 0 0 [1, 2, 3] None
1 2 2 2 [1] False
`,
  ],
  [
    'Optional and Objects',
    `from java.util import Optional, Objects, NoSuchElementException
print Optional.of(1), Optional.empty(), Optional.ofNullable(None), Optional.of('a').get(), Optional.empty().isPresent(), Optional.empty().orElse(3), Optional.of('a') == Optional.of('a'), Objects.equals(1, 1), Objects.toString(None, 'd'), Objects.isNull(None)
try:
    Optional.empty().get()
except NoSuchElementException, e:
    print e.getMessage()`,
    `Optional[1] Optional.empty Optional.empty a False 3 True True d True
No value present
`,
  ],
  [
    'StringTokenizer and Scanner',
    `from java.util import StringTokenizer, Scanner, InputMismatchException
t = StringTokenizer('a b,c', ' ,')
print t.countTokens(), t.nextToken(), t.hasMoreTokens(), t.nextToken(), t.nextToken(), t.hasMoreTokens(), [str(x) for x in StringTokenizer('a,b', ',', True)]
c = Scanner('1 two 3.5\\nrest of line\\nlast')
print c.nextInt(), c.hasNextInt(), c.next(), c.nextDouble(), repr(str(c.nextLine())), c.nextLine(), c.hasNextLine(), c.nextLine(), c.hasNext(), [str(x) for x in Scanner('a,,b').useDelimiter(',')]
try:
    Scanner('x').nextInt()
except InputMismatchException, e:
    print e.getMessage()`,
    `3 a True b c False ['a', ',', 'b']
1 False two 3.5 '' rest of line True last False ['a', '', 'b']
None
`,
  ],
  [
    'Random returns the numbers of a seed',
    `from java.util import Random
r = Random(42)
print r.nextInt(), r.nextInt(100), r.nextInt(64), str(r.nextLong()), r.nextDouble(), r.nextBoolean(), r.nextFloat(), r.nextGaussian(), Random(-5).nextInt()`,
    `-1170105035 63 43 884324181205335268 0.942073543028 True 0.665548920631 -0.876115483999 1156638822
`,
  ],
  [
    'patterns find, replace and split',
    `from java.util.regex import Matcher, Pattern, PatternSyntaxException
from java.lang import String, StringBuffer
p = Pattern.compile(r'(?<k>\\w+)=(\\d+)', Pattern.CASE_INSENSITIVE)
m = p.matcher('a=1, bb=22')
print m.groupCount(), m.find(), m.group(), m.group('k'), m.group(2), m.start(), m.end(2), m.find(), m.group(1), m.find(), m.replaceAll('$2:\${k}'), m.replaceFirst('-'), m.matches(), m.lookingAt()
print Pattern.matches('a|ab', 'ab'), Pattern.quote('a.b'), Matcher.quoteReplacement('$1'), Pattern.compile(r'\\p{Upper}+\\Q.\\E\\p{Digit}').matcher('AB.1').matches(), Pattern.compile('(?i)ABC').matcher('abc').matches(), Pattern.compile('^b$', Pattern.MULTILINE).matcher('a\\nb').find(), Pattern.compile('x*').matcher('abxc').replaceAll('-')
for pattern, text, limit in [(',', 'a,b,,c,,', 0), (',', 'a,b,c', 2), ('', 'abc', 0), (',', ',a', -1), (',', '', 0)]:
    print [str(x) for x in Pattern.compile(pattern).split(text, limit)],
print String('a1b2').replaceAll('[0-9]', '<$0>'), String('a1').matches('a\\\\d')
b = StringBuffer()
m.reset()
while m.find():
    m.appendReplacement(b, '<$1>')
print m.appendTail(b)
try:
    Pattern.compile('a(')
except PatternSyntaxException, e:
    print 'wrong'`,
    `2 True a=1 a 1 0 3 True bb False 1:a, 22:bb -, bb=22 False True
True \\Qa.b\\E \\$1 True True True -a-b--c-
['a', 'b', '', 'c'] ['a', 'b,c'] ['a', 'b', 'c'] ['', 'a'] [''] a<1>b<2> True
<a>, <bb>
wrong
`,
  ],
  [
    'decimals',
    `from java.math import BigDecimal, MathContext, RoundingMode
from java.lang import ArithmeticException
d = BigDecimal
print d('1.10') == d('1.1'), d('1.10').compareTo(d('1.1')), d('1.1').multiply(d('1.1')), d(0.1), d.valueOf(0.1), d('100').stripTrailingZeros(), d('1E+5').toPlainString(), d('10').divide(d('4')), d('1.00').divide(d('2')), d('10').divide(d('3'), 4, RoundingMode.HALF_UP), d('10').divide(d('3'), MathContext(5)), d('10').divide(d('3'), RoundingMode.UP)
print d('10.5').remainder(d('3')), d('1.25').setScale(1, RoundingMode.HALF_EVEN), d('1.15').setScale(1, d.ROUND_HALF_UP), d('1.25').round(MathContext(2)), d('2').pow(10), d('123.456').precision(), d('-1.5').abs(), d('1.5').intValue(), d('123').movePointLeft(2), d('1.23').movePointRight(3), d.valueOf(5, 2), d('1.0').subtract(d('0.9')), d('1').max(d.TEN), MathContext.DECIMAL64, str(d('1.10').unscaledValue()), d('7').divideToIntegralValue(d('2'))
for work in [lambda: d.ONE.divide(d('3')), lambda: d.ONE.divide(d.ZERO), lambda: d('1.25').setScale(1)]:
    try:
        work()
    except ArithmeticException, e:
        print e.getMessage()`,
    `False 0 1.21 0.1000000000000000055511151231257827021181583404541015625 0.1 1E+2 100000 2.5 0.50 3.3333 3.3333 4
1.5 1.2 1.2 1.3 1024 6 1.5 1 1.23 1230 0.05 0.1 10 precision=16 roundingMode=HALF_EVEN 110 3
Non-terminating decimal expansion; no exact representable decimal result.
Division by zero
Rounding necessary
`,
  ],
  [
    'large integers',
    `from java.math import BigInteger
b = BigInteger
print b('ff', 16), b('255').toString(16), b('-7').mod(b('4')), b('-7').remainder(b('4')), b('-7').divide(b('4')), b('2').pow(100), b('3').modPow(b('4'), b('5')), b('12').gcd(b('18')), b('3').modInverse(b('7')), b('5').bitLength(), b('5').compareTo(b('6')), b('97').isProbablePrime(10), b(1, '\\x01\\x00'), b('256').toByteArray(), b('5') == b('5')`,
    `255 ff 1 -3 -1 1267650600228229401496703205376 1 6 5 3 -1 True 256 array('b', [1, 0]) True
`,
  ],
  [
    'numbers are formatted and parsed',
    `from java.text import DecimalFormat, MessageFormat, NumberFormat, ParseException
from java.util import Locale
from java.lang import IllegalArgumentException
for pattern, number in [('#,##0.00', 1234567.895), ('0.###', 2.0015), ('#', 2.5), ('00.0%', 0.1234), ('0.##E0', 12345), ('$#,##0.00;($#,##0.00)', -5), ('#.##', -0.001), ('#.00', 0.5), ('#,####', 123456789), ("'#'0", 5), ('000', 7), ('0.0', float('nan')), ('0.00', 10 ** 20)]:
    print DecimalFormat(pattern).format(number),
print DecimalFormat().format(1234.5678), NumberFormat.getIntegerInstance().format(2.5), NumberFormat.getPercentInstance().format(0.255), NumberFormat.getCurrencyInstance(Locale.US).format(-1234.5)
print DecimalFormat('0.00').parse('12.5x'), DecimalFormat('#,##0').parse('1,234'), MessageFormat.format("{1} it''s '{x}' {0}", ['a', 1234]), MessageFormat.format('{0,number,#.#} {1,number,integer} {1,number,percent}', [3.14159, 2.7]), Locale.US, Locale.forLanguageTag('en-GB')
for work in [lambda: DecimalFormat('0.00').parse('x'), lambda: DecimalFormat('0.0.0'), lambda: MessageFormat.format('{0', ['x'])]:
    try:
        work()
    except ParseException, e:
        print e.getMessage()
    except IllegalArgumentException, e:
        print e.getMessage()`,
    `1,234,567.90 2.002 2 12.3% 1.23E4 ($5.00) -0 .50 1,2345,6789 #5 007 NaN 100000000000000000000.00 1,234.568 2 26% -$1,234.50
12.5 1234 1,234 it's {x} a 3.1 3 270% en_US en_GB
Unparseable number: "x"
Multiple decimal separators in pattern "0.0.0"
Unmatched braces in the pattern.
`,
  ],
  [
    'string builders',
    `from java.lang import StringBuilder, StringIndexOutOfBoundsException
b = StringBuilder('ab')
print b.append(1).append(None).append(1.5).append('c'), b.length(), b.charAt(0), b.insert(0, 'zz'), b.indexOf('n'), b.substring(2, 4), b.deleteCharAt(0), b.delete(0, 2), b.replace(0, 1, 'QQ'), b.reverse(), b.setLength(3), b
for work in [lambda: b.charAt(9), lambda: b.insert(9, 'x'), lambda: b.substring(2, 9)]:
    try:
        work()
    except StringIndexOutOfBoundsException, e:
        print e.getMessage()`,
    `ab1null1.5c 11 a zzab1null1.5c 5 ab zab1null1.5c b1null1.5c QQ1null1.5c c5.1llun1QQ None c5.
index 9, length 3
offset 9, length 3
start 2, end 9, length 3
`,
  ],
  [
    'Math and the number classes',
    `from java.lang import Character, Double, Integer, Long, Math, String
print Math.round(2.5), Math.round(-2.5), Math.abs(-3), Math.max(1, 2.5), Math.floor(2.5), Math.pow(2, 3), Math.floorMod(-3, 5), Math.PI, Math.rint(2.5), Double.parseDouble('1e3'), Double.toString(1e10), Double.toString(0.001), Double.compare(1.0, 2.0), Double.isNaN(1.0)
print Character.isDigit('5'), Character.toUpperCase('a'), Character.isLetter('1'), Character.getNumericValue('7'), Character.isWhitespace(' '), Integer.toHexString(255), Integer.toHexString(-1), Integer.toBinaryString(5), Integer.compare(1, 2), Integer.bitCount(255), Integer.toString(255, 16), Long.toHexString(-1)
print String('abc').hashCode(), String('b').compareTo('a'), String('ab').compareTo('abc')`,
    `3 -2 3 2.5 2.0 8.0 2 3.14159265359 2.0 1000.0 1.0E10 0.001 -1 False
True A False 7 True ff ffffffff 101 -1 8 ff ffffffffffffffff
96354 1 -1
`,
  ],
  [
    'digests, encodings and charsets',
    `from java.security import MessageDigest, NoSuchAlgorithmException
from javax.crypto import Mac
from javax.crypto.spec import SecretKeySpec
from java.nio.charset import Charset, StandardCharsets
from java.lang import String
def hexed(data):
    return ''.join(['%02x' % (byte & 0xff) for byte in data])
md = MessageDigest.getInstance('SHA-256')
md.update('a')
md.update(String('bc').getBytes(StandardCharsets.UTF_8))
print hexed(md.digest()), md.getDigestLength(), hexed(MessageDigest.getInstance('MD5').digest('abc')), MessageDigest.getInstance('MD5').digest('abc')
mac = Mac.getInstance('HmacSHA256')
mac.init(SecretKeySpec(String('key').getBytes(), 'HmacSHA256'))
print hexed(mac.doFinal('abc')), mac.getMacLength(), StandardCharsets.UTF_8, Charset.forName('latin1').name()
try:
    MessageDigest.getInstance('X')
except NoSuchAlgorithmException, e:
    print e.getMessage()`,
    `ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad 32 900150983cd24fb0d6963f7d28e17f72 array('b', [-112, 1, 80, -104, 60, -46, 79, -80, -42, -106, 63, 125, 40, -31, 127, 114])
9c196e32dc0175f86f4b1cb89289d6619de6bee699e4c378e68309ed97a1a6ab 32 UTF-8 ISO-8859-1
X MessageDigest not available
`,
  ],
  [
    'a File is a path',
    `from java.io import File
f = File('/tmp/zz/../b.txt')
print f, f.name, f.getName(), f.getParent(), f.getCanonicalPath(), File('/tmp', 'x.txt'), File('a//b/').getPath(), File('a').getParent(), File(File('/a'), 'b'), f == File('/tmp/zz/../b.txt'), f.isAbsolute(), File('/tmp').isDirectory(), File('/tmp/none').exists(), File.separator
t = File.createTempFile('abc', '.txt')
with open(t.getPath(), 'w') as out:
    out.write('four')
print t.isFile(), t.getName().startswith('abc'), t.length(), t.delete(), t.exists()`,
    `/tmp/zz/../b.txt b.txt b.txt /tmp/zz/.. /tmp/b.txt /tmp/x.txt a/b None /a/b True True True False /
True True 4 True False
`,
  ],
];

const python = startPython();
afterAll(python.stop);

describe('Java classes', () => {
  test.each(corpus)('%s', (_, script, output) => {
    const { error, output: printed } = python.run(script);
    expect({ error, printed }).toEqual({ error: null, printed: output });
  });
});

test.each([
  ['java.util.regex.Pattern', 'from java.util.regex import Pattern\nPattern.compile("a++")', 'possessive quantifiers'],
  [
    'java.util.regex.Pattern',
    'from java.util.regex import Pattern\nPattern.compile("[a&&b]")',
    'intersection of classes',
  ],
  ['java.security.SecureRandom', 'from java.security import SecureRandom\nSecureRandom()', 'no secure source'],
  ['java.io.File.delete', 'from java.io import File\nFile("/etc/passwd").delete()', 'scripts have no files'],
  ['java.lang.Runtime', 'from java.lang import Runtime\nRuntime.getRuntime()', 'scripts do not run on Java'],
  ['java.sql', 'from java.sql import DriverManager\nDriverManager.x', 'scripts do not run on Java'],
])('rejects %s with a reason', (name, script, reason) => {
  const message = python.run(script).error?.message;
  expect(message).toContain(name);
  expect(message).toContain(reason);
});

test('limits numbers and copies that would fill the memory', () => {
  const script = `from java.math import BigDecimal, BigInteger
from java.util import Collections
for work in [lambda: BigDecimal('1E999999999'), lambda: BigDecimal('3').pow(999999999), lambda: BigInteger('3').pow(10 ** 9), lambda: BigInteger('1').shiftLeft(10 ** 12), lambda: Collections.nCopies(10 ** 9, 1)]:
    try:
        work()
        print 'made'
    except Exception, e:
        print 'not supported' in str(e) or 'at most' in str(e),`;
  expect(python.run(script)).toMatchObject({ error: null, output: 'True True True True True' });
});
