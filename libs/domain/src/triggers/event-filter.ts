import { clip, Invalid } from '../model/errors.ts';
import { type Json, readInteger } from '../model/json.ts';
import { fill, textOf } from '../model/placeholders.ts';
import type { VariableValue } from '../model/variable.ts';
import { type EventView, readPath, valuesAt } from './event-path.ts';

/** What an expression may ask (script-api.md, From event to release). */
export const filterOperators = [
  'EQUALS',
  'NOT_EQUALS',
  'INCLUDES',
  'NOT_INCLUDES',
  'STARTS_WITH',
  'ENDS_WITH',
  'GREATER_THAN',
  'LESS_THAN',
  'EXISTS',
  'NOT_EXISTS',
] as const;
export type FilterOperator = (typeof filterOperators)[number];

/** As what values are compared. */
export const filterValueTypes = ['STRING', 'NUMBER', 'BOOLEAN'] as const;

export interface FilterExpression {
  readonly path: string;
  readonly operator: FilterOperator;
  readonly valueType: (typeof filterValueTypes)[number];
  /** may mention global and folder variables */
  readonly value: string;
}

/** Which events a trigger fires for: those of which every expression holds, or those that a script wants. */
export type EventFilter =
  | { readonly type: 'events.ExpressionEventFilter'; readonly expressions: readonly FilterExpression[] }
  | { readonly type: 'events.JythonEventFilter'; readonly expr: string };

const mostExpressions = 100;

/** Throws Invalid for a filter that cannot be evaluated. */
export function requireFilter(filter: EventFilter | null): void {
  if (filter?.type === 'events.JythonEventFilter' && filter.expr.trim() === '') {
    throw new Invalid('eventFilter.expr: expected a script');
  }
  if (filter?.type !== 'events.ExpressionEventFilter') return;
  if (filter.expressions.length > mostExpressions) {
    throw new Invalid(`eventFilter.expressions: expected at most ${mostExpressions}`);
  }
  filter.expressions.forEach(({ path, value, valueType }, index) => {
    const where = `eventFilter.expressions.${index}`;
    readPath(path, `${where}.path`);
    if (valueType === 'NUMBER' && !value.includes('${') && !isEqual(asNumber(value), asNumber(value))) {
      throw new Invalid(`${where}.value: expected a number`);
    }
  });
}

/** The first expression that does not hold, in a sentence; null when all hold. `values` are those of variables. */
export function failedExpression(
  expressions: readonly FilterExpression[],
  view: EventView,
  values: Readonly<Record<string, VariableValue>>,
): string | null {
  const failed = expressions.find(
    (expression) => !holds({ ...expression, value: fill(expression.value, values) }, view),
  );
  if (failed === undefined) return null;
  const { path, operator, value } = failed;
  const asked = operator === 'EXISTS' || operator === 'NOT_EXISTS' ? operator : `${operator} '${clip(value)}'`;
  return `${clip(path)} ${asked} does not hold`;
}

/** One matching value at a path is enough. A negated operator holds if the operator without NOT does not. */
function holds({ path, operator, valueType, value }: FilterExpression, view: EventView): boolean {
  const found = valuesAt(readPath(path, 'path'), view);
  const some = (fits: (one: Json) => boolean): boolean => found.some(fits);
  const isSame = (one: Json): boolean => same(one, value, valueType);
  const includes = (one: Json): boolean =>
    Array.isArray(one) ? one.some(isSame) : typeof one === 'string' && one.includes(value);
  const text = (fits: (one: string) => boolean) => some((one) => typeof one === 'string' && fits(one));
  const exists = some((one) => one !== null);
  switch (operator) {
    case 'EQUALS':
      return some(isSame);
    case 'NOT_EQUALS':
      return !some(isSame);
    case 'INCLUDES':
      return some(includes);
    case 'NOT_INCLUDES':
      return !some(includes);
    case 'STARTS_WITH':
      return text((one) => one.startsWith(value));
    case 'ENDS_WITH':
      return text((one) => one.endsWith(value));
    case 'GREATER_THAN':
      return some((one) => asNumber(one) > asNumber(value));
    case 'LESS_THAN':
      return some((one) => asNumber(one) < asNumber(value));
    case 'EXISTS':
      return exists;
    case 'NOT_EXISTS':
      return !exists;
  }
}

function same(one: Json, value: string, valueType: FilterExpression['valueType']): boolean {
  if (one === null || typeof one === 'object') return false;
  switch (valueType) {
    case 'STRING':
      return textOf(typeof one === 'bigint' ? String(one) : one) === value;
    case 'NUMBER':
      return isEqual(asNumber(one), asNumber(value));
    case 'BOOLEAN':
      return String(one).toLowerCase() === value.trim().toLowerCase();
  }
}

/** Not `===`, which a number and a bigint of one value are not. */
const isEqual = (one: number | bigint, other: number | bigint): boolean => one >= other && one <= other;

/** Not what Number() reads beyond it, such as `0x10`, which is a text to the sender. */
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

function asNumber(value: Json): number | bigint {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  const text = typeof value === 'string' ? value.trim() : '';
  return decimal.test(text) ? (readInteger(text) ?? Number(text)) : Number.NaN;
}
