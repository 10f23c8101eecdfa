import type { MessagePart } from '@slipway/domain/messages';
import { expect, test } from 'vitest';
import { asSentence } from './field-words.ts';

const text = (value: string): MessagePart => ({ kind: 'text', text: value });
const name = (value: string): MessagePart => ({ kind: 'name', text: value, id: null });

test.each([
  [
    "periodicity: '0 2 * * 8' is not a cron expression: weekday: expected 0 to 7",
    "Expression: '0 2 * * 8' is not a cron expression: weekday: expected 0 to 7",
  ],
  ['links: the tasks of a group', 'Runs after: the tasks of a group'],
  ['type: there is no variable type', 'Type: there is no variable type'],
  ['newPassword: expected a password', 'New password: expected a password'],
  ['variables.version: expected a text', 'Variable “version”: expected a text'],
  ['cannot start release', 'Cannot start release'],
  ['release.yaml: expected members', 'release.yaml: expected members'],
  ['Task is locked', 'Task is locked'],
])('a refusal has a capital letter, and the label of its field: %s', (before, after) => {
  expect(asSentence([text(before)])).toEqual([text(after)]);
});

test('a field can be a separate part, and a name at the start does not change', () => {
  expect(asSentence([text('dueDate'), text(': expected a date '), name('x')])).toEqual([
    text('Due: expected a date '),
    name('x'),
  ]);
  expect(asSentence([name('build'), text(' is locked')])).toEqual([name('build'), text(' is locked')]);
});
