import { expect, test } from 'vitest';
import { filterOf, parseQuery, queryUrl } from './query.ts';

const today = '2026-11-23';
const read = (text: string) => parseQuery(new URLSearchParams(text), today);

test('an address contains the state, and is parsed unchanged', () => {
  const whole = { mode: 'week', day: '2026-01-31', title: 'a & <b>', isMine: true, from: 100 } as const;
  expect(queryUrl(whole)).toBe('/calendar?form=week&day=2026-01-31&title=a+%26+%3Cb%3E&mine=yes&from=100');
  expect(read(queryUrl(whole).slice('/calendar?'.length))).toEqual(whole);
  const plain = { mode: 'month', day: today, title: '', isMine: false, from: 0 };
  expect([read(''), read('form=toString&day=2026-02-30&from=-1'), read('from=9999999')]).toEqual([plain, plain, plain]);
  expect(queryUrl(read(''))).toBe('/calendar?day=2026-11-23');
});

test('releases are searched by the time that is shown', () => {
  const order = { from: 1, to: 2, orderBy: 'start_date', orderDirection: 'DESC' };
  const span = { from: 1, to: 2 };
  expect([filterOf(read('title=+'), span), filterOf(read('title=+a&mine=yes'), span)]).toEqual([
    order,
    { title: 'a', onlyMine: true, ...order },
  ]);
});
