import { afterAll, describe, expect, test } from 'vitest';
import { startPython } from './testing.ts';

/** Scripts with decimal arithmetic, and the output of CPython 2.7. */
const corpus: readonly (readonly [says: string, script: string, output: string])[] = [
  [
    'numbers are added and split into parts',
    `from decimal import Decimal as D, getcontext, ROUND_HALF_UP, ROUND_UP, ROUND_DOWN
print D('1.10') + D('2.205'), D(1) / D(3), D('10') / 4, D(2) ** 10, D('1.1') ** 3, D('7') // 2, D('-7') // 2, D('-7') % 3, D('7.5') % 2, -D('1.0'), abs(D('-2')), +D('1.50'), D('0.1') * 3, D(2) - 5, 5 - D(2), 2 * D('1.5'), 1 / D(8), D(2) ** -2`,
    `3.305 0.3333333333333333333333333333 2.5 1024 1.331 3 -3 -1 1.5 -1.0 2 1.50 0.3 -3 3 3.0 0.125 0.25
`,
  ],
  [
    'numbers are formatted as in their input',
    `from decimal import Decimal as D, getcontext, ROUND_HALF_UP, ROUND_UP, ROUND_DOWN
print repr(D('1E+3')), D('1E-7'), D('0.000001'), D('123E+2'), D('-0'), D(0.1), D((1, (1, 2, 3), -2)), D('  5 '), D('.5'), D('5.'), D(10) ** 28, D('1e28') + 1, D('1e30') + 1`,
    `Decimal('1E+3') 1E-7 0.000001 1.23E+4 -0 0.1000000000000000055511151231257827021181583404541015625 -1.23 5 0.5 5 1.000000000000000000000000000E+28 1.000000000000000000000000000E+28 1.000000000000000000000000000E+30
`,
  ],
  [
    'numbers are rounded',
    `from decimal import Decimal as D, getcontext, ROUND_HALF_UP, ROUND_UP, ROUND_DOWN
print D('2.675').quantize(D('0.01')), D('2.665').quantize(D('.01'), rounding=ROUND_HALF_UP), D('2.5').quantize(D('1')), D('3.5').quantize(D('1')), D('1234.5').quantize(D('1e2')), D('2.1').quantize(D(1), ROUND_UP), D('2.9').to_integral_value(ROUND_DOWN), D('1.50').normalize(), D('100').normalize(), D(2).sqrt(), D(16).sqrt(), D('0.25').sqrt()`,
    `2.68 2.67 2 4 1.2E+3 3 2 1.5 1E+2 1.414213562373095048801688724 4 0.5
`,
  ],
  [
    'numbers are compared',
    `from decimal import Decimal as D, getcontext, ROUND_HALF_UP, ROUND_UP, ROUND_DOWN
print D('1.0') == 1, D('1.0') == D('1.00'), D('1.1') > 1, D('1') < D('1.5'), D('0.5') == 0.5, D('0.1') == 0.1, sorted([D(3), D(1), D('2.5')]), max(D(1), D(2)), hash(D(1)) == hash(1), {D('1.0'): 'x'}[1], bool(D(0)), sum([D('0.1')] * 3)`,
    `True True True True True False [Decimal('1'), Decimal('2.5'), Decimal('3')] 2 True x False 0.3
`,
  ],
  [
    'decimals work with other numbers of Python',
    `from decimal import Decimal as D, getcontext, ROUND_HALF_UP, ROUND_UP, ROUND_DOWN
print int(D('-2.7')), float(D('2.5')), '%.2f' % D('1.005'), '{:.2f}'.format(D('1.005')), '{:,.2f}'.format(D('1234567.891')), '{}'.format(D('1.10')), '%s' % D('1.10'), str(D('1.10')), D('1.23').as_tuple()[0:2], D('123.45').adjusted(), D('1.5').compare(D(2)), D('1').is_zero()`,
    `-2 2.5 1.00 1.00 1,234,567.89 1.10 1.10 1.10 (0, (1, 2, 3)) 2 -1 False
`,
  ],
  [
    'invalid operations are rejected',
    `from decimal import Decimal as D, getcontext, ROUND_HALF_UP, ROUND_UP, ROUND_DOWN
for work in [lambda: D(1) / 0, lambda: D(0) / 0, lambda: D('x'), lambda: D(1) + 1.5, lambda: D('1e50').quantize(D(1))]:
    try:
        work()
    except Exception, e:
        print type(e).__name__, isinstance(e, ZeroDivisionError)`,
    `DivisionByZero True
InvalidOperation False
InvalidOperation False
TypeError False
InvalidOperation False
`,
  ],
  [
    'a context sets the number of digits',
    `from decimal import Decimal as D, getcontext, ROUND_HALF_UP, ROUND_UP, ROUND_DOWN
getcontext().prec = 6
print D(1) / D(7), getcontext().prec, D(1234567) + 0
getcontext().rounding = ROUND_UP
print D(1) / D(7)`,
    `0.142857 6 1.23457E+6
0.142858
`,
  ],
];

const python = startPython();
afterAll(python.stop);

describe('decimal', () => {
  test.each(corpus)('%s', (_, script, output) => {
    const { error, output: printed } = python.run(script);
    expect({ error, printed }).toEqual({ error: null, printed: output });
  });
});
