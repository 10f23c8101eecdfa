import { expect, test } from 'vitest';
import { parseQuery, queryUrl, requestPath } from './query.ts';

const read = (text: string) => parseQuery(new URLSearchParams(text));

test.each(['/tasks', '/tasks?whose=me', '/tasks?whose=unassigned', '/tasks?whose=teams&text=a+%26+b&after=12_Task1'])(
  '%s is read, and written as it was',
  (address) => {
    expect(queryUrl(read(address.split('?')[1] ?? ''))).toBe(address);
  },
);

test('an invalid value in an address is ignored', () => {
  expect(queryUrl(read('whose=constructor&other=1&after='))).toBe('/tasks');
});

test('the request for a page follows the address, after the page before', () => {
  expect([requestPath(read(''), 100), requestPath(read('whose=me&text=%20a%20&after=12_Task1'), 100)]).toEqual([
    '/me/tasks?resultsPerPage=100',
    '/me/tasks?whose=me&text=a&after=12_Task1&resultsPerPage=100',
  ]);
});
