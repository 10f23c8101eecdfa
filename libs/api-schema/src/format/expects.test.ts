import { message, plainText } from '@slipway/domain/messages';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { expects, problemOf } from './expects.ts';

test('the text that a schema reports is the message of its error, and one of the library is plain', () => {
  const schema = z.string(expects(message('expected.taskId'))).min(1);
  const [wrongType, tooShort] = [7, ''].map((value) => schema.safeParse(value).error?.issues[0]?.message ?? '');
  expect(wrongType).toBe('expected the id of a task');
  expect(problemOf(String(wrongType))).toEqual(message('expected.taskId'));
  expect(problemOf(String(tooShort))).toEqual(plainText(String(tooShort)));
});
