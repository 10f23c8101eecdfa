import { describe, expect, test } from 'vitest';
import { daysOf, intervalOf, periods, spanAt } from './period.ts';
import { addDays, dayAt, daysBetween, isZone, monthStart, startOfDay } from './zones.ts';

const iso = (at: number): string => new Date(at).toISOString();

describe('a local day', () => {
  test.each([
    ['2026-05-01', 'UTC', '2026-05-01T00:00:00.000Z'],
    ['2026-05-01', 'Europe/Berlin', '2026-04-30T22:00:00.000Z'],
    ['2026-01-01', 'Europe/Berlin', '2025-12-31T23:00:00.000Z'],
    // the days of the change to summer time and back
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
    ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
    ['2026-05-01', 'Pacific/Kiritimati', '2026-04-30T10:00:00.000Z'],
    ['2026-05-01', 'America/Los_Angeles', '2026-05-01T07:00:00.000Z'],
    // midnight is skipped or repeated
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  ])('%s in %s starts at %s', (day, tz, start) => {
    expect(iso(startOfDay(day, tz))).toBe(start);
    expect(dayAt(startOfDay(day, tz), tz)).toBe(day);
    expect(dayAt(startOfDay(day, tz) - 1, tz)).toBe(addDays(day, -1));
  });

  test('days are added and counted across months, and a month starts on its first day', () => {
    expect([addDays('2026-02-28', 1), addDays('2026-01-01', -1)]).toEqual(['2026-03-01', '2025-12-31']);
    expect(daysBetween('2026-02-28', '2026-03-02')).toBe(2);
    expect([monthStart('2026-01-31'), monthStart('2026-01-31', -1)]).toEqual(['2026-01-01', '2025-12-01']);
  });

  test('an unknown time zone is detected', () => {
    expect([isZone('Europe/Berlin'), isZone('Europe/Atlantis')]).toEqual([true, false]);
  });
});

describe('a period', () => {
  const today = '2026-05-20';
  const none = { first: '', last: '' };

  test.each([
    ['7d', '2026-05-14', '2026-05-21', 7],
    ['30d', '2026-04-21', '2026-05-21', 30],
    ['90d', '2026-02-20', '2026-05-21', 90],
    ['180d', '2025-11-22', '2026-05-21', 180],
    ['365d', '2025-05-21', '2026-05-21', 365],
    ['month', '2026-05-01', '2026-05-21', 20],
    ['last-month', '2026-04-01', '2026-05-01', 30],
  ] as const)('%s includes today, or ends with the last month', (period, start, end, days) => {
    expect(daysOf({ period, ...none }, today)).toEqual({ start, end, days });
  });

  test.each([
    ['2026-05-01', '2026-05-31', '2026-05-01', '2026-06-01', 31],
    ['2026-05-31', '2026-05-31', '2026-05-31', '2026-06-01', 1],
    // the end is before the start, or a day is missing or wrong
    ['2026-05-31', '2026-05-01', '2026-05-31', '2026-06-01', 1],
    ['', '', '2026-04-21', '2026-05-21', 30],
    ['x', '2026-99-01', '2026-04-21', '2026-05-21', 30],
    ['0001-01-01', '2026-05-20', '2016-05-13', '2026-05-21', 3660],
  ])('a range from %s to %s includes its last day', (first, last, start, end, days) => {
    expect(daysOf({ period: 'range', first, last }, today)).toEqual({ start, end, days });
  });

  test('the instants of a period depend on the time zone', () => {
    const now = Date.parse('2026-05-31T22:30:00Z');
    expect(spanAt({ period: 'month', ...none }, 'Europe/Berlin', now)).toEqual({
      from: '2026-05-31T22:00:00.000Z',
      to: '2026-06-01T22:00:00.000Z',
    });
    expect(spanAt({ period: 'month', ...none }, 'UTC', now).to).toBe('2026-06-01T00:00:00.000Z');
  });

  test('each period has at most about 40 points', () => {
    expect([7, 31, 32, 190, 191, 365].map((days) => intervalOf('auto', days))).toEqual([
      'day',
      'day',
      'week',
      'week',
      'month',
      'month',
    ]);
    expect([intervalOf('day', 400), intervalOf('day', 401), intervalOf('month', 7)]).toEqual(['day', 'week', 'month']);
    expect(periods[0]).toBe('90d');
  });
});
