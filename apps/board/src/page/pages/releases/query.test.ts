import { expect, test } from 'vitest';
import { filterOf, parseQuery, queryUrl, requestPath } from './query.ts';

const read = (text: string) => parseQuery(new URLSearchParams(text));

test.each([
  '/releases',
  '/releases?title=a+%26+b&status=IN_PROGRESS%2CFAILED&tags=x%2Cy&mine=yes&flagged=yes&where=archive&order=risk&dir=asc',
  '/releases?tasktags=db&folder=Applications%2FFolder1&risk=AT_RISK&time=LAST_MONTH&where=live',
  '/releases?time=RANGE&begin=2026-01-01T00%3A00%3A00.000Z&end=2026-02-01T00%3A00%3A00.000Z',
  '/releases?order=title&after=title%2FRelease1%2Fa+%26+b',
  '/releases?before=start_date%2FRelease1%2Fnone',
])('%s is read, and written as it was', (address) => {
  expect(queryUrl(read(address.split('?')[1] ?? ''))).toBe(address);
});

test.each([
  'status=NONE',
  'order=constructor',
  'after=',
  'dir=up',
  'other=1',
  'where=nowhere',
  'risk=HIGH',
  'begin=2026-01-01T00:00:00Z',
  'time=NEVER',
])('an invalid value in an address is ignored: %s', (text) => {
  expect(queryUrl(read(text))).toBe('/releases');
});

test('a range without valid dates means all times', () => {
  expect(filterOf(read('time=RANGE&begin=x&end='))).toEqual({
    timeFrame: 'RANGE',
    orderBy: 'start_date',
    orderDirection: 'DESC',
  });
});

test('the search follows the address, without further filters', () => {
  expect(filterOf(read(''))).toEqual({ orderBy: 'start_date', orderDirection: 'DESC' });
  const all = [
    'title=%20a%20&status=FAILED&tags=x,%20y,&tasktags=db&folder=Folder1&risk=AT_RISK&mine&flagged',
    'time=RANGE&begin=1970-01-01T00:00:01Z&end=1970-01-01T00:00:02Z&order=title&dir=asc',
  ];
  expect(filterOf(read(all.join('&')))).toEqual({
    title: 'a',
    statuses: ['FAILED'],
    tags: ['x', 'y'],
    taskTags: ['db'],
    parentId: 'Folder1',
    riskStatusWithThresholds: { riskStatus: 'AT_RISK' },
    timeFrame: 'RANGE',
    from: 1000,
    to: 2000,
    onlyMine: true,
    onlyFlagged: true,
    orderBy: 'title',
    orderDirection: 'ASC',
  });
  expect(requestPath(read('where=archive&after=a/b'), 100)).toBe(
    '/releases/search/page?resultsPerPage=100&where=archive&after=a%2Fb',
  );
});
