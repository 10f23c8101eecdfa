import { describe, expect, test } from 'vitest';
import { sampleCorpus } from '../../../../../test/harness/test-length.ts';
import { toPlainStatement } from '../testing/plain-statements.ts';
import { parseGroovy } from './parse.ts';

const read = (text: string): unknown => parseGroovy(text).map(toPlainStatement);
const valueIn = (groovyText: string): unknown => {
  const [first] = parseGroovy(`a ${groovyText}`);
  return first ? toPlainStatement(first)[1] : undefined;
};
const errorOf = (text: string): string => {
  try {
    parseGroovy(text);
    return 'it was read';
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : 'something else was thrown';
  }
};

describe('a declaration', () => {
  test.each([
    ["a 'x'", [['a', 'x']]],
    ["a('x')", [['a', 'x']]],
    ["a ('x')", [['a', 'x']]],
    ["a 'x', 'y'", [['a', 'x', 'y']]],
    ["a 'x',\n  'y'", [['a', 'x', 'y']]],
    [
      "a 'k':'v','l': 1",
      [
        [
          'a',
          new Map<string, unknown>([
            ['k', 'v'],
            ['l', 1],
          ]),
        ],
      ],
    ],
    ["a(k: 'v')", [['a', new Map([['k', 'v']])]]],
    ["'URL' 'x'", [['URL', 'x']]],
    ['a', [['a']]],
    ['a {}', [['a', { block: [] }]]],
    ["a('x') {\n  b 1; c true\n  d\n}", [['a', 'x', { block: [['b', 1], ['c', true], ['d']] }]]],
    ["a { b { c 'x' } }", [['a', { block: [['b', { block: [['c', 'x']] }]] }]]],
    ["import a.b.*\npackage c\ndef k = 'x' + 'y'\na k", [['a', 'xy']]],
    ["String k = 'x'\na k, k", [['a', 'x', 'x']]],
    ['def r = xlr {\n}', [['xlr', { block: [] }]]],
    ["Release r = xlrRelease('t') { }", [['xlrRelease', 't', { block: [] }]]],
    ['\uFEFF#!/usr/bin/env groovy\n// one\n/* two\n lines */ a /* three */ 1 // four', [['a', 1]]],
    ['', []],
    [' \r\n;;\n', []],
  ])('%j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});

describe('a value', () => {
  test.each([
    [String.raw`'it\'s \\ \$ \t\n\r\b\f\u00e9\uu0041\101'`, "it's \\ $ \t\n\r\b\f\u00e9AA"],
    ["'$x ${y}'", '$x ${y}'],
    [String.raw`"say \"hi\" \${x}"`, 'say "hi" ${x}'],
    ["'''a'b''c\\'''\r\nd'''", "a'b''c'''\nd"],
    ["'''\\\nfirst\n'''", 'first\n'],
    ['"""a"b"""', 'a"b'],
    [String.raw`/a\/b\d/`, 'a/b\\d'],
    ['$/a $$ $/ b/$', 'a $ / b'],
    ["'a' +\n  'b' + \"c\"", 'abc'],
    ["('a' + 'b')", 'ab'],
    ['12', 12],
    ['-1_000L', -1000],
    ['1.5e3', 1500],
    ['2.5G', 2.5],
    ['0xFF', 255],
    ['true', true],
    ['null', null],
    ['([])', []],
    ["(['a', 'b',])", ['a', 'b']],
    ['([:])', new Map()],
    [
      "(['a': 1, b: ['c', [d: null]]])",
      new Map<string, unknown>([
        ['a', 1],
        ['b', ['c', new Map([['d', null]])]],
      ]),
    ],
    ["variable('k')", 'variable k'],
    ['com.example.TaskRecoverOp.SKIP_TASK', 'constant SKIP_TASK'],
    [`Date.parse("yyyy-MM-dd'T'HH:mm:ssZ", '2019-04-24T09:57:40-0400')`, 'date 2019-04-24T09:57:40.000-04:00'],
    ["Date.parse('dd.MM.yyyy', '1.2.2026')", 'date 2026-02-01T00:00:00.000+00:00'],
    ["Date.parse(\"yyyy-MM-dd'T'HH:mm:ss.SSSX\", '2026-02-01T00:00:00.120Z')", 'date 2026-02-01T00:00:00.120+00:00'],
    ["Date.parse(\"yyyy 'o''clock' ''\", \"2026 o'clock '\")", 'date 2026-01-01T00:00:00.000+00:00'],
  ])('%j', (groovyText, expected) => {
    expect(valueIn(groovyText)).toEqual(expected);
  });
});

describe('rejects an expression that would have to be executed, with its line and column', () => {
  test.each([
    ['xlr {\n  for (x in y) { }\n}', "line 2, column 13: 'y' is code, which is not run; only values are read"],
    [
      'xlr {\n  for (int i = 0; i < 3; i++) { }\n}',
      "line 2, column 3: 'for' is code, which is not run, unless it is for (name in values)",
    ],
    ['xlr {\n  while (true) { }\n}', "line 2, column 3: 'while' is code, which is not run; only declarations are read"],
    ['xlr {\n  if (true) { }\n}', "line 2, column 3: 'if' is code, which is not run; only declarations are read"],
    ["a {\n  ['x'].collect { it }\n}", 'line 2, column 8: a call is code, which is not run; only values are read'],
    [
      "a {\n  ['x']\n}",
      "line 2, column 3: expected the name of a declaration, or a loop over values (other code is not run), found '['",
    ],
    ["a {\n  'x'.each { }\n}", "line 2, column 3: 'x' is code, which is not run; only declarations are read"],
    ["def x = 'y'\na {\n  x.each { }\n}", 'line 3, column 3: only lists, maps and ranges can be iterated over'],
    ['a {\n  (1..2).each { b, c -> }\n}', 'line 2, column 4: the block of this loop requires 1 name, got 2'],
    ['a {\n  (1..2.5).each { }\n}', 'line 2, column 4: expected whole numbers as the ends of a range'],
    ["def x = 'y'\na {\n  x.times { }\n}", 'line 3, column 3: times requires a number'],
    ['def m = [k: 1]\na m.j', "line 2, column 5: the map has no key 'j'"],
    ["def l = ['x']\na l[1]", 'line 2, column 4: the list has no item at this index'],
    ["def x = 'y'\na x.trim()", 'line 2, column 4: a call is code, which is not run; only values are read'],
    ['def x = \'y\'\na "${x.trim()}"', 'line 2, column 7: a call is code, which is not run; only values are read'],
    ['a { (1..2).each { def x = it }; b x }', "line 1, column 35: 'x' is code, which is not run; only values are read"],
    ['a { [1].each { b it }', 'line 1, column 3: this block has no end'],
    ['a { [].each { b it }', 'line 1, column 3: this block has no end'],
    ['xlr {\n  phases.each { }\n}', "line 2, column 3: 'phases' is code, which is not run; only declarations are read"],
    ['a { it -> b }', "line 1, column 9: expected a number, found '>'"],
    [
      'a "x ${y}"',
      'line 1, column 6: a $ in a text in double quotes or slashes begins code, which is not run; use single quotes',
    ],
    [
      'a """\n$y"""',
      'line 2, column 1: a $ in a text in double quotes or slashes begins code, which is not run; use single quotes',
    ],
    [
      'a /$y/',
      'line 1, column 4: a $ in a text in double quotes or slashes begins code, which is not run; use single quotes',
    ],
    ["a 'x'.trim()", 'line 1, column 6: a call is code, which is not run; only values are read'],
    ['a new Date()', "line 1, column 3: 'new' is code, which is not run; only values are read"],
    ['a b', "line 1, column 3: 'b' is code, which is not run; only values are read"],
    ['a b.c()', "line 1, column 3: 'b.c' is code, which is not run; only values are read"],
    ['a server("x")', "line 1, column 3: 'server' is code, which is not run; only values are read"],
    ['a b.', 'line 1, column 5: expected a name, found the end of the file'],
    ["a 'x' ? 1 : 2", "line 1, column 7: unexpected '?': code is not run, only declarations are read"],
    ['a true + 2', 'line 1, column 3: only texts and numbers can be added to each other'],
    ["a 'x' + variable('k')", 'line 1, column 9: only texts, numbers, lists and maps can be part of a text'],
    ["a 'x' 'y'", "line 1, column 7: expected the end of the declaration (code is not run), found the text 'y'"],
    [
      'a = 1\nb = 2\n{',
      "line 3, column 1: expected the name of a declaration, or a loop over values (other code is not run), found '{'",
    ],
    ['def a', "line 1, column 6: expected '=', found the end of the file"],
    ['def 1', 'line 1, column 5: expected a name, found the number 1'],
    ['while true', "line 1, column 1: 'while' is code, which is not run; only declarations are read"],
    [
      "a Date.parse('yyyy-MM-dd', '2026-13-01')",
      "line 1, column 28: '2026-13-01' is not a date of the form 'yyyy-MM-dd'",
    ],
    [
      "a Date.parse('yyyy-MM-dd', '2026-02-30')",
      "line 1, column 28: '2026-02-30' is not a date of the form 'yyyy-MM-dd'",
    ],
    ["a Date.parse('yyyy Z', '2026 +2500')", "line 1, column 24: '2026 +2500' is not a date of the form 'yyyy Z'"],
    ["a Date.parse('yyyy X', '2026 -19:00')", "line 1, column 24: '2026 -19:00' is not a date of the form 'yyyy X'"],
    ["a Date.parse('EEE', 'Mon')", "line 1, column 21: 'Mon' is not a date of the form 'EEE'"],
    ["a Date.parse('yyyy')", 'line 1, column 3: Date.parse requires a pattern and a date, both as texts'],
    ['a variable(1)', "line 1, column 11: expected one text, as in variable('key')"],
    ["a variable('x', y: 1)", 'line 1, column 22: no keys are expected here'],
  ])('%j', (text, expected) => {
    expect(errorOf(text)).toBe(`BadFile: ${expected}`);
  });
});

describe('an error has its position', () => {
  test.each([
    ["a 'x", 'line 1, column 3: this text has no end'],
    ["a 'x\n'", 'line 1, column 3: this text does not end on its line'],
    ["a '\\q'", 'line 1, column 4: unknown escape sequence in a text; write a backslash as \\\\'],
    ['a {\n b {', 'line 2, column 4: this block has no end'],
    ['a (1', "line 1, column 5: expected ',' or ')', found the end of the file"],
    ['a [1, 2', "line 1, column 8: expected ',' or ']', found the end of the file"],
    ['a ]', "line 1, column 3: expected a value, found ']'"],
    ['a -x', "line 1, column 4: expected a number, found 'x'"],
    ['a 012', 'line 1, column 3: a number cannot begin with 0'],
    ['a 9007199254740993', "line 1, column 3: the number '9007199254740993' is too large"],
    ['a 1e999', "line 1, column 3: the number '1e999' is too large"],
    ["a(['x': 1, 'x': 2])", "line 1, column 17: the key 'x' appears twice"],
    ["a(['x': 1, 2])", 'line 1, column 3: a list cannot have keys for some of its values'],
    ['/* a', 'line 1, column 1: this comment has no end'],
    ['a \u0000', "line 1, column 3: unexpected '?': code is not run, only declarations are read"],
    [
      '}',
      "line 1, column 1: expected the name of a declaration, or a loop over values (other code is not run), found '}'",
    ],
    [
      'a\n\n  = 3',
      "line 3, column 3: expected the name of a declaration, or a loop over values (other code is not run), found '='",
    ],
  ])('%j', (text, expected) => {
    expect(errorOf(text)).toBe(`BadFile: ${expected}`);
  });
});

describe('hostile files', () => {
  const million = 1_000_000;
  const doubling = (text: string, times: number, sign: string): string => {
    const twice = (name: string) => (sign === ',' ? `[${name}, ${name}]` : `${name} ${sign} ${name}`);
    return [
      `def c0 = '${text}'`,
      ...Array.from({ length: times }, (_, at) => `def c${at + 1} = ${twice(`c${at}`)}`),
    ].join('\n');
  };
  const deep = 'lists and blocks are nested more than 100 deep';
  test.each(
    sampleCorpus([
      ['ten thousand nested blocks', 'a{'.repeat(10_000), deep],
      ['ten thousand nested lists', `a ${'['.repeat(10_000)}`, deep],
      ['ten thousand nested parentheses', `a ${'('.repeat(10_000)}`, deep],
      ['ten thousand nested maps', `a ${'[a:'.repeat(10_000)}`, deep],
      ['a million statements', 'a\n'.repeat(million), 'the file has more than 300000 statements and values'],
      ['a million values', `a ([${'1,'.repeat(million)}])`, 'the file has more than 300000 statements and values'],
      ['a comment without an end', `/*${'*'.repeat(10 * million)}`, 'this comment has no end'],
      ['a text without an end', `a '''${"\\'".repeat(5 * million)}`, 'this text has no end'],
      ['a long number', `a ${'9'.repeat(million)}`, /the number '9{100}…' is too large/],
      ['a long name', 'a'.repeat(10 * million), 'it was read'],
      ['a long date', `a Date.parse('${'y'.repeat(million)}', '${'1'.repeat(million)}')`, /is not a date of the form/],
      ['a long pattern', `a Date.parse('${"''".repeat(40)}', '1')`, /expected/],
      ['a million slashes and backslashes', `a ${'/\\'.repeat(million)}`, 'this text has no end'],
      ['twenty million spaces', ' '.repeat(20 * million), 'it was read'],
      ['a million plus signs', `a 'x'${"+'x'".repeat(million)}`, 'it was read'],
      [
        'constants that double a text twenty times',
        doubling('x'.repeat(1_000), 20, '+'),
        'the texts of the file have more than 10485760 characters',
      ],
      [
        'constants that double a list twenty times',
        doubling('x', 20, ','),
        'the file has more than 300000 statements and values',
      ],
      [
        'nested loops',
        `a { ${'(1..60).each { '.repeat(4)}b 1${' }'.repeat(4)} }`,
        'the file has more than 300000 statements',
      ],
      [
        'a long block in loops',
        `a { (1..1000).each { b 1 /*${'x'.repeat(million)}*/ } }`,
        'the loops of the file repeat more than',
      ],
      [
        'a loop over a long range',
        'a { (1..999999999).each { b it } }',
        'the file has more than 300000 statements and values',
      ],
      [
        'a loop with too many iterations',
        'a { 999999999.times { } }',
        'the file has more than 300000 statements and values',
      ],
      [
        'texts that grow in loops',
        `def t = '${'x'.repeat(1_000)}'\na { (1..99999).each { b "$t" } }`,
        'the texts of the file have more than',
      ],
      ['deeply nested loops', `a { ${'[1].each { '.repeat(200)}`, deep],
      ['deeply nested expressions', `def x = 1\na "\${${'('.repeat(200)}x"`, /code|100/],
      ['constants that double a short text ten times', doubling('x', 10, '+'), 'it was read'],
    ]),
  )('%s', (_, text, expected) => {
    expect(errorOf(text)).toEqual(expect.stringMatching(expected));
  });
});
