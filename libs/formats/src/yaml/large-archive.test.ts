import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { ZipSource } from '../zip/unzip.ts';
import { textEntry, writeZip } from '../zip/write-zip.ts';
import { type CodeFiles, documentsIn, referencedTexts } from './documents.ts';
import { largeArchive } from './large-archive.ts';

const index = `apiVersion: xl-release/v1
kind: Import
metadata: {home: Store}
spec:
  imports: [shop/plan.yaml]
`;
const plan = (script = '!file compile.py') => `apiVersion: xl-release/v1
kind: Templates
spec:
- template: Shop
  description: !value what
  phases:
  - phase: Build
    tasks:
    - {name: Compile, type: xlrelease.ScriptTask, script: ${script}}
`;
const defaultFiles: Readonly<Record<string, string>> = {
  'index.yaml': index,
  'shop/plan.yaml': plan(),
  'shop/compile.py': 'print 1',
  'own.xlvals': 'what=A shop\n',
  'files/video': 'v'.repeat(3_000),
};
const limits = {
  total: 10_000,
  texts: 2_000,
  named: async (code: CodeFiles, others: readonly string[]) => referencedTexts(code, (name) => others.includes(name)),
};

/** Returns a zip of files. A file `up/x` has the unsafe name `../x` in it. */
async function zipOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = await buffer(writeZip(Object.entries(files).map(([name, text]) => textEntry(name, text))));
  return Buffer.from(zip.toString('latin1').replaceAll('up/x', '../x'), 'latin1');
}

/** Returns a zip outside memory, which is read in pieces of 100 bytes. */
const lying = (zip: Buffer): ZipSource => ({
  size: zip.length,
  bytes: async function* (start, end) {
    for (let at = start; at < end; at += 100) yield zip.subarray(at, Math.min(at + 100, end));
  },
});

test('reads the documents and included texts of an archive into memory, and the other files on demand', async () => {
  const { code, others } = await largeArchive(lying(await zipOf(defaultFiles)), limits);
  expect([...code.files.keys()].sort()).toEqual(['index.yaml', 'own.xlvals', 'shop/compile.py', 'shop/plan.yaml']);
  const [document] = documentsIn(code);
  expect(document).toMatchObject({
    kind: 'Templates',
    home: ['Store'],
    spec: [{ description: 'A shop', phases: [{ tasks: [{ script: 'print 1' }] }] }],
  });
  const video = others.get('files/video');
  for (const time of [1, 2]) {
    const pieces: Uint8Array[] = [];
    for await (const piece of video?.() ?? []) pieces.push(piece);
    expect([time, Buffer.concat(pieces).toString()]).toEqual([time, defaultFiles['files/video']]);
  }
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  [
    'an archive without an index',
    { 'a.yaml': plan(), 'b.yaml': plan() },
    'the archive has neither an index.yaml nor a Releasefile.yaml',
  ],
  [
    'an archive above the size limit',
    { ...defaultFiles, more: 'x'.repeat(7_000) },
    'the archive contains more than 10000 bytes',
  ],
  [
    'a document above the size limit',
    { ...defaultFiles, 'a.yaml': 'x'.repeat(2_001) },
    "'a.yaml' in the archive is larger than 2000",
  ],
  [
    'documents above the total size limit',
    { ...defaultFiles, 'a.yaml': 'x'.repeat(900), 'b.yaml': 'x'.repeat(900) },
    'the archive has more than 2000 bytes of content to read',
  ],
  [
    'texts above the total size limit',
    { ...defaultFiles, 'shop/compile.py': 'x'.repeat(1_700) },
    "with 'shop/compile.py' the texts have more than 2000 bytes in total",
  ],
  [
    'a missing text file',
    { ...defaultFiles, 'shop/plan.yaml': plan('!file gone.py') },
    "there is no file 'gone.py' next to",
  ],
  ['a missing value', { ...defaultFiles, 'own.xlvals': '' }, "there is no value 'what'"],
  [
    'a document without a YAML extension',
    { ...defaultFiles, 'index.yaml': index.replace('plan.yaml', 'compile.py') },
    "index.yaml: the name of 'shop/compile.py' does not end in .yaml or .yml",
  ],
  ['a missing document', { 'index.yaml': index }, "index.yaml: there is no file 'shop/plan.yaml' next to it"],
  ['a path outside the archive', { ...defaultFiles, 'up/x': 'x' }, 'the archive cannot be read: invalid relative path'],
])('rejects %s with a message of one line', async (_, files, reason) => {
  const zip = lying(await zipOf(files));
  await expect(largeArchive(zip, limits)).rejects.toThrow(
    expect.objectContaining({ name: 'BadFile', message: expect.stringMatching(/^[^\n]+$/) }),
  );
  await expect(largeArchive(zip, limits)).rejects.toThrow(reason);
});

test('rejects a truncated zip, and a file that is not a zip', async () => {
  const zip = await zipOf(defaultFiles);
  for (const bytes of [zip.subarray(0, zip.length / 2), Buffer.from('PK'), Buffer.alloc(0), Buffer.alloc(2_000, 'PK')])
    await expect(largeArchive(lying(bytes), limits)).rejects.toThrow(/^the archive cannot be read: /);
});

test('throws an error of the source unchanged', async () => {
  const zip = lying(await zipOf(defaultFiles));
  const failing: ZipSource = {
    size: zip.size,
    // biome-ignore lint/correctness/useYield: it fails before
    bytes: async function* () {
      throw new Error('the database is away');
    },
  };
  await expect(largeArchive(failing, limits)).rejects.toThrow('the database is away');
});
