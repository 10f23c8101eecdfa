import { expect, test } from 'vitest';
import { parseQuery, queryUrl, requestPath } from './query.ts';

const read = (text: string) => parseQuery(new URLSearchParams(text));

test('a query is written as it was parsed', () => {
  const query = { user: 'ann b', permission: 'folder#view', id: 'Applications/Folder1' };
  const text = 'user=ann+b&permission=folder%23view&id=Applications%2FFolder1';
  expect(read(text)).toEqual(query);
  expect([queryUrl(query), requestPath(query)]).toEqual([`/why?${text}`, `/explain/permission?${text}`]);
});

test('defaults are the user and all locations, and without a permission there is no request', () => {
  expect(read('')).toEqual({ user: '', permission: '', id: '' });
  expect([queryUrl(read('')), requestPath(read('user=ann'))]).toEqual(['/why', null]);
  expect(requestPath({ user: ' ', permission: 'admin', id: '' })).toBe('/explain/permission?permission=admin');
});
