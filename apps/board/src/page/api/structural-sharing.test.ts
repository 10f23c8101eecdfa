import { expect, test } from 'vitest';
import { shareStructure } from './structural-sharing.ts';

const before = {
  title: 'Release',
  tasks: [
    { id: 'one', tags: ['a'] },
    { id: 'two', tags: [] },
  ],
  owner: null,
};

test('an equal value is replaced by the earlier object', () => {
  expect(shareStructure(before, structuredClone(before))).toBe(before);
});

test('a changed part and its parents are new objects, and all other parts are shared', () => {
  const after = structuredClone(before);
  after.tasks[1]!.tags.push('b');
  const now = shareStructure(before, after);
  expect(now).toEqual(after);
  expect([now === before, now.tasks === before.tasks, now.tasks[0] === before.tasks[0]]).toEqual([false, false, true]);
});

test('an item with an id is shared at any position', () => {
  const { tasks } = before;
  const now = shareStructure(tasks, structuredClone([{ id: 'new', tags: [] }, tasks[1]!, tasks[0]!]));
  expect([now[0]!.id, now[1] === tasks[1], now[2] === tasks[0]]).toEqual(['new', true, true]);
  const fewer = shareStructure(tasks, structuredClone(tasks.slice(1)));
  expect([fewer.length, fewer[0] === tasks[1]]).toEqual([1, true]);
});

test.each([
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ a: 1, b: 2 }, { a: 1 }],
  [{ a: 1 }, { b: 1 }],
  [{ a: undefined }, { b: undefined }],
  [[1, 2], [1]],
  [[1], [1, 2]],
  [[], {}],
  [{}, []],
  [{}, null],
  [null, {}],
  [undefined, [null]],
  ['1', 1],
])('sharing %j with %j returns the later value', (earlier, later) => {
  expect(shareStructure(earlier, later)).toStrictEqual(later);
});

test('a member named __proto__ or constructor is an ordinary member', () => {
  const hostile = JSON.parse('{"__proto__":{"a":1},"constructor":[]}');
  const now = shareStructure({}, hostile);
  expect(JSON.stringify(now)).toBe(JSON.stringify(hostile));
});
