import { expect, test } from 'vitest';
import { parseQuery, pathOf, queryUrl } from './query.ts';

const read = (text: string) => parseQuery(new URLSearchParams(text));

test.each(['/templates', '/templates?title=a+%26+b&tags=x%2Cy&folder=Applications%2FFolder1&from=200'])(
  '%s is read, and written as it was',
  (address) => {
    expect(queryUrl(read(address.split('?')[1] ?? ''))).toBe(address);
  },
);

test.each(['from=-1', 'from=1.5', 'from=x', 'from=9e99', 'other=1'])(
  'an invalid value in an address is ignored: %s',
  (text) => {
    expect(queryUrl(read(text))).toBe('/templates');
  },
);

test('the request follows the address, without further filters', () => {
  expect(pathOf(read(''), 0, 100)).toBe('/templates?view=summary&page=0&resultsPerPage=100');
  expect(pathOf(read('title=%20a%20&tags=x,%20y,&folder=Folder1'), 2, 1)).toBe(
    '/templates?view=summary&page=2&resultsPerPage=1&title=a&folderId=Folder1&tag=x&tag=y',
  );
});
