import { expect, test } from 'vitest';
import { recipientGroups, urgencies } from '../../notification-choices/choices.ts';
import { eventTypes, isEventType } from './event-types.ts';

test('each event type has a subject, an urgency, default recipients and a description', () => {
  for (const [name, { subject, urgency, recipients, label, description }] of Object.entries(eventTypes)) {
    expect(name).toMatch(/^[a-z]+\.[a-zA-Z]+$/);
    if (!/^(approval|comment)\./.test(name)) expect(name.split('.')[0]).toBe(subject);
    expect(urgencies).toContain(urgency);
    expect(recipients.length).toBeGreaterThan(0);
    expect(recipientGroups).toEqual(expect.arrayContaining([...recipients]));
    expect(label).toMatch(/^[A-Z][a-z ]+$/);
    expect(description).toMatch(/^[A-Z].*\.$/);
  }
});

test('a name is an event type only if the catalog contains it', () => {
  expect(['task.started', 'toString', 'task.unknown'].map(isEventType)).toEqual([true, false, false]);
});
