import { expect, test } from 'vitest';
import { tokenize } from './highlight.ts';

const kindsOf = (code: string, language: 'python' | 'javascript') =>
  tokenize(code, language).flatMap(({ kind, text }) => (kind === null ? [] : [[kind, text]]));

test('Python code is split into keywords, strings, numbers, comments and variables', () => {
  const code = "for i in range(5): # five\n  print \"a # b\" + ${name} + '''x\ny'''";
  expect(kindsOf(code, 'python')).toEqual([
    ['keyword', 'for'],
    ['keyword', 'in'],
    ['number', '5'],
    ['comment', '# five'],
    ['keyword', 'print'],
    ['string', '"a # b"'],
    ['variable', '${name}'],
    ['string', "'''x\ny'''"],
  ]);
});

test('JavaScript code has comments of two kinds, and template strings', () => {
  expect(kindsOf('const a = `b\nc`; // d\n/* e */', 'javascript')).toEqual([
    ['keyword', 'const'],
    ['string', '`b\nc`'],
    ['comment', '// d'],
    ['comment', '/* e */'],
  ]);
});

test.each(['', "print 'open", '"""never closed', '/* open', 'x'.repeat(20_001), 'a\r\nb # c', '\\"'])(
  'the texts of the tokens are the code (%#)',
  (code) => {
    for (const language of ['python', 'javascript'] as const)
      expect(
        tokenize(code, language)
          .map(({ text }) => text)
          .join(''),
      ).toBe(code);
  },
);
