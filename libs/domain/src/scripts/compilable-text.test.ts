import { describe, expect, test } from 'vitest';
import { toCompilableText } from './compilable-text.ts';
import type { ScriptLanguage } from './script-text.ts';

const always = Number.POSITIVE_INFINITY;
const zeros = '00000000';

const cases: readonly (readonly [
  says: string,
  language: ScriptLanguage,
  script: string,
  text: string,
  certainTo: number,
])[] = [
  ['a script without placeholders', 'python', 'x = 1', 'x = 1', always],
  ['a text', 'python', 'x = "${a}"', `x = "${zeros}"`, always],
  ['a text after others', 'python', `'it''s' + "'" + 'b \${a}'`, `'it''s' + "'" + 'b ${zeros}'`, always],
  ['a text behind a backslash', 'python', "'C:\\${dir}\\${name}'", "'C:\\00000000\\00000000'", always],
  ['a text with an escaped quote', 'python', "'\\'${a}'", "'\\'00000000'", always],
  ['a key with a quote', 'python', `x = "\${a"b} \${c}"`, `x = "${zeros} ${zeros}"`, always],
  ['a long text', 'python', '"""\n${a}"\n""" + ${b}', `"""\n${zeros}"\n""" + x`, 2],
  ['a comment', 'python', "# it's ${a}\nx = 1", `# it's ${zeros}\nx = 1`, always],
  ['code after a comment', 'python', "# it's\r\nx = ${a}", "# it's\r\nx = x", 1],
  ['code after an unterminated text', 'python', "'abc\n${a}", "'abc\nx", 1],
  ['the first of several in code', 'python', 'x = 1\n${a}\n"${b}"\n${c}', `x = 1\nx\n"${zeros}"\nx`, 1],
  ['a key of two lines', 'python', "'''${a\n}'''", "'''x'''", 0],
  ['a text of JavaScript', 'javascript', `f('\${a}', "\${b}")`, `f('${zeros}', "${zeros}")`, always],
  ['a comment of JavaScript', 'javascript', "// it's ${a}\n/* ' ${b} */", `// it's ${zeros}\n/* ' ${zeros} */`, always],
  ['a template', 'javascript', '`${a.b} ${c}`', `\`${zeros} ${zeros}\``, always],
  ['a template with other expressions', 'javascript', '`${f({})} ${c}`', '`${f({})} x`', 0],
  ['code of JavaScript', 'javascript', '\nx = ${a}', '\nx = x', 1],
  ['a text after a regular expression', 'javascript', `/"/.test("\${a}")`, '/"/.test("x")', 0],
];

describe('the placeholders of a script are replaced as text or as code', () => {
  test.each(cases)('%s', (_, language, script, text, certainTo) => {
    expect(toCompilableText(script, language)).toEqual({ text, certainTo });
  });
});

test('a script of a megabyte is parsed in linear time', () => {
  const many = '${a} "${b}"\n'.repeat(80_000);
  const startedAt = performance.now();
  expect(toCompilableText(many, 'python').certainTo).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});
