import { afterAll, describe, expect, test } from 'vitest';
import { startPython } from './testing.ts';

/** Scripts with the output of CPython 2.7. */
const corpus: readonly (readonly [says: string, script: string, output: string])[] = [
  [
    'json writes with sorted keys and escapes',
    "import json\nprint json.dumps({'b': [1, 2.5, None, True], 'a': u'\\u00e9\"'}, sort_keys=True)",
    '{"a": "\\u00e9\\"", "b": [1, 2.5, null, true]}\n',
  ],
  [
    'json writes with an indent and separators',
    `import json
print json.dumps({'a': [1, {'b': 2}], 'c': []}, indent=2, sort_keys=True, separators=(',', ': '))
print json.dumps([1, 2], separators=(',', ':'))`,
    `{
  "a": [
    1,
    {
      "b": 2
    }
  ],
  "c": []
}
[1,2]
`,
  ],
  [
    'json parses its own output',
    `import json
d = {'n': [1, 2.0, None, False, {'deep': ['x']}]}
print json.loads(json.dumps(d)) == d`,
    'True\n',
  ],
  [
    'json keeps the types of numbers',
    `import json
l = json.loads('[1, 1.0, 1e3, 12345678901234567890, -0.5]')
print l, type(l[0]).__name__, type(l[1]).__name__`,
    '[1, 1.0, 1000.0, 12345678901234567890L, -0.5] int float\n',
  ],
  [
    'json rejects invalid JSON with a ValueError',
    `import json
try:
    json.loads('{bad')
except ValueError:
    print 'refused'`,
    'refused\n',
  ],
  [
    'hashlib has md5, sha1 and sha256',
    `import hashlib
print hashlib.md5('').hexdigest()
print hashlib.sha1('abc').hexdigest()
print hashlib.sha256('x' * 200).hexdigest()`,
    `d41d8cd98f00b204e9800998ecf8427e
a9993e364706816aba3e25717850c26c9cd0d89d
aa20c23e3201834050679e1d88941b9a6fed0557c9a705cb2c315e2e63fd486d
`,
  ],
  [
    'a hash is updated in parts',
    `import hashlib
h = hashlib.sha256()
h.update('a')
c = h.copy()
h.update('bc')
print h.hexdigest() == hashlib.sha256('abc').hexdigest(), c.hexdigest() == hashlib.sha256('a').hexdigest(), h.digest_size, hashlib.new('md5', 'x').hexdigest()`,
    'True True 32 9dd4e461268c8034f5c8564e155c67a6\n',
  ],
  [
    'hmac has the results of RFC 2202 and 4231',
    `import hmac, hashlib
print hmac.new('Jefe', 'what do ya want for nothing?', hashlib.sha1).hexdigest()
print hmac.new('Jefe', 'what do ya want for nothing?', hashlib.sha256).hexdigest()
print hmac.new('k' * 100, 'm').hexdigest(), hmac.compare_digest('a', 'a')`,
    `effcdf6ae5eb2fa2d27416d5f184df9c259a7c79
5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843
42b30474e1d3e8c54f2060cc0b35bf27 True
`,
  ],
  [
    'a digest can be encoded in base64',
    `import hmac, hashlib, base64
print base64.b64encode(hmac.new('key', 'body', hashlib.sha256).digest())`,
    'UVquEztDXUAAlWcx9orlz164XU8NxqVG0r/NNZXsGuE=\n',
  ],
  [
    'base64 encodes and decodes',
    `import base64
print base64.b64encode('hello'), base64.b64decode('aGVsbG8='), base64.urlsafe_b64encode('??>>'), base64.urlsafe_b64decode('Pz8-Pg==')`,
    'aGVsbG8= hello Pz8-Pg== ??>>\n',
  ],
  [
    'strings are encoded to base64 and hex',
    "print 'user:pass'.encode('base64').strip(), 'dXNlcg=='.decode('base64'), 'hi'.encode('hex'), '6869'.decode('hex')",
    'dXNlcjpwYXNz user 6869 hi\n',
  ],
  [
    're matches with groups and names',
    "import re\nm = re.match(r'(?P<kind>\\w+)-(\\d+)', 'rel-12')\nprint m.groups(), m.group('kind'), m.group(2), m.groupdict(), m.span(), re.match('x', 'y')",
    "('rel', '12') rel 12 {'kind': 'rel'} (0, 6) None\n",
  ],
  [
    're replaces with a template and with a function',
    "import re\nprint re.sub(r'(\\w+)=(\\w+)', r'\\2=\\1', 'a=b c=d'), re.sub('[aeiou]', lambda m: m.group(0).upper(), 'release', 2), re.sub(r'(?P<x>a)', r'\\g<x>\\g<x>', 'ba')",
    'b=a d=c rElEase baa\n',
  ],
  [
    're finds all matches with zero, one and several groups',
    "import re\nprint re.findall(r'\\d+', '1 22 333'), re.findall(r'(\\w)\\d', 'a1 b2'), re.findall(r'(\\w)(\\d)', 'a1 b2'), [m.start() for m in re.finditer('a', 'banana')]",
    "['1', '22', '333'] ['a', 'b'] [('a', '1'), ('b', '2')] [1, 3, 5]\n",
  ],
  [
    're splits, keeps groups and respects the limit',
    "import re\nprint re.split(r'[,;]\\s*', 'a, b;c'), re.split('(-)', 'a-b'), re.split(',', 'a,b,c', 1)",
    "['a', 'b', 'c'] ['a', '-', 'b'] ['a', 'b,c']\n",
  ],
  [
    're supports flags',
    "import re\nprint re.search('^b$', 'a\\nB\\nc', re.I | re.M).group(), bool(re.match('a.b', 'a\\nb', re.S)), re.findall(r'(?i)x', 'xX'), bool(re.compile(r'''a  # one\n  b''', re.X).match('ab'))",
    "B True ['x', 'X'] True\n",
  ],
  [
    're matches the end of a text',
    "import re\nprint bool(re.match('a$', 'a\\n')), bool(re.match(r'a\\Z', 'a\\n')), re.escape('a.b*c'), re.sub('x*', '-', 'abxd')",
    'True False a\\.b\\*c -a-b-d-\n',
  ],
  [
    'urllib quotes and unquotes',
    `import urllib
print urllib.quote('a b/c?'), urllib.quote('a/b', safe=''), urllib.quote_plus('a b&c'), urllib.unquote('a%20b%2Fc'), urllib.unquote_plus('a+b'), urllib.urlencode([('a', '1 2'), ('b', 'x&y')])`,
    'a%20b/c%3F a%2Fb a+b%26c a b/c a b a=1+2&b=x%26y\n',
  ],
  [
    'urlparse splits and joins addresses',
    `import urlparse
u = urlparse.urlparse('https://user:pw@Host.com:8080/p/q;x?a=1&b=2#f')
print u.scheme, u.netloc, u.path, u.query, u.hostname, u.port, u.username, u[2], u.geturl()
print sorted(urlparse.parse_qs('a=1&b=2&a=3&c=').items()), urlparse.parse_qsl('a=1&b=', True)`,
    `https user:pw@Host.com:8080 /p/q a=1&b=2 host.com 8080 user /p/q https://user:pw@Host.com:8080/p/q;x?a=1&b=2#f
[('a', ['1', '3']), ('b', ['2'])] [('a', '1'), ('b', '')]
`,
  ],
  [
    'collections has its containers',
    `from collections import defaultdict, OrderedDict, namedtuple, Counter
d = defaultdict(list)
d['a'].append(1)
P = namedtuple('P', 'x y')
print dict(d), OrderedDict([('b', 1), ('a', 2)]).keys(), P(1, y=2), P(1, 2).x, Counter('aab').most_common(1)`,
    "{'a': [1]} ['b', 'a'] P(x=1, y=2) 1 [('a', 2)]\n",
  ],
  [
    'itertools chains, zips and groups',
    `import itertools
print list(itertools.chain([1], [2])), list(itertools.izip([1, 2], 'ab')), list(itertools.islice(itertools.count(5), 2)), [(k, list(v)) for k, v in itertools.groupby('aab')], list(itertools.imap(str, [1])), list(itertools.ifilter(None, [0, 1]))`,
    "[1, 2] [(1, 'a'), (2, 'b')] [5, 6] [('a', ['a', 'a']), ('b', ['b'])] ['1'] [1]\n",
  ],
  [
    'functools binds and reduces',
    `import functools
print functools.partial(int, base=2)('101'), functools.reduce(lambda a, b: a + b, [1, 2]), sorted([1, 3, 2], key=functools.cmp_to_key(lambda a, b: b - a))`,
    '5 3 [3, 2, 1]\n',
  ],
  [
    'copies are shallow or deep',
    `import copy
a = {'l': [1]}
b = copy.deepcopy(a)
c = copy.copy(a)
a['l'].append(2)
print b, c`,
    "{'l': [1]} {'l': [1, 2]}\n",
  ],
  [
    'string has constants and templates',
    "import string\nprint string.digits, string.ascii_lowercase, string.Template('$who has ${what}').substitute(who='Ann', what='time'), string.join(['a', 'b'], '-'), string.capwords('a b')",
    '0123456789 abcdefghijklmnopqrstuvwxyz Ann has time a-b A B\n',
  ],
  [
    'math and operator compute',
    `import math, operator
print math.floor(2.7), math.ceil(2.1), math.sqrt(16), operator.itemgetter(1)(['a', 'b']), math.pi`,
    '2.0 3.0 4.0 b 3.14159265359\n',
  ],
  [
    'random numbers are within their bounds',
    `import random
print random.randint(3, 3), random.choice(['a']), 0 <= random.random() < 1, sorted(random.sample([1, 2, 3], 3))`,
    '3 a True [1, 2, 3]\n',
  ],
  [
    'StringIO contains a text',
    "from StringIO import StringIO\ns = StringIO()\ns.write('a\\n')\ns.write('b')\nprint repr(s.getvalue()), StringIO('x\\ny').readlines()",
    "'a\\nb' ['x\\n', 'y']\n",
  ],
  [
    'textwrap dedents and fills',
    "import textwrap\nprint repr(textwrap.dedent('  a\\n    b\\n')), textwrap.wrap('one two three', 7)",
    "'a\\n  b\\n' ['one two', 'three']\n",
  ],
  [
    'types can be compared',
    `import types
print type('') == types.StringType, isinstance([], types.ListType), type(None) == types.NoneType`,
    'True True True\n',
  ],
  [
    'json keeps text that looks like an escape',
    "import json\nprint json.dumps(['\\\\u007f', '\\x7f', 'a/b', 'tab\\t']), json.loads('{\"a\": {\"float$\": 1}}') == {'a': {'float$': 1}}",
    '["\\\\u007f", "\\u007f", "a/b", "tab\\t"] True\n',
  ],
  ['a dot of re excludes only the line feed', "import re\nprint re.findall('.+', 'a\\rb\\nc')", "['a\\rb', 'c']\n"],
];

const python = startPython();
afterAll(python.stop);

describe('modules', () => {
  test.each(corpus)('%s', (_, script, output) => {
    const { error, output: printed } = python.run(script);
    expect({ error, printed }).toEqual({ error: null, printed: output });
  });
});
