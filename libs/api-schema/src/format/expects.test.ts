import { message, plainText } from '@slipway/domain/messages';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { expects, problemOf } from './expects.ts';

const reported = (schema: z.ZodType): string => String(schema.safeParse(7).error?.issues[0]?.message);

test('the text that a schema reports is the message of its error', () => {
  const text = reported(z.string(expects(message('expected.taskId'))));
  expect(text).toBe('expected the id of a task');
  expect(problemOf(text)).toEqual(message('expected.taskId'));
});

test('a text of the library is plain', () => {
  const text = reported(z.string());
  expect(problemOf(text)).toEqual(plainText(text));
});
