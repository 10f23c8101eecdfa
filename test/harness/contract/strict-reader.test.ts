import { expect, test } from 'vitest';
import { validateStrictly } from './strict-reader.ts';

test.each([
  ['a null', { title: null }, 'Release/Release.title is no string: null'],
  ['a string for a number', { plannedDuration: '5' }, 'Release/Release.plannedDuration is no int32: "5"'],
  ['a string for a boolean', { autoStart: 'true' }, 'Release/Release.autoStart is no bool: "true"'],
  [
    'a date without an offset',
    { dueDate: '2031-01-01T00:00:00' },
    'Release/Release.dueDate is no time.Time: "2031-01-01T00:00:00"',
  ],
  ['an unknown status', { status: 'DONE' }, 'Release/Release.status is no ReleaseStatus: "DONE"'],
  ['an object for an array', { tags: {} }, 'Release/Release.tags is no array'],
  ['an unknown member', { mood: 'good' }, 'Release.mood is unknown'],
  [
    'an error at a deep level',
    { phases: [{ tasks: [{ failuresCount: 0.5 }] }] },
    'Release/Release.phases/Phase.tasks/Task.failuresCount is no int32: 0.5',
  ],
])('a strict client refuses %s', (_, answer, complaint) => {
  expect(validateStrictly('GET /releases/{releaseId}', answer)).toEqual([complaint]);
});

test('and accepts members of its model, internal members, free values and calls that the family does not have', () => {
  const release = {
    title: 'a',
    status: 'PLANNED',
    tags: ['x'],
    $metadata: { any: null },
    riskProfile: 'b',
    variables: [{ value: null }],
  };
  expect(validateStrictly('GET /releases/{releaseId}', release)).toEqual([]);
  expect(validateStrictly('GET /releases/{releaseId}/variableValues', { '${a}': 'x' })).toEqual([]);
  expect(validateStrictly('GET /releases/{releaseId}/variableValues', { '${a}': 5 })).toEqual([
    '{str: (str,)} is no str: 5',
  ]);
  expect(validateStrictly('GET /of/our/own', null)).toEqual([]);
});
