import { message, plainText } from '@slipway/domain/messages';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { expects, problemOf } from './expects.ts';

const reported = (schema: z.ZodType): string => String(schema.safeParse(7).error?.issues[0]?.message);

test('returns the message for the text that a schema reports', () => {
  const text = reported(z.string(expects(message('expected.taskId'))));
  expect(text).toBe('expected the id of a task');
  expect(problemOf(text)).toEqual(message('expected.taskId'));
});

test('a text of the schema library is a plain text', () => {
  const text = reported(z.string());
  expect(problemOf(text)).toEqual(plainText(text));
});
