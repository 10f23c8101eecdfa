import { isObject, type Json } from '@slipway/domain/model';
import { expect, test } from 'vitest';
import { codeSchema } from './code-schema.ts';
import { knownMembers } from './known-members.ts';

const at = (value: Json, ...path: readonly string[]): Json =>
  path.reduce<Json>((part, name) => (isObject(part) ? (part[name] ?? null) : null), value);
const members = (part: string): readonly string[] => Object.keys(Object(at(codeSchema, '$defs', part, 'properties')));

test('the schema has the members that documents may have, with their kinds', () => {
  for (const part of ['folder', 'template', 'phase', 'variable', 'trigger', 'release', 'user', 'role'] as const)
    expect(members(part)).toEqual(expect.arrayContaining([...knownMembers[part].allowed]));
  expect(members('task')).toEqual(expect.arrayContaining(['precondition', 'conditions', 'script', 'addresses']));
  expect([
    at(codeSchema, '$defs', 'template', 'properties', 'abortOnFailure'),
    at(codeSchema, '$defs', 'phase', 'properties', 'tasks'),
    at(codeSchema, '$defs', 'task', 'properties', 'type', 'examples'),
  ]).toEqual([
    { type: 'boolean' },
    { type: 'array', items: { $ref: '#/$defs/task' } },
    expect.arrayContaining(['rel.GateTask', 'events.WaitForJsonEvent']),
  ]);
});
