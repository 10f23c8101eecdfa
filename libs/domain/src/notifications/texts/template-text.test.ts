import { describe, expect, test } from 'vitest';
import type { OccurredEvent } from './event-text.ts';
import { placeholders, renderTemplate, unknownPlaceholder } from './template-text.ts';

const event: OccurredEvent = {
  ...{ id: 'Event1', type: 'task.failed', releaseId: 'Release1', folderId: 'Folder1', taskId: 'Task1', version: 3 },
  ...{ actor: 'ann', at: 0 },
  data: {
    release: { id: 'Release1', title: '<b>Webshop</b>', status: 'FAILED', folderId: 'Folder1', tags: ['a', 'b'] },
    task: {
      ...{ id: 'Task1', title: 'Deploy', type: 'xlrelease.Task', status: 'FAILED', phaseTitle: 'Production' },
      ...{ failuresCount: 2, dueDate: 1 },
    },
    flag: 'AT_RISK',
    risk: { from: 1, to: 2 },
    reason: 'refused',
  },
};
const context = { reason: 'you own the task', url: 'https://slipway.example.com/releases/Release1' };
const render = (text: string, of: OccurredEvent = event) =>
  renderTemplate(text, of, context, (value) => value.replace(/</g, '&lt;'));

describe('a template', () => {
  test('has values of the event, escaped for the channel', () => {
    expect(render('<i>{{ release.title }}</i> {{task.title}} by {{actor}}: {{reason}}')).toBe(
      '<i>&lt;b>Webshop&lt;/b></i> Deploy by ann: you own the task',
    );
  });

  test('can use each placeholder, which is empty without a value', () => {
    const text = Object.keys(placeholders)
      .map((name) => `{{${name}}}`)
      .join('|');
    expect(render(text)).toBe(
      [
        ...['Task failed', 'task.failed', '1970-01-01T00:00:00.000Z', 'Deploy', 'Release1', '&lt;b>Webshop&lt;/b>'],
        ...['FAILED', 'a, b', 'Task1', 'Deploy', 'xlrelease.Task', 'FAILED', 'Production', '1970-01-01T00:00:00.001Z'],
        ...['2', 'ann', 'AT_RISK', '1', '2', 'refused', context.reason, context.url],
      ].join('|'),
    );
    expect(
      render(text, { ...event, type: 'token.expiring', data: {} })
        .split('|')
        .filter(Boolean),
    ).toEqual([...['Token expires', 'token.expiring', '1970-01-01T00:00:00.000Z', 'ann', context.reason, context.url]]);
  });

  test('does not interpret values as placeholders', () => {
    const data = { ...event.data, reason: '{{actor}} $& $1' };
    expect(render('{{details}}', { ...event, data })).toBe('{{actor}} $& $1');
  });

  test('ignores a placeholder that an earlier version stored', () => {
    expect(render('a{{task.owner}}b')).toBe('ab');
  });
});

test.each([
  ['{{task.owner}}', 'task.owner'],
  ['{{ constructor }}', 'constructor'],
  ['{{}}', ''],
  ['{{task.title', '{{task.title'],
  ['task.title}} x', '}} x'],
  [`{{${'x'.repeat(200)}}}`, 'x'.repeat(100)],
  ['{{{task.title}}}', null],
  ['{ {{ task.title }} } {{url}}', null],
])('the unknown placeholder of %s is %s', (text, name) => {
  expect(unknownPlaceholder(text)).toBe(name);
});
