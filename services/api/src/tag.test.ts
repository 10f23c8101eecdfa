import { expect, test } from 'vitest';
import { tagFor } from './tag.ts';

const standing = {
  releaseId: 'Release1',
  version: 1_800_000_000_000_000,
  folderPath: ['Applications', 'FolderA'],
  elsewhere: new Map([
    ['Release2', 'Applications/Release2'],
    ['Task3', 'Applications/Release2/Phase1/Task3'],
  ]),
};

test('a tag is short, quoted and the same for the same', () => {
  const reversed = { ...standing, elsewhere: new Map([...standing.elsewhere].reverse()) };
  expect(tagFor(standing, 'rel', 'admin')).toMatch(/^"[0-9a-z]+-[\w-]{16}"$/);
  expect(tagFor(reversed, 'rel', 'admin')).toBe(tagFor(standing, 'rel', 'admin'));
});

test('whatever an answer is made of makes another tag', () => {
  const tags = [
    tagFor(standing, 'rel', 'admin'),
    tagFor({ ...standing, version: standing.version + 1 }, 'rel', 'admin'),
    tagFor({ ...standing, folderPath: ['Applications'] }, 'rel', 'admin'),
    tagFor({ ...standing, folderPath: ['Applications/FolderA'] }, 'rel', 'admin'),
    tagFor({ ...standing, elsewhere: new Map() }, 'rel', 'admin'),
    tagFor({ ...standing, elsewhere: new Map([['Release2', 'Applications/FolderB/Release2']]) }, 'rel', 'admin'),
    tagFor(standing, 'other', 'admin'),
    tagFor(standing, 'rel', ''),
  ];
  expect(new Set(tags).size).toBe(tags.length);
});
