import { expect, test } from 'vitest';
import { parseQuery, queryUrl, requestPath } from './query.ts';

const read = (text: string) => parseQuery(new URLSearchParams(text));

test('the address and the request omit empty filters', () => {
  const text = 'username=ann&action=ROLE_CREATED&before=17';
  expect(queryUrl(read(`${text}&address=&other=x`))).toBe(`/audit?${text}`);
  expect(requestPath(read(text), 101)).toBe(`/audit?${text}&resultsPerPage=101`);
  expect([queryUrl(read('')), requestPath(read('subject=+a+'), 5)]).toEqual([
    '/audit',
    '/audit?subject=a&resultsPerPage=5',
  ]);
});

test('times are in the zone of the viewer, and an invalid one is sent as typed', () => {
  const from = new Date('2026-11-23T10:00').toISOString();
  expect(new URLSearchParams(requestPath(read('from=2026-11-23T10:00&to=soon'), 1).slice(7))).toEqual(
    new URLSearchParams({ from, to: 'soon', resultsPerPage: '1' }),
  );
});
