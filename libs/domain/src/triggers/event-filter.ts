import { type Message, message } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import { type Json, readInteger } from '../model/json.ts';
import { fill, textOf } from '../model/placeholders.ts';
import type { VariableValue } from '../model/variable.ts';
import { type EventView, readPath, valuesAt } from './event-path.ts';

/** The operators of expressions (script-api.md, From event to release). */
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

/** The types to which values are converted for a comparison. */
export const filterValueTypes = ['STRING', 'NUMBER', 'BOOLEAN'] as const;

export interface FilterExpression {
  readonly path: string;
  readonly operator: FilterOperator;
  readonly valueType: (typeof filterValueTypes)[number];
  /** can contain placeholders for global and folder variables */
  readonly value: string;
}

/** Selects the events for which a trigger fires: all expressions must be true, or the script must accept the event. */
export type EventFilter =
  | { readonly type: 'events.ExpressionEventFilter'; readonly expressions: readonly FilterExpression[] }
  | { readonly type: 'events.JythonEventFilter'; readonly expr: string };

const maxExpressions = 100;

/** Throws Invalid for a filter that cannot be evaluated. */
export function requireFilter(filter: EventFilter | null): void {
  if (filter?.type === 'events.JythonEventFilter' && filter.expr.trim() === '') {
    throw new Invalid(message('trigger.scriptExpected'));
  }
  if (filter?.type !== 'events.ExpressionEventFilter') return;
  if (filter.expressions.length > maxExpressions) {
    throw new Invalid(message('trigger.tooManyExpressions', { max: maxExpressions }));
  }
  filter.expressions.forEach(({ path, value, valueType }, index) => {
    const location = `eventFilter.expressions.${index}`;
    readPath(path, `${location}.path`);
    if (valueType === 'NUMBER' && !value.includes('${') && !isEqual(asNumber(value), asNumber(value))) {
      throw new Invalid(message('field.number', { field: `${location}.value` }));
    }
  });
}

/** The messages about a false expression, by its operator. */
const failures = {
  EQUALS: 'eventResult.notEqual',
  NOT_EQUALS: 'eventResult.isEqual',
  INCLUDES: 'eventResult.notIncluded',
  NOT_INCLUDES: 'eventResult.isIncluded',
  STARTS_WITH: 'eventResult.otherStart',
  ENDS_WITH: 'eventResult.otherEnd',
  GREATER_THAN: 'eventResult.notGreater',
  LESS_THAN: 'eventResult.notLess',
} as const satisfies Record<Exclude<FilterOperator, 'EXISTS' | 'NOT_EXISTS'>, string>;

/** Returns the message about the first false expression, or null if all are true. `values` are the values of variables. */
export function failedExpression(
  expressions: readonly FilterExpression[],
  view: EventView,
  values: Readonly<Record<string, VariableValue>>,
): Message | null {
  const unmet = expressions.find(
    (expression) => !matches({ ...expression, value: fill(expression.value, values) }, view),
  );
  if (unmet === undefined) return null;
  const { path, operator, value } = unmet;
  return operator === 'EXISTS' || operator === 'NOT_EXISTS'
    ? message(operator === 'EXISTS' ? 'eventResult.noValue' : 'eventResult.hasValue', { path })
    : message(failures[operator], { path, value });
}

/** One matching value at a path is sufficient. A negated operator is true if the operator without NOT is false. */
function matches({ path, operator, valueType, value }: FilterExpression, view: EventView): boolean {
  const foundValues = valuesAt(readPath(path, 'path'), view);
  const anyValue = (test: (item: Json) => boolean): boolean => foundValues.some(test);
  const isSame = (item: Json): boolean => isEqualAs(item, value, valueType);
  const includes = (item: Json): boolean =>
    Array.isArray(item) ? item.some(isSame) : typeof item === 'string' && item.includes(value);
  const anyText = (test: (item: string) => boolean) => anyValue((item) => typeof item === 'string' && test(item));
  const exists = anyValue((item) => item !== null);
  switch (operator) {
    case 'EQUALS':
      return anyValue(isSame);
    case 'NOT_EQUALS':
      return !anyValue(isSame);
    case 'INCLUDES':
      return anyValue(includes);
    case 'NOT_INCLUDES':
      return !anyValue(includes);
    case 'STARTS_WITH':
      return anyText((item) => item.startsWith(value));
    case 'ENDS_WITH':
      return anyText((item) => item.endsWith(value));
    case 'GREATER_THAN':
      return anyValue((item) => asNumber(item) > asNumber(value));
    case 'LESS_THAN':
      return anyValue((item) => asNumber(item) < asNumber(value));
    case 'EXISTS':
      return exists;
    case 'NOT_EXISTS':
      return !exists;
  }
}

function isEqualAs(item: Json, value: string, valueType: FilterExpression['valueType']): boolean {
  if (item === null || typeof item === 'object') return false;
  switch (valueType) {
    case 'STRING':
      return textOf(typeof item === 'bigint' ? String(item) : item) === value;
    case 'NUMBER':
      return isEqual(asNumber(item), asNumber(value));
    case 'BOOLEAN':
      return String(item).toLowerCase() === value.trim().toLowerCase();
  }
}

/** Compares with `>=` and `<=`, because `===` is false for a number and a bigint of the same value. */
const isEqual = (item: number | bigint, otherNumber: number | bigint): boolean =>
  item >= otherNumber && item <= otherNumber;

/** Decimal numbers only. `Number()` also converts texts such as `0x10`, which senders do not mean as numbers. */
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

function asNumber(value: Json): number | bigint {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  const anyText = typeof value === 'string' ? value.trim() : '';
  return decimal.test(anyText) ? (readInteger(anyText) ?? Number(anyText)) : Number.NaN;
}
