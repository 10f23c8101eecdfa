import { expect, test } from 'vitest';
import { findingsIn } from './prose.ts';

const findings = (file: string, source: string) =>
  findingsIn(file, source).map((sentence) => `${sentence.line} ${sentence.found}`);

test('the check finds words of the list in each comment', () => {
  const source = `const a = 1; // Whoever reads it\n/** Tells\n * somebody. */\n// It is done by\n// itself.\n`;
  expect(findings('libs/x/src/a.ts', source)).toEqual(['1 Whoever', '2 somebody', '2 Tells', '4 by itself']);
});

test('the check finds words in texts of the product: errors, logs, help texts of metrics', () => {
  const source = "throw new Error('nobody is there');\nlog.info(`asked ${count} times`);\nconst key = 'told';\n";
  expect(findings('libs/x/src/a.ts', source)).toEqual(['1 nobody', '2 asked']);
});

test('the check finds words in the texts of the board', () => {
  const source = 'const a = <p class="told">\n  Somebody else has changed it.\n</p>;\n';
  expect(findings('apps/board/src/page/a.tsx', source)).toEqual(['2 Somebody else']);
});

test('in tests, the check reads comments and titles, and ignores data', () => {
  const source =
    "test('it says why', () => {});\ntest.each([1])(\n  'told %s times', run);\nconst a = 'Tell everybody this';\n";
  expect(findings('libs/x/src/a.test.ts', source)).toEqual(['1 says', '3 told']);
});

test.each([
  ['a regular expression with quotes', "const a = /'/; const b = /\\/\\//; // anew\n", ['1 anew']],
  ['an address in a text', "const a = 'at https://a.b/c d'; // anew\n", ['1 anew']],
  ['nested templates', 'const a = `x ${b.map((c) => `${c} d`)} y`; // anew\n', ['1 anew']],
  ['a name in backticks', '// Reads `told`, and `nobody`.\n', []],
])('%s does not hide or cause a finding', (_, source, expected) => {
  expect(findings('libs/x/src/a.ts', source)).toEqual(expected);
});

test('the check finds words in comments of style sheets and YAML files', () => {
  expect(findings('apps/x/src/a.css', '/* Nobody sees it. */\n.a { color: red; }\n')).toEqual(['1 Nobody']);
  const yaml = "# This stands\n# for the pod.\nimage: 'stands#1' # said\n";
  expect(findings('deploy/a.yaml', yaml)).toEqual(['1 stands', '3 said']);
});

test('a sentence does not begin with a clause, but a question may', () => {
  const page =
    '# What scripts may reach\n\nWhat is the limit? Who asks too often waits. The caller knows what to do.\n';
  expect(findings('docs/a.md', page)).toEqual([
    '1 What scripts may reach',
    '3 Who asks',
    '3 asks',
    '3 knows',
    '3 Who asks too often',
  ]);
});

test('a sentence of a page has at most 25 words, also in lists and tables, and code is ignored', () => {
  const long = 'One two three four five. '.repeat(6);
  const tooLong = `${'word '.repeat(25)}end.`;
  const code = `\`\`\`sh\n${tooLong} nobody\n\`\`\`\n`;
  const page = `${long}\n\n- ${tooLong}\n- \`${tooLong}\`\n\n| a | b |\n|---|---|\n| ${tooLong} | c |\n\n${code}`;
  expect(findingsIn('docs/a.md', page).map(({ line, advice }) => `${line} ${advice}`)).toEqual([
    '3 26 words, at most 25',
    '8 26 words, at most 25',
  ]);
});

test('US spelling', () => {
  const source = '// The behaviour of a cancelled task with a licence is normalised, and so is its color.\n';
  expect(findings('libs/x/src/a.ts', source)).toEqual(['1 behaviour', '1 cancelled', '1 licence', '1 normalised']);
});
