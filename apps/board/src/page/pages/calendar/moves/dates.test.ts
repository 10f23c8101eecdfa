import { afterEach, expect, test, vi } from 'vitest';
import { loadPermissionNames } from '../../../api/permission-reason.ts';
import { isUtc } from '../../../navigation/preferences.ts';
import type { ReleaseEntry } from '../entries.ts';
import { daysBetween, movedByDays, movedByMs, movedSpan, moveRefusal } from './dates.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  isUtc.value = false;
});

const entry = (fields: object, lacking: Readonly<Record<string, string>> = {}) =>
  ({ release: { status: 'PLANNED', $metadata: { security: { lacking } }, ...fields } }) as unknown as ReleaseEntry;

test('the number of days ignores the time zone and daylight saving time', () => {
  expect([
    daysBetween('2026-03-28', '2026-03-30'),
    daysBetween('2026-10-26', '2026-10-24'),
    daysBetween('2026-12-31', '2027-01-01'),
  ]).toEqual([2, -2, 1]);
});

test('a moved date keeps its time of day when the clock changes', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  const start = Date.parse('2026-03-27T09:30:15+01:00');
  const due = Date.parse('2026-03-28T18:00+01:00');
  expect(movedByDays({ start, due }, 2)).toEqual({
    start: Date.parse('2026-03-29T09:30:15+02:00'),
    due: Date.parse('2026-03-30T18:00+02:00'),
  });
  expect(movedByDays({ start: undefined, due: Date.parse('2026-10-26T08:00+01:00') }, -2)).toEqual({
    start: undefined,
    due: Date.parse('2026-10-24T08:00+02:00'),
  });
  isUtc.value = true;
  expect(movedByDays({ start, due: undefined }, 2)).toEqual({
    start: Date.parse('2026-03-29T10:30:15+02:00'),
    due: undefined,
  });
});

test('the visible time range moves to its estimated end', () => {
  vi.stubEnv('TZ', 'UTC');
  const dayMs = 86_400_000;
  const shown = { kind: 'release', from: 1000, to: 2000, estimatedEnd: 5000 } as unknown as ReleaseEntry;
  expect(movedSpan(shown, 1)).toEqual({ from: dayMs + 1000, to: dayMs + 5000 });
  expect(movedByMs({ start: 5, due: 7 }, -3)).toEqual({ start: 2, due: 4 });
});

test('only a planned release can be moved, by a user with the permission', async () => {
  await loadPermissionNames();
  expect([
    moveRefusal(entry({})),
    moveRefusal(entry({ status: 'IN_PROGRESS' })),
    moveRefusal(entry({}, { updateRelease: 'release#edit' })),
  ]).toEqual([null, 'Only planned releases can be moved.', 'You need the permission “Edit releases”.']);
});
