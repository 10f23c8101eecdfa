import { expect, test } from 'vitest';
import { textOf } from '../messages/english.ts';
import { message } from '../messages/message.ts';
import { Conflict, explainInvalid, Invalid, messageOf, truncate } from './errors.ts';

test.each([
  ['a short text is unchanged', 'abc', 3, 'abc'],
  ['a long text is cut', 'abcd', 3, 'abc'],
  ['a surrogate pair at the limit is kept', 'a🚂b', 3, 'a🚂'],
  ['half of a surrogate pair is removed', 'ab🚂', 3, 'ab'],
  ['half of a leading surrogate pair is removed', '🚂', 1, ''],
])('%s', (_, text, maxLength, expected) => {
  expect(truncate(text, maxLength)).toBe(expected);
});

test('explainInvalid adds its text only to the message of an Invalid', () => {
  const throws = (error: Error) => () =>
    explainInvalid('field', () => {
      throw error;
    });
  const fault = new TypeError('a fault of the program');
  expect(explainInvalid('field', () => 1)).toBe(1);
  expect(throws(new Invalid('expected a number'))).toThrow(new Invalid('field: expected a number'));
  expect(throws(fault)).toThrow(fault);
});

test('a refusal without data becomes a message with its text', () => {
  const limit = message('limit.tasks', { max: 2 });
  expect(messageOf(new Conflict(limit))).toBe(limit);
  expect(textOf(messageOf(new Conflict('no disk')))).toBe('no disk');
});
