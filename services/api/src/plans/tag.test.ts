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
  calendar: null,
  triggers: null,
};
const calm = { mark: '' };

test('a tag is short, quoted and the same for the same', () => {
  const reversed = { ...standing, elsewhere: new Map([...standing.elsewhere].reverse()) };
  expect(tagFor(standing, calm, 'rel', 'admin')).toMatch(/^"[0-9a-z]+-[\w-]{16}"$/);
  expect(tagFor(reversed, calm, 'rel', 'admin')).toBe(tagFor(standing, calm, 'rel', 'admin'));
});

test('whatever an answer is made of makes another tag', () => {
  const tags = [
    tagFor(standing, calm, 'rel', 'admin'),
    tagFor({ ...standing, version: standing.version + 1 }, calm, 'rel', 'admin'),
    tagFor({ ...standing, folderPath: ['Applications'] }, calm, 'rel', 'admin'),
    tagFor({ ...standing, folderPath: ['Applications/FolderA'] }, calm, 'rel', 'admin'),
    tagFor({ ...standing, elsewhere: new Map() }, calm, 'rel', 'admin'),
    tagFor({ ...standing, elsewhere: new Map([['Release2', 'Applications/FolderB/Release2']]) }, calm, 'rel', 'admin'),
    tagFor(standing, calm, 'other', 'admin'),
    tagFor(standing, calm, 'rel', ''),
    tagFor(standing, { mark: '1 2' }, 'rel', 'admin'),
    tagFor({ ...standing, triggers: '0' }, calm, 'rel', 'admin'),
  ];
  expect(new Set(tags).size).toBe(tags.length);
});
