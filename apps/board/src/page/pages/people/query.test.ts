import { expect, test } from 'vitest';
import { parseQuery, queryUrl, requestPath } from './query.ts';

const read = (text: string) => parseQuery(new URLSearchParams(text));

test.each([
  ['', '/people', '/users?page=0&resultsPerPage=100'],
  [
    'text=ann+&locked=yes&from=200',
    '/people?text=ann+&locked=yes&from=200',
    '/users?page=2&resultsPerPage=100&text=ann&loginAllowed=false',
  ],
  ['form=roles&from=100', '/people?form=roles&from=100', '/roles?page=1&resultsPerPage=100'],
  ['form=x&from=-5', '/people', '/users?page=0&resultsPerPage=100'],
  ['from=150', '/people?from=100', '/users?page=1&resultsPerPage=100'],
])('the query %j has the address %s, and the request %s', (url, address, call) => {
  expect([queryUrl(read(url)), requestPath(read(url))]).toEqual([address, call]);
});
