import type { Request, Response } from 'express';
import { expect, test } from 'vitest';
import { matchScore, shapeOf, singleSlashes, splitParameters, withoutTrailingSlash } from './path.ts';

test('a path becomes a pattern with numbered parameters', () => {
  expect(shapeOf('/tasks/{taskId}/assign/{username}')).toEqual({
    pattern: '/tasks/*p0/assign/:p1',
    names: ['taskId', 'username'],
    runs: [['taskId'], ['username']],
    literals: 2,
  });
});

test.each([
  ['Applications/Folder1/Variable2', ['Applications/Folder1', 'Variable2']],
  ['Applications/Folder1/Applications/Folder1/Variable2', ['Applications/Folder1', 'Applications/Folder1/Variable2']],
  ['Folder1/Folder1-Variable2', ['Folder1', 'Folder1-Variable2']],
  ['Applications/Variable2', ['Applications', 'Variable2']],
  ['Applications/Folder1', null],
  ['junk/Variable2', null],
])('adjacent ids are separated: %s', (rawId, parts) => {
  const { runs } = shapeOf('/folders/{folderId}/{variableId}');
  expect(runs.map((run) => splitParameters(run, rawId))).toEqual([parts]);
});

test('a text before an id is one segment', () => {
  const { runs } = shapeOf('/reports/download/{reportType}/{releaseId}');
  const split = (rawId: string) => runs.map((run) => splitParameters(run, rawId));
  expect(split('audit/Applications/Folder1/Release2')).toEqual([['audit', 'Applications/Folder1/Release2']]);
  expect(split('Release2')).toEqual([null]);
});

test('an unknown parameter name throws', () => {
  expect(() => shapeOf('/tasks/{what}')).toThrow('no parameter is called what');
});

test.each([
  ['taskId', 'Applications/Release1/Phase2/Task3', 3],
  ['taskId', 'Task3', 3],
  ['taskId', 'Applications-Release1-Phase2-Task3', 2],
  ['taskId', 'Applications/Release1', 0],
  ['taskId', 'Applications/Release1/Phase2/Task3/', 0],
  ['taskId', '', 0],
  ['releaseId', 'Folder1-Release2', 2],
  ['releaseId', 'Release2-Variable3', 3],
  ['variableId', 'Release2-Variable3', 2],
  ['variableId', 'Applications/Release2/Variable3', 3],
  ['releaseId', 'Folder1-Release2-Variable3', 1],
  ['variableId', 'Folder1-Release2-Variable3', 2],
  ['folderId', 'Applications', 3],
  ['folderId', 'Applications/Folder1', 3],
  ['folderId', 'Applications/Release1', 0],
  ['groupId', 'Applications/Release1/Phase2', 3],
  ['templateId', 'zip/Release1', 0],
  ['templateId', 'zip-Release1', 0],
  ['folderId', 'zip/Applications', 0],
  ['taskId', 'Phase1/Release2/Task3', 0],
  ['username', 'anything at all', 3],
] as const)('the parameter %s matches %s with the score %i', (name, rawId, expected) => {
  expect(matchScore(name, rawId)).toBe(expected);
});

test('a text with NUL matches no parameter: the database cannot store it', () => {
  expect(matchScore('username', 'ann')).toBe(3);
  expect(matchScore('username', 'a\0b')).toBe(0);
});

test.each([
  ['/api/v1/templates', '/api/v1/templates'],
  ['//api/v1/templates', '/api/v1/templates'],
  ['/api/v1///templates//?title=a//b', '/api/v1/templates/?title=a//b'],
  ['//', '/'],
  ['/', '/'],
  ['/x?next=//y', '/x?next=//y'],
  ['http://127.0.0.1/api', 'http://127.0.0.1/api'],
  ['*', '*'],
])('the URL %s becomes %s', (url, expected) => {
  const request = { url } as Request;
  singleSlashes(request, {} as Response, () => {});
  expect(request.url).toBe(expected);
});

test('one trailing slash is removed from an id', () => {
  expect(['Release1', 'Release1/', 'A/Release1/', ''].map(withoutTrailingSlash)).toEqual([
    'Release1',
    'Release1',
    'A/Release1',
    '',
  ]);
});
