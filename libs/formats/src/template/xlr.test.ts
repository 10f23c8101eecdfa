import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { textEntry, writeZip } from '../zip/write-zip.ts';
import { templateInZip } from './xlr.ts';

/** Returns a zip of files with their names as contents. */
const zip = async (...names: readonly string[]): Promise<Buffer> =>
  await buffer(writeZip(names.map((name) => textEntry(name, name))));
/** Replaces a file name in a zip by one of the same length, which the writer of the product would reject. */
function renamed(bytes: Buffer, name: string, newName: string): Buffer {
  for (let at = bytes.indexOf(name); at !== -1; at = bytes.indexOf(name, at + 1)) bytes.write(newName, at);
  return bytes;
}
async function openedTemplate(bytes: Buffer): Promise<readonly unknown[]> {
  const read = await templateInZip(bytes, 1_000_000);
  const text = read.kind === 'json' ? [read.json, read.manifest] : [read.text];
  return [read.kind, ...text.map((part) => part?.length ?? null), [...read.otherFiles.keys()].sort()];
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
    expect(await openedTemplate(await zip(...names))).toEqual(expected);
  });

  test('may have names with backslashes', async () => {
    const bytes = await zip('x/Releasefile.groovy', 'x/attachments/a-b');
    renamed(bytes, 'x/Releasefile.groovy', 'x\\Releasefile.groovy');
    renamed(bytes, 'x/attachments/a-b', 'x\\attachments\\a-b');
    expect(await openedTemplate(bytes)).toEqual(['groovy', 20, ['attachments/a-b']]);
  });

  test('is rejected if there are several at the same depth, or none', async () => {
    await expect(openedTemplate(await zip('a/Releasefile.groovy', 'b/Releasefile.groovy'))).rejects.toThrow(
      "the file contains several templates, in 'a/' and 'b/'",
    );
    await expect(openedTemplate(await zip('manifest.json'))).rejects.toThrow(
      'the file contains neither release-template.json nor Releasefile.groovy',
    );
    const unsafePath = renamed(await zip('x/aa/Releasefile.groovy'), 'x/aa/Rel', 'x\\..\\Rel');
    await expect(openedTemplate(unsafePath)).rejects.toThrow(/relative path|dots/);
  });
});
