import { describe, expect, test } from 'vitest';
import { textOf } from '../messages/english.ts';
import { Invalid } from '../model/errors.ts';
import { type EventFilter, type FilterExpression, failedExpression, requireFilter } from './event-filter.ts';
import { viewOf } from './event-path.ts';

const view = viewOf({
  payload: {
    ref: 'main',
    size: 10,
    text: '12',
    hex: '0x10',
    open: true,
    gone: null,
    labels: ['a', 'b', 3, 8202522731445525543n],
    user: { name: 'ann' },
    id: 8202522731445525542n,
  },
  headers: { 'X-Event': 'push' },
  parameters: { two: ['1', '2'] },
});
const expression = (path: string, operator: string, value: string, valueType = 'STRING') =>
  ({ path, operator, value, valueType }) as FilterExpression;

describe('an expression is evaluated', () => {
  test.each([
    ['ref', 'EQUALS', 'main', 'STRING', true],
    ['ref', 'EQUALS', 'mai', 'STRING', false],
    ['no', 'EQUALS', '', 'STRING', false],
    ['gone', 'EQUALS', '', 'STRING', false],
    ['user', 'EQUALS', 'ann', 'STRING', false],
    ['size', 'EQUALS', '10', 'STRING', true],
    ['size', 'EQUALS', '10.0', 'NUMBER', true],
    ['text', 'EQUALS', '12', 'NUMBER', true],
    ['ref', 'EQUALS', '12', 'NUMBER', false],
    ['open', 'EQUALS', 'TRUE', 'BOOLEAN', true],
    ['open', 'EQUALS', 'false', 'BOOLEAN', false],
    ['open', 'EQUALS', 'true', 'NUMBER', false],
    ['ref', 'NOT_EQUALS', 'main', 'STRING', false],
    ['no', 'NOT_EQUALS', 'main', 'STRING', true],
    ['..name', 'EQUALS', 'ann', 'STRING', true],
    ['ref', 'INCLUDES', 'ai', 'STRING', true],
    ['labels', 'INCLUDES', 'a', 'STRING', true],
    ['labels', 'INCLUDES', '3', 'NUMBER', true],
    ['labels', 'INCLUDES', 'ab', 'STRING', false],
    ['size', 'INCLUDES', '1', 'STRING', false],
    ['labels', 'NOT_INCLUDES', 'c', 'STRING', true],
    ['no', 'NOT_INCLUDES', 'c', 'STRING', true],
    ['parameters.two', 'INCLUDES', '2', 'STRING', true],
    ['headers.x-event', 'STARTS_WITH', 'pu', 'STRING', true],
    ['ref', 'STARTS_WITH', 'ain', 'STRING', false],
    ['ref', 'ENDS_WITH', 'ain', 'STRING', true],
    ['size', 'STARTS_WITH', '1', 'STRING', false],
    ['size', 'GREATER_THAN', '9', 'NUMBER', true],
    ['size', 'GREATER_THAN', '10', 'NUMBER', false],
    ['text', 'LESS_THAN', '13', 'NUMBER', true],
    ['text', 'EQUALS', '1.2e1', 'NUMBER', true],
    ['hex', 'EQUALS', '16', 'NUMBER', false],
    ['hex', 'GREATER_THAN', '1', 'NUMBER', false],
    ['ref', 'LESS_THAN', '13', 'NUMBER', false],
    ['open', 'LESS_THAN', '13', 'NUMBER', false],
    ['id', 'EQUALS', '8202522731445525542', 'STRING', true],
    ['id', 'EQUALS', '8202522731445525543', 'STRING', false],
    ['id', 'EQUALS', '8202522731445525542', 'NUMBER', true],
    ['id', 'EQUALS', '8202522731445525543', 'NUMBER', false],
    ['id', 'LESS_THAN', '8202522731445525543', 'NUMBER', true],
    ['id', 'GREATER_THAN', '8202522731445525541.5', 'NUMBER', true],
    ['labels', 'INCLUDES', '8202522731445525543', 'NUMBER', true],
    ['labels', 'INCLUDES', '8202522731445525542', 'STRING', false],
    ['gone', 'EXISTS', '', 'STRING', false],
    ['ref', 'EXISTS', '', 'STRING', true],
    ['gone', 'NOT_EXISTS', '', 'STRING', true],
    ['ref', 'NOT_EXISTS', '', 'STRING', false],
  ])('%s %s %j as %s: %j', (path, operator, value, type, expected) => {
    expect(failedExpression([expression(path, operator, value, type)], view, {}) === null).toBe(expected);
  });

  test('after its placeholders are replaced', () => {
    const expressions = [expression('ref', 'EQUALS', '${folder.branch}')];
    expect(failedExpression(expressions, view, { 'folder.branch': 'main' })).toBe(null);
    expect(textOf(failedExpression(expressions, view, { 'folder.branch': 'dev' })!)).toBe(
      "ref is not '${folder.branch}'",
    );
  });
});

test('all expressions must be true, and the result names the first false one', () => {
  expect(failedExpression([], view, {})).toBe(null);
  const expressions = [
    expression('ref', 'EQUALS', 'main'),
    expression('no', 'EXISTS', ''),
    expression('x', 'EQUALS', 'y'),
  ];
  expect(textOf(failedExpression(expressions, view, {})!)).toBe('the event has no value no');
  expect(textOf(failedExpression([expression('ref', 'NOT_EXISTS', '')], view, {})!)).toBe('the event has a value ref');
});

test.each([
  ['EQUALS', "ref is not 'x'"],
  ['NOT_EQUALS', "ref is 'main'"],
  ['INCLUDES', "ref does not contain 'x'"],
  ['NOT_INCLUDES', "ref contains 'main'"],
  ['STARTS_WITH', "ref does not start with 'x'"],
  ['ENDS_WITH', "ref does not end with 'x'"],
  ['GREATER_THAN', "ref is not greater than 'x'"],
  ['LESS_THAN', "ref is not less than 'x'"],
])('a false %s is described in words: %s', (operator, text) => {
  const value = operator.startsWith('NOT') ? 'main' : 'x';
  expect(textOf(failedExpression([expression('ref', operator, value)], view, {})!)).toBe(text);
});

describe('a filter', () => {
  const of = (...expressions: FilterExpression[]): EventFilter => ({
    type: 'events.ExpressionEventFilter',
    expressions,
  });
  test.each<[string, EventFilter | null]>([
    ['none', null],
    ['no expressions', of()],
    ['a number from a variable', of(expression('a', 'EQUALS', '${global.n}', 'NUMBER'))],
    ['a script', { type: 'events.JythonEventFilter', expr: 'True' }],
  ])('can be %s', (_, filter) => {
    expect(requireFilter(filter)).toBe(undefined);
  });

  test.each<[EventFilter, string]>([
    [
      of(expression('', 'EQUALS', 'x')),
      "eventFilter.expressions.0.path: '' is not a path into an event, such as event.commits[0].id",
    ],
    [of(expression('a', 'EQUALS', '0x10', 'NUMBER')), 'eventFilter.expressions.0.value: expected a number'],
    [of(expression('a', 'EQUALS', '', 'NUMBER')), 'eventFilter.expressions.0.value: expected a number'],
    [of(...Array(101).fill(expression('a', 'EQUALS', 'b'))), 'eventFilter.expressions: expected at most 100'],
    [{ type: 'events.JythonEventFilter', expr: ' \n' }, 'eventFilter.expr: expected a script'],
  ])('is rejected: %#', (filter, reason) => {
    expect(() => requireFilter(filter)).toThrow(new Invalid(reason));
  });
});
