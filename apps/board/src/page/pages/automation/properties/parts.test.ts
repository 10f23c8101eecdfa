import { expect, test } from 'vitest';
import { choicesOf, isKnownType, parsePart, parseParts, partType } from './parts.ts';

const choices = choicesOf({ referencedType: 'events.MappedProperty' }) ?? [];

test('parts are parsed from JSON, and invalid JSON returns undefined', () => {
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

test('a part type is recognized with any prefix, and unknown types are not', () => {
  expect([{ type: 'rel.StringValue' }, { type: 'StringValue' }, {}].map((part) => partType(part, choices))).toEqual([
    ...['StringValue', 'StringValue', ''],
  ]);
  expect([{ type: 'StringValue' }, {}, { type: 'x.Other' }].map((part) => isKnownType(part, choices))).toEqual([
    ...[true, true, false],
  ]);
  expect(choicesOf({ referencedType: 'constructor' })).toBeUndefined();
});
