import { expect, test } from 'vitest';
import type { EventData } from '../../model/catalogs/event-types.ts';
import { eventFacts, eventLine, messageSubject, subjectTitle } from './event-text.ts';

const release = { id: 'Release1', title: 'Webshop 1.0', status: 'FAILED', folderId: 'Folder1', tags: [] } as const;
const task: NonNullable<EventData['task']> = {
  ...{ id: 'Task1', title: 'Deploy', type: 'xlrelease.Task', status: 'FAILED', phaseTitle: 'Production' },
  failuresCount: 1,
};

test.each<[string, EventData, string, string]>([
  ['a task', { release, task }, 'Task failed: Deploy (Webshop 1.0)', 'Deploy'],
  ['a task without its release', { task }, 'Task failed: Deploy', 'Deploy'],
  ['a release', { release }, 'Task failed: Webshop 1.0', 'Webshop 1.0'],
  ['another object', { subject: { id: 'Trigger1', title: 'Nightly' } }, 'Task failed: Nightly', 'Nightly'],
  ['no object', {}, 'Task failed', ''],
])('the line of an event about %s names it', (_, data, line, title) => {
  expect(eventLine({ type: 'task.failed', data })).toBe(line);
  expect(subjectTitle({ data })).toBe(title);
});

test('the subject of several events is their number and the release', () => {
  const event = { type: 'task.started', data: { release, task } } as const;
  expect(messageSubject([event])).toBe('Task started: Deploy (Webshop 1.0)');
  expect(messageSubject([event, event])).toBe('2 events: Webshop 1.0');
  expect(messageSubject([{ ...event, data: {} }, event])).toBe('2 events');
  expect(messageSubject([])).toBe('');
});

test('facts have names, and empty ones are omitted', () => {
  const data: EventData = {
    ...{ task: { ...task, dueDate: 0 }, flag: 'AT_RISK', risk: { from: 10, to: 60 }, reason: '' },
  };
  expect(eventFacts({ data, actor: 'ann' }, 'Europe/Berlin')).toEqual([
    ['Phase', 'Production'],
    ['Due', 'Thu, Jan 1, 1970, 01:00 GMT+1'],
    ['Flag', 'At risk'],
    ['Risk score', '10 → 60'],
    ['By', 'ann'],
  ]);
  expect(eventFacts({ data: { task }, actor: 'SYSTEM' }, 'UTC')).toEqual([['Phase', 'Production']]);
  const deployment = { id: 'Deployment1', application: 'Shop', environment: 'prod', kind: 'normal' } as const;
  expect(
    eventFacts({ data: { deployment: { ...deployment, outcome: 'succeeded', first: true } }, actor: 'SYSTEM' }, 'UTC'),
  ).toEqual([
    ['Deployment', 'Shop → prod'],
    ['Result', 'succeeded'],
  ]);
});
