import { eventTypes as knownTypes } from '@slipway/domain/model';
import { expect, test } from 'vitest';
import { eventName, eventTypes, groupEvents } from './event-words.ts';

test('groups contain the events in the order of the settings, and unknown events at the end', () => {
  expect(groupEvents(['release.failed', 'next.event', 'task.failed', 'task.assigned'])).toEqual([
    { group: 'tasks', label: 'Tasks', types: ['task.assigned', 'task.failed'] },
    { group: 'releases', label: 'Releases', types: ['release.failed'] },
    { group: 'other', label: 'Other', types: ['next.event'] },
  ]);
  expect(
    groupEvents(eventTypes)
      .flatMap(({ types }) => types)
      .toSorted(),
  ).toEqual(eventTypes.toSorted());
});

test('the events are those of the server', () => {
  expect(eventTypes.toSorted()).toEqual(Object.keys(knownTypes).toSorted());
});

test('an unknown event is named by its type', () => {
  expect([eventName('task.failed'), eventName('next.event')]).toEqual(['Task failed', 'next.event']);
});
