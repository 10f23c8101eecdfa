import { expect, test } from 'vitest';
import { choicesOf, isKnownType, parsePart, parseParts, partType } from './parts.ts';

const choices = choicesOf({ referencedType: 'events.MappedProperty' }) ?? [];

test('a part is parsed from its JSON, and an invalid one stays a text', () => {
  expect(['', ' ', '{"a": 1}', '[1]', '{"a"', 'Configuration1'].map(parsePart)).toEqual([
    null,
    null,
    { a: 1 },
    ...[undefined, undefined, undefined],
  ]);
  expect(['', '[{"a": 1}]', '[1]', '{}', '['].map(parseParts)).toEqual([
    [],
    [{ a: 1 }],
    undefined,
    undefined,
    undefined,
  ]);
});

test('a type is recognized with any prefix, and others are distinguished', () => {
  expect([{ type: 'rel.StringValue' }, { type: 'StringValue' }, {}].map((part) => partType(part, choices))).toEqual([
    ...['StringValue', 'StringValue', ''],
  ]);
  expect([{ type: 'StringValue' }, {}, { type: 'x.Other' }].map((part) => isKnownType(part, choices))).toEqual([
    ...[true, true, false],
  ]);
  expect(choicesOf({ referencedType: 'constructor' })).toBeUndefined();
});
