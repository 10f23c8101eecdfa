import { expect, test } from 'vitest';
import { addressOf, filterOf, queryIn } from './query.ts';

const read = (text: string) => queryIn(new URLSearchParams(text));

test.each([
  '/releases',
  '/releases?title=a+%26+b&status=IN_PROGRESS%2CFAILED&tags=x%2Cy&mine=yes&flagged=yes&archive=yes&order=risk&dir=asc&from=200',
])('%s is read, and written as it was', (address) => {
  expect(addressOf(read(address.split('?')[1] ?? ''))).toBe(address);
});

test.each(['status=NONE', 'order=constructor', 'from=-1', 'from=1.5', 'from=x', 'from=9e99', 'dir=up', 'other=1'])(
  'what an address has no words for is left out: %s',
  (text) => {
    expect(addressOf(read(text))).toBe('/releases');
  },
);

test('a search is asked for what the address says, and for no more', () => {
  expect(filterOf(read(''))).toEqual({ orderBy: 'start_date', orderDirection: 'DESC' });
  expect(filterOf(read('title=%20a%20&status=FAILED&tags=x,%20y,&mine&flagged&archive&order=title&dir=asc'))).toEqual({
    title: 'a',
    statuses: ['FAILED'],
    tags: ['x', 'y'],
    onlyMine: true,
    onlyFlagged: true,
    onlyArchived: true,
    orderBy: 'title',
    orderDirection: 'ASC',
  });
});
