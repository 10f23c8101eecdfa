import { expect, test } from 'vitest';
import { tagFor } from './tag.ts';

const validators = {
  releaseId: 'Release1',
  version: 1_800_000_000_000_000,
  folderPath: ['Applications', 'FolderA'],
  references: new Map([
    ['Release2', 'Applications/Release2'],
    ['Task3', 'Applications/Release2/Phase1/Task3'],
  ]),
  calendar: null,
  triggers: null,
  grants: 1,
};
const noBlackouts = '';

test('an ETag is short and quoted, and the same for equal validators', () => {
  const reversed = { ...validators, references: new Map([...validators.references].reverse()) };
  expect(tagFor(validators, noBlackouts, 'rel', 'admin')).toMatch(/^"[0-9a-z]+-[\w-]{16}"$/);
  expect(tagFor(reversed, noBlackouts, 'rel', 'admin')).toBe(tagFor(validators, noBlackouts, 'rel', 'admin'));
});

test('each validator changes the ETag', () => {
  const tags = [
    tagFor(validators, noBlackouts, 'rel', 'admin'),
    tagFor({ ...validators, version: validators.version + 1 }, noBlackouts, 'rel', 'admin'),
    tagFor({ ...validators, folderPath: ['Applications'] }, noBlackouts, 'rel', 'admin'),
    tagFor({ ...validators, folderPath: ['Applications/FolderA'] }, noBlackouts, 'rel', 'admin'),
    tagFor({ ...validators, references: new Map() }, noBlackouts, 'rel', 'admin'),
    tagFor(
      { ...validators, references: new Map([['Release2', 'Applications/FolderB/Release2']]) },
      noBlackouts,
      'rel',
      'admin',
    ),
    tagFor(validators, noBlackouts, 'other', 'admin'),
    tagFor(validators, noBlackouts, 'rel', ''),
    tagFor(validators, '1 2', 'rel', 'admin'),
    tagFor({ ...validators, triggers: '0' }, noBlackouts, 'rel', 'admin'),
    tagFor({ ...validators, grants: 2 }, noBlackouts, 'rel', 'admin'),
  ];
  expect(new Set(tags).size).toBe(tags.length);
});
