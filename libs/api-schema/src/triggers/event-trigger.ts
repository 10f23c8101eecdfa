import { message } from '@slipway/domain/messages';
import { Invalid, maxNames, maxSearchTags } from '@slipway/domain/model';
import {
  type EventFilter,
  filterOperators,
  filterValueTypes,
  type Mapping,
  translateGroovyFilter,
} from '@slipway/domain/triggers';
import { z } from 'zod';
import { expects } from '../format/expects.ts';
import { expectsOneOf, list, listUpTo, name, optional, withDigits } from '../format/scalars.ts';

const scalar = withDigits(z.union([z.string(), z.number(), z.boolean()], expects(message('expected.scalar'))));
const valueTypes: ReadonlyMap<string, (typeof filterValueTypes)[number]> = new Map([
  ...filterValueTypes.map((name) => [name, name] as const),
  ['TEXT', 'STRING'],
  ['INTEGER', 'NUMBER'],
]);

const operators: ReadonlyMap<string, (typeof filterOperators)[number]> = new Map(
  filterOperators.map((name) => [name, name]),
);

function oneOf<T extends string>(names: ReadonlyMap<string, T>, rawName: string, where: string): T {
  const match = names.get(rawName.toUpperCase());
  if (match !== undefined) return match;
  const options = [...new Set(names.values())].map((text) => message('quote.plain', { text }));
  throw new Invalid(message('field.oneOf', { field: where, options }));
}

const expressionBody = z.object({
  path: z.string(expects(message('expected.eventPath'))),
  operator: z.string(expects(expectsOneOf(filterOperators))),
  valueType: optional(name),
  value: scalar.nullish(),
});

/** The filter for the events of a trigger in a request (script-api.md, From event to release). */
export const filterBody = z
  .object({
    type: z.string(),
    expressions: optional(listUpTo(maxSearchTags, expressionBody)).describe('all must hold'),
    items: optional(listUpTo(maxSearchTags, expressionBody)).describe('the same as expressions'),
    expr: optional(z.string()).describe('Python, or JavaScript if its first line is // language: javascript'),
  })
  .meta({ id: 'EventFilterRequest' });

/** A mapping to a field of the release in a request. */
export const mappingBody = z
  .object({
    type: z.string(),
    targetProperty: optional(z.string()),
    target: optional(z.string()).describe('the same as targetProperty'),
    value: z.union([scalar, listUpTo(maxNames, scalar)]).nullish(),
    variableKey: optional(z.string()),
  })
  .meta({ id: 'MappedPropertyRequest' });

const expression = z.object({
  path: z.string(),
  operator: z.enum(filterOperators),
  valueType: z.enum(filterValueTypes),
  value: z.string(),
});

export const filterResponse = z.discriminatedUnion('type', [
  z.object({ type: z.literal('events.ExpressionEventFilter'), expressions: list(expression) }),
  z.object({ type: z.literal('events.JythonEventFilter'), expr: z.string() }),
]);

const target = { targetProperty: z.string() };

export const mappingResponse = z.discriminatedUnion('type', [
  z.object({ type: z.literal('StringValue'), ...target, value: z.string() }),
  z.object({ type: z.literal('ListStringValue'), ...target, value: list(z.string()) }),
  z.object({ type: z.literal('VariableValue'), ...target, variableKey: z.string() }),
]);

type Expression = z.output<typeof expressionBody>;

/** Parses a filter. Throws Invalid. */
export function readFilter({ type, expressions, items, expr }: z.output<typeof filterBody>): EventFilter {
  switch (type) {
    case 'events.ExpressionEventFilter':
      return { type, expressions: (expressions ?? items ?? []).map(readExpression) };
    case 'events.JythonEventFilter':
      return { type, expr: expr ?? '' };
    case 'events.GroovyEventFilter':
      return translateGroovyFilter(expr ?? '');
  }
  throw new Invalid(message('trigger.unknownFilter', { type }));
}

function readExpression({ path, operator, valueType, value }: Expression, index: number) {
  const where = `eventFilter.expressions.${index}`;
  const defaultType = typeof value === 'number' ? 'NUMBER' : typeof value === 'boolean' ? 'BOOLEAN' : 'STRING';
  return {
    path,
    operator: oneOf(operators, operator, `${where}.operator`),
    valueType: oneOf(valueTypes, valueType ?? defaultType, `${where}.valueType`),
    value: String(value ?? ''),
  };
}

/** Parses a mapping, whose type may have any prefix. Throws Invalid. */
export function readMapping(body: z.output<typeof mappingBody>, index: number): Mapping {
  const { type, targetProperty = body.target ?? '', value, variableKey } = body;
  const where = `mappedProperties.${index}`;
  switch (type.slice(type.lastIndexOf('.') + 1)) {
    case 'StringValue':
      if (Array.isArray(value)) throw new Invalid(message('field.text', { field: `${where}.value` }));
      return { type: 'StringValue', targetProperty, value: String(value ?? '') };
    case 'ListStringValue':
      if (!Array.isArray(value)) throw new Invalid(message('field.texts', { field: `${where}.value` }));
      return { type: 'ListStringValue', targetProperty, value: value.map(String) };
    case 'VariableValue':
      return { type: 'VariableValue', targetProperty, variableKey: variableKey ?? '' };
  }
  throw new Invalid(message('trigger.unknownValueType', { field: where, type }));
}
