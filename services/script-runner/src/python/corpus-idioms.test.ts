import { afterAll, describe, expect, test } from 'vitest';
import { startPython } from './testing.ts';

/** Scripts with the output of CPython 2.7. */
const corpus: readonly (readonly [says: string, script: string, output: string])[] = [
  [
    'standard exceptions are caught by their names',
    `for error in [OSError, IOError, EOFError, MemoryError, ArithmeticError, KeyboardInterrupt, UnicodeError]:
    try:
        raise error('x')
    except (EnvironmentError, StandardError, KeyboardInterrupt), e:
        print e`,
    `x
x
x
x
x
x
x
`,
  ],
  [
    'the usual encoding settings before strings beyond ASCII',
    `# -*- coding: utf-8 -*-
import sys
reload(sys)
sys.setdefaultencoding('utf-8')
print u'\u00e4'`,
    'ä\n',
  ],
  [
    'xrange does not count beyond its limit',
    `for i in xrange(10 ** 9):
    if i == 2:
        break
print i, list(xrange(5, 0, -2)), len(xrange(3)), xrange(4)[1], 3 in xrange(4), sum(xrange(5)), [x for x in reversed(xrange(3))]`,
    '2 [5, 3, 1] 3 1 True 10 [2, 1, 0]\n',
  ],
  [
    'old-style raises contain a message',
    `try:
    raise ValueError, 'old style'
except ValueError, e:
    print e`,
    'old style\n',
  ],
  [
    'arguments are spread and collected',
    `def f(a, b=2, *c, **d):
    return a, b, c, d
print f(1), f(1, 3, 4, k=5), f(*[1, 2], **{'z': 1})`,
    "(1, 2, (), {}) (1, 3, (4,), {'k': 5}) (1, 2, (), {'z': 1})\n",
  ],
  [
    'old-style classes are classes',
    `class Old:
    kind = 'old'
o = Old()
o.a = 1
print o.a, o.kind, hasattr(o, 'b'), getattr(o, 'b', 'none'), isinstance(o, Old)`,
    '1 old False none True\n',
  ],
  [
    'names of a list comprehension remain visible',
    `[x for x in range(3)]
print x`,
    '2\n',
  ],
  [
    'strings are translated',
    `import string
print 'a-b-c'.translate(None, '-'), 'abc'.translate(string.maketrans('ab', 'xy'))`,
    'abc xyc\n',
  ],
  [
    'lines are continued',
    "x = (1 +\n     2)\ny = 'a' \\\n    'b'\nprint x, y; print 'z'",
    `3 ab
z
`,
  ],
];

const python = startPython();
afterAll(python.stop);

describe('idioms of Python 2', () => {
  test.each(corpus)('%s', (_, script, output) => {
    const { error, output: printed } = python.run(script);
    expect({ error, printed }).toEqual({ error: null, printed: output });
  });
});
