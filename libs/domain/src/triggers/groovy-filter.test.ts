import { expect, test } from 'vitest';
import { failedExpression, requireFilter } from './event-filter.ts';
import { viewOf } from './event-path.ts';
import { translateGroovyFilter } from './groovy-filter.ts';

const view = viewOf({
  payload: {
    action: 'opened',
    size: 3,
    open: true,
    ref: 'refs/heads/main',
    labels: ['a'],
    pull: [{ id: 'x' }],
    no: null,
    big: 12345678901234567890n,
    short: 0.25,
  },
  headers: { 'X-Event': 'push' },
  parameters: {},
});
const evaluate = (expr: string): boolean | string => {
  const filter = translateGroovyFilter(expr);
  requireFilter(filter);
  return filter.type === 'events.ExpressionEventFilter'
    ? failedExpression(filter.expressions, view, {}) === null
    : filter.expr.slice(filter.expr.indexOf('result = '));
};

test.each<[string, boolean]>([
  ["event.action == 'opened'", true],
  ['result = event.action == "closed";', false],
  ["return headers['X-Event'] == 'push' && event.size > 2", true],
  ["event.size == 3 && event.open == true && event.pull[0].id == 'x'", true],
  ["event.action != 'opened' && event.size < 4", false],
  ["event?.ref?.startsWith('refs/heads/') && event.ref.endsWith('main')", true],
  ["event.ref.contains('heads') && !event.ref.contains('tags')", true],
  ["event.labels.contains('a')", true],
  ["!(event.action == 'closed') && event.size == 3", true],
  ['!(event.no == null)', false],
  ["event.action == 'opened' && !(event.action != 'opened')", true],
  ['event.no == null && event.ref != null && event.missing.deep == null', true],
  ['event.big == 12345678901234567890', true],
  ['event.big == 12345678901234567891', false],
  ['event.big == 12_345_678_901_234_567_890G && event.big > 12345678901234567889', true],
  ['event.big < 12345678901234567891.0 && event.big > -12345678901234567890L', true],
  ['event.big == 0xAB54A98CEB1F0AD2', true],
  ['event.size == 3L && event.size == 3i && event.size == +3 && event.size == 3.0 && event.size == 3g', true],
  ['event.size == 0x3 && event.size == 0b1_1L && event.size == 03 && event.size == 3e0 && event.size == 3f', true],
  ['event.size == 0_3', true],
  ['event.short == 0.25 && event.short == 0.2_5d && event.short == 25e-2 && event.short == 2.5E-1G', true],
  ['event.size < 0x1F && event.size < 0x1FL && event.size > 0b10 && event.size < 1.5e1f', true],
  ['event.labels[0x0] == "a" && event.labels.contains("a")', true],
])('%s is translated to %s', (expr, expected) => {
  expect(evaluate(expr)).toBe(expected);
});

test.each([
  [
    "event.action == 'opened' || event.action == 'closed'",
    'result = ((at(event, "action") == "opened") or (at(event, "action") == "closed"))\n',
  ],
  [
    "event.a >= 1 && (headers['X'] == 'y' || !event.b.startsWith('z\\u00e9'))",
    'result = ((at(event, "a") >= 1) and ((at(headers, "X") == "y") or (not text(at(event, "b")).startswith("zé"))))\n',
  ],
  ["!event.a.endsWith('x')", 'result = (not text(at(event, "a")).endswith("x"))\n'],
  [
    "event.a.contains('x') || event.b[1] == null",
    'result = (has(at(event, "a"), "x") or (at(event, "b", 1) == None))\n',
  ],
  ["!event.a.startsWith('x')", 'result = (not text(at(event, "a")).startswith("x"))\n'],
  ['!(event.a > 1)', 'result = (not (at(event, "a") > 1))\n'],
  ['!(event.a < -1)', 'result = (not (at(event, "a") < -1))\n'],
  ['!(event.a >= 1)', 'result = (not (at(event, "a") >= 1))\n'],
  ["event['a\\'b'] == 1", 'result = (at(event, "a\'b") == 1)\n'],
  ['event.a <= 1', 'result = (at(event, "a") <= 1)\n'],
  ['!!(event.a == 1)', 'result = (not (not (at(event, "a") == 1)))\n'],
  ['event.a >= 12345678901234567890L', 'result = (at(event, "a") >= 12345678901234567890)\n'],
  ['event != null', 'result = (at(event) != None)\n'],
  ['event.a >= false', 'result = (at(event, "a") >= False)\n'],
  ["event.a >= 'a\\n\\'\\u0001'", 'result = (at(event, "a") >= "a\\n\'\\x01")\n'],
  ["event.a >= '\\\\u00e9'", 'result = (at(event, "a") >= "\\\\u00e9")\n'],
  ['event.a == true || event.b != 1.5', 'result = ((at(event, "a") == True) or (at(event, "b") != 1.5))\n'],
])('%s is translated to a script', (expr, python) => {
  expect(evaluate(expr)).toBe(python);
});

test.each<readonly [string, string]>([
  ['', 'eventFilter.expr: expected a filter'],
  ["event.a.matches('x')", 'it calls matches'],
  ["def x = event.a; x == 'y'", "'def' is not event, headers, parameters or a literal"],
  ['event.a', 'a comparison is incomplete'],
  ["event.a == 'x' ? true : false", "'? true : false' is not a comparison"],
  ["'x' == event.a", "'== event.a' is not a comparison"],
  ['event.a == b', "'b' is not event, headers, parameters or a literal"],
  ["(event.a == 'x'", 'a comparison is incomplete'],
  ['event.a == "${b}"', `'"\${b}"' is not a comparison`],
  ["event.a.contains('x'", 'a comparison is incomplete'],
  ["event.a.contains('x' 1", "'1' is not a comparison"],
  ["event?['a'] == 1", "'['a'] == 1' is not a comparison"],
  ["event.1 == 'x'", 'is not a comparison'],
  ['event.a == 1 1', "'1' is not a comparison"],
  ['event.', 'a comparison is incomplete'],
  ["event[a] == 'x'", "'] == 'x'' is not a comparison"],
  ...[
    '5x',
    '5LL',
    '0x',
    '0xG',
    '0b12',
    '08',
    '5_',
    '5__',
    '1_.5',
    '1._5',
    '0x_1',
    '5_L',
    '1e',
    '1e400',
    '1.5L',
    '1.5.5',
  ].map((number) => [`event.a == ${number}`, `'${number}' is not a number that can be compared`] as const),
  [`event.a == ${'1'.repeat(1_001)}`, 'is not a number that can be compared'],
  ["event.a == 5 'x'", "''x'' is not a comparison"],
  ["event.a[1.5] == 'x'", "'] == 'x'' is not a comparison"],
  ["event.a[12345678901234567890] == 'x'", "'] == 'x'' is not a comparison"],
  [`${'('.repeat(30)}event.a == 1`, 'it is nested too deeply'],
  [`event.a == '${'x'.repeat(5_000)}'`, 'it has more than 4000 characters'],
])('%s is rejected with the reason', (expr, reason) => {
  expect(() => translateGroovyFilter(expr)).toThrow(reason);
});
