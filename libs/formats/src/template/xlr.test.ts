import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { textEntry, zipped } from '../zip/write-zip.ts';
import { templateInZip } from './xlr.ts';

/** A zip of these files; each holds its name. */
const zip = async (...names: readonly string[]): Promise<Buffer> =>
  await buffer(zipped(names.map((name) => textEntry(name, name))));
/** A zip with backslashes in its names, which our own writer refuses: the names have slashes of the same length. */
async function withBackslashes(...names: readonly string[]): Promise<Buffer> {
  const bytes = await zip(...names);
  for (const name of names)
    for (let at = bytes.indexOf(name); at !== -1; at = bytes.indexOf(name, at + 1))
      if (name.includes('/')) bytes.write(name.replaceAll('/', '\\'), at);
  return bytes;
}
async function found(bytes: Buffer): Promise<readonly unknown[]> {
  const read = await templateInZip(bytes, 1_000_000);
  const text = read.kind === 'json' ? [read.json, read.manifest] : [read.text];
  return [read.kind, ...text.map((each) => each && each.length), [...read.beside.keys()].sort()];
}

describe('the template in a zip', () => {
  test.each([
    [['Releasefile.groovy'], ['groovy', 18, []]],
    [
      ['release-template.json', 'manifest.json', 'attachments/a-b'],
      ['json', 21, 13, ['attachments/a-b']],
    ],
    [
      ['x/Releasefile.groovy', 'x/attachments/a-b', 'y/c'],
      ['groovy', 20, ['attachments/a-b', 'y/c']],
    ],
    [
      ['a/b/release-template.json', 'a/b/manifest.json', 'a/manifest.json'],
      ['json', 25, 17, ['a/manifest.json']],
    ],
    [
      ['RELEASEFILE.GROOVY', '__MACOSX/._Releasefile.groovy'],
      ['groovy', 18, ['__MACOSX/._Releasefile.groovy']],
    ],
    [
      ['Template/Release-Template.JSON', 'Template/Manifest.json'],
      ['json', 30, 22, []],
    ],
    [
      ['Releasefile.groovy', 'attachments/Releasefile.groovy'],
      ['groovy', 18, ['attachments/Releasefile.groovy']],
    ],
    [['./Releasefile.groovy'], ['groovy', 20, []]],
  ])('%j', async (names, expected) => {
    expect(await found(await zip(...names))).toEqual(expected);
  });

  test('may have names with backslashes', async () => {
    const bytes = await withBackslashes('x/Releasefile.groovy', 'x/attachments/a-b');
    expect(await found(bytes)).toEqual(['groovy', 20, ['attachments/a-b']]);
  });

  test('is refused if several are equally near to the top, or if there is none', async () => {
    await expect(found(await zip('a/Releasefile.groovy', 'b/Releasefile.groovy'))).rejects.toThrow(
      "the file holds several templates, in 'a/' and 'b/'",
    );
    await expect(found(await zip('manifest.json'))).rejects.toThrow(
      'the file holds neither release-template.json nor Releasefile.groovy',
    );
    await expect(found(await withBackslashes('x/../Releasefile.groovy'))).rejects.toThrow(/relative path|dots/);
  });
});
