import { afterAll, describe, expect, test } from 'vitest';
import { startPython } from './testing.ts';

/** Typical scripts of plugins, with the output of CPython 2.7. */
const corpus: readonly (readonly [says: string, script: string, output: string])[] = [
  [
    'tuple parameters are unpacked',
    `def f(a, (b, c), d=4):
    "adds (all) of them"
    return a + b + c + d
class Pair(object):
    def sum(self, (x, (y, z)), (p, q)=(5, 6), *more):
        if more:
            return more
        return x + y + z + p + q
print f(1, (2, 3)), f(1, (2, 3), d=0), f.__doc__, Pair().sum((1, (2, 3))), Pair().sum((1, (2, 3)), (0, 0), 7)`,
    `10 6 adds (all) of them 17 (7,)
`,
  ],
  [
    'tuple parameters of lambdas are unpacked',
    `print reduce(lambda s, (k, v): s + v, [('a', 1), ('b', 2)], 0), (lambda (a, (b, c)): a + b + c)((1, (2, 3)))
print (lambda (x): x)(3), (lambda (x,): x)((4,)), (lambda (a, b), (c, d): a + b + c + d)((1, 2), (3, 4)), map(lambda (i, x): i * x, enumerate([5, 6])), 'lambda (a, b): x'`,
    `3 6
3 4 10 [0, 6] lambda (a, b): x
`,
  ],
  [
    'only unicode literals support backslash u',
    `print 'C:\\users\\unknown', r'\\u', u'\\u0041', '\\\\u0041', len('\\u0041'), '''\\U''' # it's '\\u'`,
    `C:\\users\\unknown \\u A \\u0041 6 \\U
`,
  ],
  [
    'members of classes can have the names of JavaScript members',
    `class Client(object):
    name = 'c'
    default = None
    def delete(self, new):
        return 'deleted ' + new
    def call(self, function):
        return function(self.name)
    def length(self):
        return 3
    def toString(self):
        return 'text'
c = Client()
print c.name, Client.default, c.delete('x'), c.call(len), c.length(), c.toString(), hasattr(c, 'apply')`,
    `c None deleted x 1 3 text False
`,
  ],
  [
    'times of day are supported',
    `from datetime import datetime, time, date
d = datetime(2020, 3, 4, 5, 6, 7)
print d.time(), repr(d.time()), time(1, 2), time(9) < d.time(), datetime.combine(date(2020, 1, 1), time(5, 6)), date.max, datetime.min.year, time(hour=3).hour, d.time().strftime('%H-%M'), time(1, 2, 3, 4)
try:
    time(25)
except ValueError, e:
    print e`,
    `05:06:07 datetime.time(5, 6, 7) 01:02:00 False 2020-01-01 05:06:00 9999-12-31 1 3 05-06 01:02:03.000004
hour must be in 0..23
`,
  ],
  [
    'literals are parsed',
    `import ast
print ast.literal_eval("{'a': [1, 2, (3,)], 'b': None}"), ast.literal_eval("(-1.5, True, 'b')")
for text in ['__import__("os")', 'x', 'len("a")']:
    try:
        print ast.literal_eval(text)
    except ValueError, e:
        print e`,
    `{'a': [1, 2, (3,)], 'b': None} (-1.5, True, 'b')
malformed string
malformed string
malformed string
`,
  ],
  [
    'values are pretty-printed',
    `import pprint
pprint.pprint({'b': [1, 2], 'a': 'x'})
pprint.pprint([{'name': 'long enough to be on a line of its own, surely', 'id': i, 'more': ['x' * 20, 'y' * 20, 'z' * 30]} for i in range(2)])
print pprint.pformat([1, (2, 3)])`,
    `{'a': 'x', 'b': [1, 2]}
[{'id': 0,
  'more': ['xxxxxxxxxxxxxxxxxxxx',
           'yyyyyyyyyyyyyyyyyyyy',
           'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzz'],
  'name': 'long enough to be on a line of its own, surely'},
 {'id': 1,
  'more': ['xxxxxxxxxxxxxxxxxxxx',
           'yyyyyyyyyyyyyyyyyyyy',
           'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzz'],
  'name': 'long enough to be on a line of its own, surely'}]
[1, (2, 3)]
`,
  ],
  [
    'addresses are joined',
    `from urlparse import urljoin
for base, url in [('http://a/b/c', '../d'), ('http://a/b/c', '/d'), ('http://a/b/c', 'd?x=1'), ('http://a', 'd'), ('http://a/b', 'http://z/y'), ('http://a/b?q', '#f'), ('http://a/b', '//h/p'), ('http://h/api/', 'v1/x')]:
    print urljoin(base, url),
print`,
    `http://a/d http://a/d http://a/b/d?x=1 http://a/d http://z/y http://a/b?q#f http://h/p http://h/api/v1/x
`,
  ],
  [
    'subclasses of the script encode and decode JSON',
    `import json, datetime
from collections import OrderedDict
class Encoder(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, datetime.datetime):
            return o.isoformat()
        return json.JSONEncoder.default(self, o)
print json.dumps({'a': datetime.datetime(2020, 1, 2)}, cls=Encoder), json.JSONEncoder().encode([1]), json.JSONDecoder().decode('[1]')
try:
    json.dumps(set([1]), cls=Encoder)
except TypeError, e:
    print e
print [str(key) for key in json.loads('{"b": 1, "a": 2}', object_pairs_hook=OrderedDict).keys()]`,
    `{"a": "2020-01-02T00:00:00"} [1] [1]
set([1]) is not JSON serializable
['b', 'a']
`,
  ],
  [
    'bytes in hexadecimal, and random identifiers',
    `import binascii, uuid
print binascii.hexlify('abc'), binascii.unhexlify('6162'), len(str(uuid.uuid4())), len(uuid.uuid4().hex), str(uuid.uuid4())[14]`,
    `616263 ab 36 32 4
`,
  ],
  [
    'names of the script can be read by name',
    `x = 1
class D(object):
    def __init__(self):
        self.a = 1
print 'x' in locals(), '%(x)s' % locals(), vars(D())`,
    `True 1 {'a': 1}
`,
  ],
  [
    'round rounds halves away from zero, and formats to even',
    `print round(2.5), round(-2.5), round(2.675, 2), round(5), round(1234, -2), round(0.125, 2), round(2.25, 1)
print '%.1f %.1f %.1f %.2f %.0f %.0f' % (2.25, 2.35, 1.15, 0.125, 0.5, 1.5)`,
    `3.0 -3.0 2.67 5.0 1200.0 0.13 2.3
2.2 2.4 1.1 0.12 0 2
`,
  ],
];

const python = startPython();
afterAll(python.stop);

describe('the parts of Python 2 that plugin scripts use', () => {
  test.each(corpus)('%s', (_, script, output) => {
    const { error, output: printed } = python.run(script);
    expect({ error, printed }).toEqual({ error: null, printed: output });
  });
});
