import { afterAll, describe, expect, test } from 'vitest';
import { startPython } from './testing.ts';

/** Scripts with the output of CPython 2.7. */
const corpus: readonly (readonly [says: string, script: string, output: string])[] = [
  ['integer division rounds down', 'print 7 / 2, -7 / 2, 7 % 3, 7.0 / 2, 7 // 2', '3 -4 1 3.5 3\n'],
  [
    'long literals and powers are unlimited',
    'print 10L * 3, 2 ** 100, long(5)',
    '30 1267650600228229401496703205376 5\n',
  ],
  ['<> is not equal', "print 1 <> 2, 'a' <> 'a'", 'True False\n'],
  ['octal and hexadecimal literals are parsed', 'print 0777, 0x1f, 0b101, hex(255), oct(8)', '511 31 5 0xff 010\n'],
  ['backticks are repr', "x = {'a': 1}\nprint `x`, `1 + 1`", "{'a': 1} 2\n"],
  [
    'print with a final comma writes no line feed',
    `print 'a',
print 'b'
print
print 1, 2`,
    `a b

1 2
`,
  ],
  [
    'print writes to a stream with >>',
    `import sys
print >>sys.stdout, 'to the stream'`,
    'to the stream\n',
  ],
  [
    'except binds with a comma',
    `try:
    raise ValueError('no good')
except ValueError, e:
    print e, e.message, e.args`,
    "no good no good ('no good',)\n",
  ],
  [
    'except binds with as and several classes',
    `try:
    {}['k']
except (IndexError, KeyError) as e:
    print type(e).__name__, e`,
    "KeyError 'k'\n",
  ],
  [
    'finally and else run',
    `try:
    x = 1
except Exception:
    print 'bad'
else:
    print 'fine'
finally:
    print 'done'`,
    `fine
done
`,
  ],
  [
    'dicts have has_key and iteritems',
    `d = {'a': 1}
print d.has_key('a'), d.has_key('b'), [k + str(v) for k, v in d.iteritems()], list(d.iterkeys()), list(d.itervalues())`,
    "True False ['a1'] ['a'] [1]\n",
  ],
  [
    'lambdas unpack tuples',
    `pairs = [('a', 2), ('b', 1)]
print sorted(pairs, key=lambda (k, v): v), map(lambda (k, v): k * v, pairs)`,
    "[('b', 1), ('a', 2)] ['aa', 'b']\n",
  ],
  [
    'sort takes a comparison function',
    `l = [3, 1, 2]
l.sort(cmp=lambda a, b: cmp(b, a))
print l, sorted('bA', key=str.lower), cmp(1, 2)`,
    "[3, 2, 1] ['A', 'b'] -1\n",
  ],
  [
    'map, filter, zip and range return lists',
    "print map(None, [1, 2]), filter(None, [0, 1]), zip([1], 'a'), range(3), reduce(lambda a, b: a * b, [1, 2, 3])",
    "[1, 2] [1] [(1, 'a')] [0, 1, 2] 6\n",
  ],
  [
    'unicode literals are strings',
    "print u'abc' == 'abc', isinstance(u'a', unicode), isinstance('a', basestring), isinstance(u'a', basestring)",
    'True True True True\n',
  ],
  [
    'percent formatting is as in C',
    `print '%s %d %05.2f %r %x %% %-5s| %+d' % ('a', 3, 3.14159, 'q', 255, 'l', 4)
print '%(name)s is %(age)d' % {'name': 'Ann', 'age': 7}`,
    `a 3 03.14 'q' ff % l    | +4
Ann is 7
`,
  ],
  [
    'format supports positions, names and widths',
    `print '{0} {1:>5} {name:.2f} {0!r}'.format('a', 'b', name=2.5)
print '{:05d} {:,}'.format(42, 1234567)`,
    `a     b 2.50 'a'
00042 1,234,567
`,
  ],
  [
    'classes inherit, with properties and class methods',
    `class A(object):
    def __init__(self, x): self.x = x
    @property
    def twice(self): return self.x * 2
    @classmethod
    def make(cls): return cls(4)
class B(A):
    def __init__(self, x):
        super(B, self).__init__(x + 1)
print B.make().twice, isinstance(B(1), A)`,
    '10 True\n',
  ],
  [
    'generators are lazy and comprehensions are eager',
    `def squares(n):
    for i in range(n):
        yield i * i
print list(squares(4)), [x for x in squares(4) if x % 2], dict((k, len(k)) for k in ['a', 'bb']), {c for c in 'a'}`,
    "[0, 1, 4, 9] [1, 9] {'a': 1, 'bb': 2} set(['a'])\n",
  ],
  ['mixed types are ordered', "print None < 1, 1 < 'a', sorted([2, 'b', None, 1])", "True True [None, 1, 2, 'b']\n"],
  [
    'texts are cut, split and joined',
    `s = 'a,b,c'
print s.split(','), s[1:3], s[::-1], '-'.join(['x', 'y']), ' x '.strip(), s.replace(',', ';', 1), s.partition(','), 'abc'.upper().lower().title()`,
    "['a', 'b', 'c'] ,b c,b,a x-y x a;b,c ('a', ',', 'b,c') Abc\n",
  ],
  [
    'sets have set operations',
    `a = set([1, 2, 3])
b = set([3])
print a & b, a - b, a | b, 3 in b, len(a)`,
    'set([3]) set([1, 2]) set([1, 2, 3]) True 3\n',
  ],
  [
    'while and for support else',
    `n = 0
while n < 3:
    n += 1
    if n == 2:
        continue
    if n == 5:
        break
else:
    print 'all', n`,
    'all 3\n',
  ],
  [
    'global declares a name of the script in a function',
    `count = 0
def more():
    global count
    count += 1
more()
more()
print count`,
    '2\n',
  ],
  ['print can be a function', "from __future__ import print_function\nprint('a', 'b', sep='-', end='!\\n')", 'a-b!\n'],
  [
    'division can be true division',
    `from __future__ import division
print 7 / 2`,
    '3.5\n',
  ],
  [
    'exceptions of a script have their own text',
    `class Stop(Exception):
    def __init__(self, why): self.why = why
    def __str__(self): return 'stop: ' + self.why
try:
    raise Stop('late')
except Stop, e:
    print e`,
    'stop: late\n',
  ],
  [
    'numbers are formatted as in Python 2',
    'print 0.1, 1.0, 1e10, 1e100, 1 / 3.0, repr(0.1), str(1e-7), 100000000000000000000, round(2.567, 2), 12345678.9',
    '0.1 1.0 10000000000.0 1e+100 0.333333333333 0.1 1e-07 100000000000000000000 2.57 12345678.9\n',
  ],
  [
    'int and float parse strings',
    "print int('42'), int('ff', 16), float('2.5'), int(3.9), bool(''), bool('x')",
    '42 255 2.5 3 False True\n',
  ],
  [
    'comments and blank lines are ignored',
    `# first

x = 1  # one

# last
print x`,
    '1\n',
  ],
];

const python = startPython();
afterAll(python.stop);

describe('the Python 2 language', () => {
  test.each(corpus)('%s', (_, script, output) => {
    const { error, output: printed } = python.run(script);
    expect({ error, printed }).toEqual({ error: null, printed: output });
  });
});
