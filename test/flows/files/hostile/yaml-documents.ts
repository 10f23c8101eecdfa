import { randomBytes } from 'node:crypto';
import { packZip } from '../../../harness/rest/template-files.ts';
import type { HostileFile } from './zips.ts';

const head = 'apiVersion: xl-release/v1\nkind: Templates\nspec:\n';
const text = (yaml: string) => async () => Buffer.from(yaml);
const lazyText = (yaml: () => string) => async () => Buffer.from(yaml());
const repeatLines = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => item(index)).join('\n');
const zip = (files: Readonly<Record<string, string | Buffer>>) => () => packZip(files);
const importDocument = (...names: readonly string[]): string =>
  `apiVersion: xl-release/v1\nkind: Import\nspec:\n  imports: [${names.join()}]`;

/** Thirty lists. Each contains the previous one nine times. */
const bomb = (): string =>
  `a0: &a0 [x]\n${repeatLines(30, (index) => `a${index + 1}: &a${index + 1} [${Array(9).fill(`*a${index}`).join()}]`)}`;

/** Malicious documents, and how `plan` and `apply` refuse them. */
export const hostileCode: readonly HostileFile[] = [
  ['aliases by the billion', lazyText(bomb), /500000 values/],
  [
    'a text that aliases repeat',
    text(`t: &t ${'x'.repeat(100_000)}\nl: [${Array(900).fill('*t').join()}]`),
    /20000000 characters/,
  ],
  ['an alias of what it is in', text('a: &a [*a]'), /64 levels/],
  ['a million levels', lazyText(() => '['.repeat(1_000_000)), /600000 lines/],
  ['half a million levels', lazyText(() => '['.repeat(500_000)), /nesting exceeded/],
  ['a million lines', lazyText(() => '- a\n'.repeat(1_000_000)), /600000 lines/],
  ['two thousand documents', lazyText(() => '---\na: 1\n'.repeat(2_000)), /1000 documents/],
  ['six million characters', lazyText(() => ' '.repeat(6_000_000)), /5000000 characters/],
  [
    '3,001 tasks',
    lazyText(
      () => `${head}- template: T\n  phases:\n  - phase: P\n    tasks:\n${repeatLines(3_001, () => '    - name: t')}`,
    ),
    /at most 3000/,
  ],
  ['a key twice', text('kind: Templates\nkind: Users'), /duplicated mapping key/],
  ['a tag of a language', text('a: !!python/object/apply:os.system [ls]'), /unknown sequence tag/],
  ['a function', text('a: !!js/function "function () {}"'), /unknown scalar tag/],
  ['a tag of its own', text('a: !exec ls'), /unknown scalar tag/],
  ['the prototype', text('__proto__: {a: 1}'), /cannot be the name/],
  ['a file elsewhere', text(`${head}- template: T\n  description: !file ../../etc/passwd`), /there is no file/],
  ['a file from the top', text(`${head}- template: T\n  description: !file /etc/passwd`), /there is no file/],
  ['a value that is not there', text(`${head}- template: !value t`), /there is no value/],
  ['bytes that are no text', async () => Buffer.from([0x61, 0x3a, 0xff, 0xfe]), /UTF-8/],
  ['a bomb of a zip', zip({ 'index.yaml': head, bomb: Buffer.alloc(90_000_000) }), /more than/],
  ['a zip whose index is a zip', async () => await packZip({ 'index.yaml': await packZip({ x: 'y' }) }), /UTF-8/],
  ['a zip without an index', zip({ 'a.yaml': head, 'b.yaml': head }), /neither an index.yaml/],
  ['a zip that leads out of it', async () => zipWithName('../up'), /relative path/],
  ['a chain of files that bring in one another', zip(chain()), /at most 10 deep/],
  [
    'a file that brings in itself, and nothing else',
    zip({ 'index.yaml': importDocument('gone.yaml') }),
    /there is no file/,
  ],
  [
    'values without end',
    zip({ 'index.yaml': `${head}- template: !value none`, 'a.xlvals': randomBytes(4_000_000).toString('hex') }),
    /./,
  ],
];

/** A thousand and one files. Each imports the next. */
function chain(): Readonly<Record<string, string>> {
  const names = Array.from({ length: 1_002 }, (_, index) => (index === 0 ? 'index.yaml' : `f${index}.yaml`));
  return Object.fromEntries(names.map((name, index) => [name, importDocument(names[index + 1] ?? 'index.yaml')]));
}

async function zipWithName(name: string): Promise<Buffer> {
  const placeholder = 'N'.repeat(name.length);
  const bytes = await packZip({ 'index.yaml': head, [placeholder]: 'x' });
  return Buffer.from(bytes.toString('latin1').replaceAll(placeholder, name), 'latin1');
}

/** More templates than a set may have. The refusal of this number has no time limit. */
export const maxSizeCode: readonly HostileFile[] = [
  [
    'eleven thousand templates',
    lazyText(() => head + repeatLines(11_000, (index) => `- template: T${index}`)),
    /10000 objects/,
  ],
];
