import { expect, test } from 'vitest';
import { showDate } from './dates.ts';

const noon = Date.parse('2026-11-20T12:00:00.000Z');

test('formats a date in UTC with an offset, and returns undefined for null', () => {
  expect([showDate(noon), showDate(null)]).toEqual(['2026-11-20T12:00:00.000+00:00', undefined]);
});
