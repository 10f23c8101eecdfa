import { expect, test } from 'vitest';
import { channelsText, filterFrom, filterText, namedRecipient, recipientLabel, rulesPath } from './rules.ts';

test.each([
  ['releaseOwner', 'Owner of the release', null],
  ['user:ann', 'ann', { kind: 'user', name: 'ann' }],
  ['team:Ops: night', 'Team Ops: night', { kind: 'team', name: 'Ops: night' }],
  ['role:reviewer', 'Role reviewer', { kind: 'role', name: 'reviewer' }],
  ['newGroup', 'newGroup', null],
  ['user:', 'user:', null],
])('the recipient %s has the name %s', (recipient, label, named) => {
  expect([recipientLabel(recipient), namedRecipient(recipient)]).toEqual([label, named]);
});

test('a filter contains the typed values without blanks and empty members', () => {
  const filter = filterFrom({ tags: ' prod, ,eu ', phaseTitles: ' ', statuses: 'FAILED' });
  expect([filter, filterText(filter), filterText()]).toEqual([
    { tags: ['prod', 'eu'], statuses: ['FAILED'] },
    'Tags of the release: prod, eu · Statuses: FAILED',
    '',
  ]);
});

test('channels are listed with their modes', () => {
  expect([channelsText({ inbox: 'now', mail: 'digest', browser: 'off' }), channelsText({})]).toEqual([
    'Inbox: now, Email: digest',
    'Off',
  ]);
});

test('the rules of a folder have a path of their own', () => {
  expect([rulesPath({ folderId: null }), rulesPath({ folderId: 'Applications/Folder1/Folder2' })]).toEqual([
    '/notification-settings',
    '/folders/Folder2/notification-settings',
  ]);
});
