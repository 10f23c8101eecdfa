import { describe, expect, test } from 'vitest';
import { weekdays } from '../notification-choices/choices.ts';
import { endOfQuietHours, nextDigestAt, sendTimeOf } from './send-time.ts';
import { type DigestSchedule, defaultPreferences, type QuietPeriod } from './settings.ts';

const berlin = 'Europe/Berlin';
const at = (text: string) => Date.parse(text);
const show = (instant: number) => new Date(instant).toISOString().slice(0, 16);
const workingDays = weekdays.slice(0, 5);
const nights: QuietPeriod = { weekdays: workingDays, from: '20:00', to: '07:00' };
const weekend: QuietPeriod = { weekdays: ['SATURDAY', 'SUNDAY'], from: '00:00', to: '00:00' };

describe('quiet hours', () => {
  const end = (text: string, ...periods: readonly QuietPeriod[]) => show(endOfQuietHours(periods, berlin, at(text)));

  test.each([
    ['outside', '2026-11-30T12:00Z', '2026-11-30T12:00'],
    ['at their start', '2026-11-30T19:00Z', '2026-12-01T06:00'],
    ['after midnight', '2026-12-01T02:00Z', '2026-12-01T06:00'],
    ['at their end', '2026-12-01T06:00Z', '2026-12-01T06:00'],
    ['early on a Monday, since Sunday is no weekday of them', '2026-11-30T02:00Z', '2026-11-30T02:00'],
    ['before the change to summer', '2026-03-27T20:00Z', '2026-03-28T06:00'],
  ])('%s', (_, now, expected) => {
    expect(end(now, nights)).toBe(expected);
  });

  test('adjacent periods are one, also over a change of the offset', () => {
    // Friday night, then the weekend with the change to summer
    expect(end('2026-03-27T20:00Z', nights, weekend)).toBe('2026-03-29T22:00');
  });

  test('periods without an end have one', () => {
    const always = { weekdays, from: '00:00', to: '00:00' };
    expect(end('2026-11-30T12:00Z', always)).toBe('2026-12-15T23:00');
  });

  test('a period within a day', () => {
    expect(end('2026-11-30T12:00Z', { weekdays: ['MONDAY'], from: '12:30', to: '13:30' })).toBe('2026-11-30T12:30');
  });
});

describe('digests', () => {
  const next = (digest: Partial<DigestSchedule>, now: string) =>
    show(nextDigestAt({ digest: { ...defaultPreferences.digest, ...digest }, zone: berlin }, at(now)));

  test.each<[string, Partial<DigestSchedule>, string, string]>([
    ['today', {}, '2026-11-30T06:59Z', '2026-11-30T07:00'],
    ['tomorrow', {}, '2026-11-30T07:00Z', '2026-12-01T07:00'],
    ['after the weekend', {}, '2026-11-27T12:00Z', '2026-11-30T07:00'],
    ['weekly', { frequency: 'weekly' }, '2026-11-30T07:00Z', '2026-12-07T07:00'],
    ['with no schedule', { frequency: 'off', weekdays: [] }, '2026-11-30T07:00Z', '2026-12-01T07:00'],
    ['without weekdays', { weekdays: [] }, '2026-11-30T07:00Z', '2026-12-01T07:00'],
    ['after the change to winter', { weekdays: ['SUNDAY'] }, '2026-10-24T12:00Z', '2026-10-25T07:00'],
  ])('%s', (_, digest, now, expected) => {
    expect(next(digest, now)).toBe(expected);
  });
});

describe('the first time of a message', () => {
  const quiet = { ...defaultPreferences, quietHours: [nights], zone: berlin };
  const sent = (...[mode, urgency, now, schedule = quiet]: [...Parameters<typeof sendTimeOf>]) => {
    const { state, at: time, digest } = sendTimeOf(mode, urgency, now, schedule);
    return `${state} ${new Date(time).toISOString().slice(0, 19)}${digest ? ' digest' : ''}`;
  };
  const [day, night] = [at('2026-11-30T12:00Z'), at('2026-11-30T22:00Z')];

  test('is after 30 seconds, after the quiet hours, or the digest', () => {
    expect(sent('now', 'action', day, quiet)).toBe('pending 2026-11-30T12:00:30');
    expect(sent('now', 'alert', night, quiet)).toBe('held 2026-12-01T06:00:00');
    expect(sent('now', 'alert', night, { ...quiet, alertsInQuietHours: true })).toBe('pending 2026-11-30T22:00:30');
    expect(sent('now', 'action', night, { ...quiet, alertsInQuietHours: true })).toBe('held 2026-12-01T06:00:00');
    expect(sent('digest', 'info', day, quiet)).toBe('held 2026-12-01T07:00:00 digest');
  });
});
