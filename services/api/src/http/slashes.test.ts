import type { Request, Response } from 'express';
import { expect, test } from 'vitest';
import { singleSlashes, withoutTrailingSlash } from './slashes.ts';

test.each([
  ['/api/v1/templates', '/api/v1/templates'],
  ['//api/v1/templates', '/api/v1/templates'],
  ['/api/v1///templates//?title=a//b', '/api/v1/templates/?title=a//b'],
  ['//', '/'],
  ['/', '/'],
  ['/x?next=//y', '/x?next=//y'],
  ['http://127.0.0.1/api', 'http://127.0.0.1/api'],
  ['*', '*'],
])('%s is %s', (url, expected) => {
  const request = { url } as Request;
  singleSlashes(request, {} as Response, () => {});
  expect(request.url).toBe(expected);
});

test('one slash behind an id is no part of it', () => {
  expect(['Release1', 'Release1/', 'A/Release1/', ''].map(withoutTrailingSlash)).toEqual([
    'Release1',
    'Release1',
    'A/Release1',
    '',
  ]);
});
