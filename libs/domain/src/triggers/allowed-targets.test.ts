import { expect, test } from 'vitest';
import { Invalid } from '../model/errors.ts';
import { eventTypeFrom, isAllowedTarget } from './allowed-targets.ts';

const root = ['Applications'];
const team = ['Applications', 'FolderTeam'];
const below = [...team, 'FolderBelow'];
const otherFolder = ['Applications', 'FolderOther'];

test.each([
  ['a global configuration', team, null, true],
  ['a configuration of its folder', team, team, true],
  ['a configuration of the root folder', below, root, true],
  ['a configuration of a folder above', below, team, true],
  ['a configuration of a folder below', team, below, false],
  ['a configuration of another folder', team, otherFolder, false],
  ['a global configuration if it is global itself', null, null, true],
  ['a configuration of a folder if it is global itself', null, root, false],
])('an object can use %s: %s, %s', (_, from, target, isAllowed) => {
  expect(isAllowedTarget(from, target)).toBe(isAllowed);
});

const chat = { title: 'Chat', folderPath: team, eventType: 'acme.Message' };

test('a trigger has the event type of its source', () => {
  expect(eventTypeFrom(below, chat)).toBe('acme.Message');
  expect(eventTypeFrom(below, chat, 'acme.Message')).toBe('acme.Message');
});

test('a trigger or task rejects a source that is not available to it, or that has another event type', () => {
  expect(() => eventTypeFrom(otherFolder, chat)).toThrow(
    new Invalid(
      "eventSource: 'Chat' is in another folder: expected a global one, or one in the folder of the template or above",
    ),
  );
  expect(() => eventTypeFrom(otherFolder, chat, undefined, 'release')).toThrow(
    new Invalid(
      "eventSource: 'Chat' is in another folder: expected a global one, or one in the folder of the release or above",
    ),
  );
  expect(() => eventTypeFrom(team, chat, 'acme.Push')).toThrow(
    new Invalid('eventType: its event source produces acme.Message, not acme.Push'),
  );
});
