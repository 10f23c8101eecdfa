import { expect, test } from 'vitest';
import { filterText, selectedEvent } from './sender-filter.ts';
import type { SenderEvent } from './senders.ts';

const condition = (path: string, value: string) => ({ path, value, operator: 'EQUALS', valueType: 'STRING' }) as const;
const sample = { headers: {}, event: null };
const push: SenderEvent = {
  ...{ id: 'push', title: 'Push', releaseTitle: 'Push', sample },
  conditions: [condition('headers.X-Event', 'push')],
  fields: [
    { name: 'repository', path: 'event.repository' },
    { name: 'branch', path: 'event.ref', prefix: 'refs/heads/' },
  ],
};
const tag: SenderEvent = { ...push, id: 'tag', conditions: [...push.conditions, condition('event.kind', 'tag')] };
const events = [push, tag];

test('a filter has the conditions of its event and the values of fields, and is recognized again', () => {
  const choices: readonly Readonly<Record<string, string>>[] = [
    ...[{}, { repository: 'shop' }, { repository: 'shop', branch: 'main' }],
  ];
  for (const texts of choices) {
    expect(selectedEvent(events, filterText(push, texts))).toEqual({ event: push, texts });
    expect(selectedEvent(events, filterText(tag, texts))?.event.id).toBe('tag');
  }
  expect(JSON.parse(filterText(push, { branch: 'main', repository: '' })).expressions).toEqual([
    ...[condition('headers.X-Event', 'push'), condition('event.ref', 'refs/heads/main')],
  ]);
});

test.each(['', '{', 'null', '1', '{}', '{"expressions": 1}', '{"expressions": []}', '{"expressions": [1]}'])(
  'the filter %j is of no event',
  (text) => expect(selectedEvent(events, text)).toBeNull(),
);

test('a value without the prefix is shown as it is', () => {
  const text = JSON.stringify({ expressions: [...push.conditions, condition('event.ref', 'main')] });
  expect(selectedEvent(events, text)?.texts).toEqual({ branch: 'main' });
});
