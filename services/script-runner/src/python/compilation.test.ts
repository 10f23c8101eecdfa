import { afterAll, describe, expect, test } from 'vitest';
import { startPython } from './testing.ts';

const python = startPython();
afterAll(python.stop);

const parts = (count: number, part: (at: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, at) => part(at)).join(between);

/** Kinds of long scripts. Each repeats a part `size` times. */
const long: readonly (readonly [says: string, script: (size: number) => string])[] = [
  ['a list of strings', (size) => `x = [${parts(size, (at) => `'value ${at}'`, ', ')}]`],
  ['a dict of numbers', (size) => `x = {${parts(size / 2, (at) => `'key ${at}': ${at}`, ', ')}}`],
  ['a tuple', (size) => `x = (${parts(size, String, ', ')})`],
  ['rows of a table', (size) => `x = [\n${parts(size / 4, (at) => `    ['a${at}', ${at}, (1, 2)],\n`)}]`],
  ['adjacent strings', (size) => `x = (${parts(4 * size, (at) => `'part ${at} '\n`)})`],
  ['a string of many lines', (size) => `x = '''${parts(16 * size, (at) => `line ${at}\n`)}'''`],
  ['a sum', (size) => `a = 1\nx = ${parts(Math.min(size, 1_000), () => 'a', ' + ')}`],
  ['conditions', (size) => `a = 1\nx = ${parts(size, () => 'a', ' and ')}`],
  [
    'if and elif branches',
    (size) => `a = 1\nif a == 0:\n  x = 0\n${parts(size / 8, (at) => `elif a == ${at}:\n  x = ${at}\n`)}`,
  ],
  ['statements in one line', (size) => parts(size / 4, () => 'x = 1;')],
  ['statements in separate lines', (size) => parts(size / 4, (at) => `a${at} = ${at}\n`)],
  ['arguments of a call', (size) => `def f(*a): pass\nf(${parts(size, String, ', ')})`],
  ['calls', (size) => `def f(*a): pass\n${parts(size / 4, (at) => `f(1, 'a${at}')\n`)}`],
  ['calls in one value of a generator', (size) => `def f():\n  yield [${parts(size / 4, () => 'g(1)', ', ')}]`],
  ['functions', (size) => parts(size / 8, (at) => `def f${at}(a, (b, c)):\n  return a + b\n`)],
  ['classes', (size) => parts(size / 16, (at) => `class A${at}(object):\n  def f(self):\n    return 1\n`)],
  ['lambdas with tuples', (size) => `x = [${parts(size / 16, () => 'lambda (a, b): a + b', ', ')}]`],
  ['backticks', (size) => parts(size / 8, () => 'x = `1`\n')],
  ['unterminated quotes', (size) => `exec '${parts(8 * size, () => "\\'")}`],
  ['unterminated lambdas', (size) => parts(size, () => 'lambda (a),')],
  ['unterminated definitions', (size) => parts(size, () => 'def f(')],
];

/** Returns the processor time for compiling a script, in milliseconds. */
function cost(script: string): number {
  // The interpreter caches the last script, so another one is compiled first.
  python.compile('pass');
  const startedAt = process.cpuUsage();
  python.compile(script);
  return Math.max(1, process.cpuUsage(startedAt).user / 1_000);
}

/**
 * Returns the ratio of the costs of both scripts: the minimum of several attempts, since other processes use the
 * processor, too.
 */
function growth(short: string, long: string): number {
  let minimum = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 5 && minimum >= tolerated; attempt += 1)
    minimum = Math.min(minimum, cost(long) / cost(short));
  return minimum;
}
const tolerated = 80;

describe('compiling a script that is 16 times longer takes much less than 256 times longer', () => {
  test.each(long)('%s', (_, script) => {
    expect(growth(script(500), script(8_000))).toBeLessThan(tolerated);
  });
});

test('a large table has the correct values', () => {
  const script = `x = {${parts(2_000, (at) => `'key ${at}': ['value ${at}', ${at}, -${at}, (1, ${at % 7})]`, ', ')}}\nresult = [len(x), x['key 1999'], x['key 8'][3][1] is x['key 15'][3][1]]`;
  expect(python.run(script)).toMatchObject({ error: null, result: [2_000, ['value 1999', 1999, -1999, [1, 4]], true] });
});

/** Scripts above a limit, with the error. */
const tooMuch: readonly (readonly [says: string, script: string, message: string, line: number | null])[] = [
  ['tokens', `\nx = [${parts(30_000, () => '1', ',')}]`, 'a script can have at most 50000 tokens', 2],
  ['digits', `\nx = ${'9'.repeat(6_000)}`, 'a number can have at most 5000 digits', 2],
  [
    'names around functions',
    `def f():\n${parts(1_000, (at) => `  a${at} = 1\n`)}${parts(1_000, () => '  b = lambda: 0\n')}`,
    'the nested functions use too many names',
    null,
  ],
];

test.each(tooMuch)('too many %s are rejected with a reason', (_, script, message, line) => {
  expect(python.compile(script)).toEqual({ error: { type: 'SyntaxError', message, line } });
});

test('a line separator does not end a comment in compiled code, so no text of a script runs as JavaScript', () => {
  for (const separator of ['\u2028', '\u2029', '\u0085', '\v', '\f']) {
    const script = `x = 1 # ${separator} $loc.forged = new Sk.builtin.str("forged")\nresult = 'forged' in globals()`;
    expect(python.run(script)).toMatchObject({ error: null, result: false });
  }
  expect(python.run(`result = '\u2028' + u'\u2029'`)).toMatchObject({ error: null, result: '\u2028\u2029' });
});
