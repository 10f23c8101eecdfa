import { expect, test } from 'vitest';
import { BadFile } from '../errors/bad-file.ts';
import { documentsIn } from './documents.ts';

const head = 'apiVersion: xl-release/v1\nkind: Templates\nspec:\n';
const read = (files: Readonly<Record<string, string>>) =>
  documentsIn({
    files: new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])),
    roots: ['a.yaml'],
  });
function refusal(files: Readonly<Record<string, string>>): string {
  try {
    read(files);
  } catch (error) {
    expect(error).toBeInstanceOf(BadFile);
    if (error instanceof BadFile) return error.message;
  }
  throw new Error('was not refused');
}

/** Thirty nested lists, each of which contains the previous one nine times. */
const bomb = `a0: &a0 [x]\n${Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join()}]`).join('\n')}`;

test.each([
  ['aliases that expand exponentially', bomb, 'YAML can contain at most 500000 values in all files together'],
  [
    'a large text that aliases repeat',
    `t: &t ${'x'.repeat(100_000)}\nl: [${Array(900).fill('*t').join()}]`,
    'YAML can contain at most 20000000 characters of text in all files together',
  ],
  [
    'more than a thousand aliases',
    `t: &t x\nl: [${Array(1_001).fill('*t').join()}]`,
    'the YAML cannot be read in line 2, column 3006: aliases exceeded maxAliases (1000)',
  ],
  ['a text of a megabyte', `t: ${'é'.repeat(500_001)}`, 'line 1, t: a text in the YAML is longer than 1000000 bytes'],
  [
    'an alias of its own parent',
    'a: &a [*a]',
    `line 1, a, ${'item 1, '.repeat(12)}i…: the YAML is nested more than 64 levels deep`,
  ],
  ['an alias without an anchor', 'a: *b', 'the YAML cannot be read in line 1, column 5: unidentified alias "b"'],
  [
    'a million levels of nesting',
    '['.repeat(1_000_000),
    'YAML can have at most 600000 lines and items in all files together',
  ],
  [
    'a hundred levels of nesting',
    `${'['.repeat(100)}${']'.repeat(100)}`,
    'the YAML cannot be read in line 1, column 64: nesting exceeded maxDepth (64)',
  ],
  [
    'nested lists on one line',
    '- '.repeat(100_000),
    'the YAML cannot be read in line 1, column 129: nesting exceeded maxDepth (64)',
  ],
  [
    'nested complex keys',
    '? '.repeat(100_000),
    'the YAML cannot be read in line 1, column 128: nesting exceeded maxDepth (64)',
  ],
  [
    'a duplicate key',
    'kind: Templates\nkind: Users',
    'the YAML cannot be read in line 2, column 1: duplicated mapping key',
  ],
  ['a million lines', '- a\n'.repeat(1_000_000), 'YAML can have at most 600000 lines and items in all files together'],
  ['two thousand documents', '---\na: 1\n'.repeat(2_000), 'YAML can have at most 1000 documents in all files together'],
  ['six million characters', ' '.repeat(6_000_000), 'YAML can have at most 5000000 characters in all files together'],
  [
    'a tag of a Python object',
    'a: !!python/object/apply:os.system [ls]',
    'the YAML cannot be read in line 1, column 4: unknown sequence tag !<tag:yaml.org,2002:python/object/apply:os.system>',
  ],
  ['a custom tag', 'a: !exec ls', 'the YAML cannot be read in line 1, column 4: unknown scalar tag !<!exec>'],
  [
    'a hundred thousand different names',
    Array.from({ length: 100_000 }, (_, at) => `k${at}: 1`).join('\n'),
    'YAML can contain at most 20000 different names in all files together',
  ],
  ['a NUL character', 'a: "x\\0"', 'line 1, a: a text contains a character that cannot be stored'],
  ['an unpaired surrogate', 'a: "\\ud83d"', 'line 1, a: a text contains a character that cannot be stored'],
  [
    'a wrong number in a task',
    'a: 1\nspec:\n- phases:\n  - tasks:\n    - { name: x }\n    - name: .nan',
    'line 6, spec, item 1, phases, item 1, tasks, item 2, name: the YAML contains a number that cannot be stored',
  ],
  [
    'a wrong item of an alias',
    'a: &a [.inf]\nb:\n  c: *a',
    'line 1, a, item 1: the YAML contains a number that cannot be stored',
  ],
  ['a wrong item of a list', '- .inf', 'item 1: the YAML contains a number that cannot be stored'],
  ['an infinite number', 'a: .inf', 'line 1, a: the YAML contains a number that cannot be stored'],
  ['a member named __proto__', '__proto__: {a: 1}', "line 1, __proto__: '__proto__' cannot be the name of a member"],
  ['a text that is not a document', 'just words', 'a.yaml: expected members'],
  ['a document without a version', 'kind: Templates', 'a.yaml: apiVersion: expected xl-release/v1'],
  ['an unknown version', 'apiVersion: xl-release/v7\nkind: Templates', 'a.yaml: apiVersion: expected xl-release/v1'],
  [
    'an unknown kind',
    'apiVersion: xl-release/v1\nkind: Pods',
    "a.yaml: kind: expected one of Import, Templates, Release, Permissions, Configurations, Users, Roles, got 'Pods'",
  ],
  ['a missing file', `${head}- template: T\n  description: !file b.txt`, "there is no file 'b.txt' next to 'a.yaml'"],
  [
    'a file outside the folder',
    `${head}- template: T\n  description: !file ../../etc/passwd`,
    "there is no file '../../etc/passwd' next to 'a.yaml'",
  ],
  [
    'a missing value',
    `${head}- template: !value t`,
    "there is no value 't': define it in a .xlvals file of the request",
  ],
  [
    'an import of a missing file',
    'apiVersion: xl-release/v1\nkind: Import\nspec:\n  imports: [b.yaml]',
    "a.yaml: there is no file 'b.yaml' next to it",
  ],
])('rejects %s', (_, text, expected) => {
  expect(refusal({ 'a.yaml': text })).toBe(expected);
});

test('reads files with circular imports once, each with its own values and texts', () => {
  const importing = (name: string) =>
    `apiVersion: xl-release/v1\nkind: Import\nmetadata: {home: Top}\nspec:\n  imports: [${name}]`;
  const files = {
    'a.yaml': importing('in/b.yaml'),
    'in/b.yaml': `${importing('c.yaml')}\n---\n${importing('../a.yaml')}`.replace('../a.yaml', 'a.yaml'),
    'in/c.yaml': `${head}- template: !value title\n  description: !file c.txt`,
    'in/c.txt': 'words',
    'x.xlvals': '# values\ntitle = T\n',
  };
  expect(read(files)).toEqual([
    {
      kind: 'Templates',
      members: expect.objectContaining({ kind: 'Templates' }),
      source: { text: files['in/c.yaml'], index: 0 },
      home: ['Top'],
      namespace: 'xlrelease',
      spec: [{ template: 'T', description: 'words' }],
      location: 'in/c.yaml',
      part: { code: 'part.file', params: { file: 'in/c.yaml' } },
    },
  ]);
});

test('limits imports to a depth of ten', () => {
  const chain = (length: number) =>
    Object.fromEntries(
      Array.from({ length }, (_, at) => [
        at === 0 ? 'a.yaml' : `${at}.yaml`,
        at === length - 1
          ? `${head}- template: T`
          : `apiVersion: xl-release/v1\nkind: Import\nspec:\n  imports: [${at + 1}.yaml]`,
      ]),
    );
  expect(read(chain(11)).map(({ location }) => location)).toEqual(['10.yaml']);
  expect(refusal(chain(12))).toBe('imports of files can be nested at most 10 deep');
});

const entries = (count: number, item: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => item(at)).join('\n');
test.each([
  ['lines', entries(200_000, () => '- a'), 'YAML can have at most 600000 lines and items in all files together'],
  ['characters', ' '.repeat(1_500_000), 'YAML can have at most 5000000 characters in all files together'],
  ['documents', entries(300, () => '---'), 'YAML can have at most 1000 documents in all files together'],
  [
    'names',
    entries(6_000, (at) => `  NAMEk${at}: 1`),
    'YAML can contain at most 20000 different names in all files together',
  ],
])('adds the %s of four files', (_, text, refusal) => {
  const head = 'apiVersion: xl-release/v1\nkind: Templates\nspec: []\nmore:\n';
  const texts = ['a', 'b', 'c', 'd'].map((name) => [`${name}.yaml`, `${head}${text.replaceAll('NAME', name)}`]);
  const files = new Map(texts.map(([name = '', content = '']) => [name, Buffer.from(content)]));
  const read = (roots: readonly string[]) => documentsIn({ files, roots });
  expect(() => read(['a.yaml', 'b.yaml', 'c.yaml', 'd.yaml'])).toThrow(refusal);
});
