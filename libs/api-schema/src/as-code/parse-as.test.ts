import { message, plainText } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { oneOf, requiredDate, wholeNumber } from '../format/scalars.ts';
import { parseAs } from './parse-as.ts';

const part = message('part.task', { title: 'Deploy' });
const schema = z.object({ count: wholeNumber(0, 5), unit: oneOf(['s', 'min']), due: requiredDate, name: z.string() });
const valid = { count: 1, unit: 's', due: 0, name: 'a' };

const refusalOf = (value: unknown) => {
  try {
    return parseAs(schema, value, part);
  } catch (error) {
    return error instanceof Invalid ? { text: error.message, data: error.data } : error;
  }
};

const within = message('expected.wholeNumberWithin', { min: 0, max: 5 });
const names = message('expected.oneOf', {
  options: [message('quote.plain', { text: 's' }), message('quote.plain', { text: 'min' })],
});

test.each([
  [{ count: 6 }, 'count', within, 'expected a whole number from 0 to 5'],
  [{ unit: 'h' }, 'unit', names, 'expected one of s, min'],
  [{ due: '' }, 'due', message('expected.date'), 'expected a date with an offset, or epoch milliseconds'],
  [{ name: 1 }, 'name', plainText('expected string, received number'), 'expected string, received number'],
])('the error for %j contains the message of the schema', (change, field, problem, text) => {
  expect(refusalOf({ ...valid, ...change })).toEqual({
    text: `task 'Deploy': ${field}: ${text}`,
    data: message('field.invalidIn', { part, field, problem }),
  });
});

test('rejects a value of the wrong type without naming a field', () => {
  const problem = plainText('expected object, received null');
  expect(refusalOf(null)).toEqual({
    text: "task 'Deploy': expected object, received null",
    data: message('field.invalidPart', { part, problem }),
  });
});

test('the error names the phases, tasks and variables around the value, and other items by position', () => {
  const task = z.object({ title: z.string(), due: requiredDate, tags: z.array(z.string()).optional() });
  const plan = z.object({
    phases: z.array(z.object({ tasks: z.array(task) })).optional(),
    variables: z.array(z.object({ count: wholeNumber(0, 5) })).optional(),
  });
  const textFor = (value: unknown) => {
    try {
      return parseAs(plan, value, message('part.template', { title: 'Ship' }));
    } catch (error) {
      return error instanceof Invalid ? error.message : error;
    }
  };
  const inPhase = (item: object) => ({ phases: [{ title: 'Build', tasks: [{ title: 'a', due: 0 }, item] }] });
  const dateExpected = 'expected a date with an offset, or epoch milliseconds';
  expect([
    textFor(inPhase({ title: 'b', due: 'soon' })),
    textFor(inPhase({ title: 'b', due: 0, tags: [1] })),
    textFor({ phases: [{ tasks: [{ due: 0 }] }] }),
    textFor({ variables: [{ key: 'size', count: 9 }] }),
  ]).toEqual([
    `template 'Ship': phase 'Build': task 'b': due: ${dateExpected}`,
    "template 'Ship': phase 'Build': task 'b': tags.0: expected string, received number",
    "template 'Ship': phases.0.tasks.0.title: expected string, received undefined",
    "template 'Ship': variable 'size': count: expected a whole number from 0 to 5",
  ]);
});
