import { expect, test } from 'vitest';
import { parseQuery, queryUrl, requestPath } from './query.ts';

const read = (text: string) => parseQuery(new URLSearchParams(text));

test.each(['/automation', '/automation?title=a+%26+b&template=x&folder=y&type=time.Schedule&from=200'])(
  '%s is read, and written as it was',
  (address) => {
    expect(queryUrl(read(address.split('?')[1] ?? ''))).toBe(address);
  },
);

test.each(['from=-1', 'from=99', 'from=x', 'from=9e99', 'other=1'])(
  'an invalid value in an address is ignored: %s',
  (text) => {
    expect(queryUrl(read(text))).toBe('/automation');
  },
);

test('the request for a page of triggers follows the address', () => {
  expect([requestPath(read('')), requestPath(read('title=%20a%20&type=time.Schedule&from=250'))]).toEqual([
    '/triggers?metadata=true&resultsPerPage=100',
    '/triggers?metadata=true&resultsPerPage=100&triggerTitle=a&triggerType=time.Schedule&page=2',
  ]);
});
