import { afterAll, describe, expect, test } from 'vitest';
import { startPython } from './testing.ts';

/** Scripts with the output of CPython 2.7. */
const corpus: readonly (readonly [says: string, script: string, output: string])[] = [
  [
    'percent formats names with underscores and dots',
    "print '%(user_name)s %(a.b)s' % {'user_name': 'Ann', 'a.b': 2}",
    'Ann 2\n',
  ],
  [
    'percent pads on both sides',
    "print '[%5s][%-5s][%05d][%-5d][%+d][% d]' % ('a', 'b', 42, 42, 42, 42)",
    '[    a][b    ][00042][42   ][+42][ 42]\n',
  ],
  [
    'percent formats floats in three notations',
    "print '%f %.2f %e %.3g %g %g %G %.0f %5.1f' % (1.5, 2.675, 12345.678, 0.00012345, 1e10, 100000.0, 1e-10, 2.5, 3.14159)",
    '1.500000 2.67 1.234568e+04 0.000123 1e+10 100000 1E-10 2   3.1\n',
  ],
  [
    'percent formats other bases',
    "print '%x %X %#x %o %c %c %i' % (255, 255, 255, 8, 65, 'b', -3)",
    'ff FF 0xff 10 A b -3\n',
  ],
  ['percent takes widths from values', "print '[%*d] [%.*f]' % (5, 42, 2, 3.14159)", '[   42] [3.14]\n'],
  ['percent cuts strings', "print '[%.2s] [%r]' % ('abcdef', 'q')", "[ab] ['q']\n"],
  [
    'percent rejects a wrong number of arguments',
    `for args in [(), (1, 2)]:
    try:
        print '%s' % args
    except TypeError, e:
        print e`,
    `not enough arguments for format string
not all arguments converted during string formatting
`,
  ],
  [
    'percent rejects values that are not numbers',
    `try:
    print '%d' % 'x'
except TypeError, e:
    print e`,
    '%d format: a number is required, not str\n',
  ],
  [
    'percent takes one value, also a list or dict',
    "print '%s' % [1, 2], '%s' % {'a': 1}, '%s' % None, '%s' % True, '%d' % True, '%d' % 3.99, '%s' % (('t',),)",
    "[1, 2] {'a': 1} None True 1 3 ('t',)\n",
  ],
  [
    'percent formats long integers completely',
    "print '%d %s %x' % (2 ** 70, 2 ** 70, 2 ** 70)",
    '1180591620717411303424 1180591620717411303424 400000000000000000\n',
  ],
  [
    'floats are short with str and exact with repr',
    `import json
for x in [1 / 3.0, 0.1, 1e16, 1e15, 123456789012345678.0, 0.0001, 0.00001234, -2.5, 1e300, 5e-324, 100.0, -0.0, 0.30000000000000004]:
    print x, repr(x), json.dumps(x)`,
    `0.333333333333 0.3333333333333333 0.3333333333333333
0.1 0.1 0.1
1e+16 1e+16 1e+16
1e+15 1000000000000000.0 1000000000000000.0
1.23456789012e+17 1.2345678901234568e+17 1.2345678901234568e+17
0.0001 0.0001 0.0001
1.234e-05 1.234e-05 1.234e-05
-2.5 -2.5 -2.5
1e+300 1e+300 1e+300
4.94065645841e-324 5e-324 5e-324
100.0 100.0 100.0
-0.0 -0.0 -0.0
0.3 0.30000000000000004 0.30000000000000004
`,
  ],
  [
    'infinity and NaN are formatted by name',
    "print float('inf'), -float('inf'), float('nan'), repr(float('inf')), [1 / 3.0]",
    'inf -inf nan inf [0.3333333333333333]\n',
  ],
];

const python = startPython();
afterAll(python.stop);

describe('the % operator of strings', () => {
  test.each(corpus)('%s', (_, script, output) => {
    const { error, output: printed } = python.run(script);
    expect({ error, printed }).toEqual({ error: null, printed: output });
  });
});
