import { expect, test } from 'vitest';
import { isSame, modesOf, type NotificationPreferences, presetOf, presets, weekdayName, withMode } from './settings.ts';

const preferences: NotificationPreferences = {
  ...{ events: {}, quietHours: [], alertsInQuietHours: false, timeZone: null, language: null },
  digest: { frequency: 'daily', weekdays: ['MONDAY'], time: '08:00' },
};

test('a mode is set for one event and channel, and removed without a trace', () => {
  const set = withMode({}, 'task.started', 'mail', 'digest');
  const both = withMode(set, 'task.started', 'browser', 'off');
  expect([set, both, withMode(both, 'task.started', 'mail', null)]).toEqual([
    { 'task.started': { mail: 'digest' } },
    { 'task.started': { mail: 'digest', browser: 'off' } },
    { 'task.started': { browser: 'off' } },
  ]);
  expect(withMode(set, 'task.started', 'mail', null)).toEqual({});
});

test('only email has a digest', () => {
  expect([modesOf('inbox'), modesOf('mail')]).toEqual([
    ['now', 'off'],
    ['now', 'digest', 'off'],
  ]);
});

test('a preset is found by its modes in any order, and not after another change', () => {
  for (const preset of presets) {
    const reversed = Object.fromEntries(Object.entries(preset.events).toReversed());
    expect(presetOf(reversed)?.id).toBe(preset.id);
  }
  expect(presetOf(withMode({}, 'task.started', 'mail', 'off'))).toBeNull();
});

test('settings are compared without their read-only members', () => {
  const loaded = { ...preferences, defaults: {}, mandatory: {} };
  expect([isSame(preferences, loaded), isSame({ ...preferences, timeZone: 'UTC' }, loaded)]).toEqual([true, false]);
  expect(isSame({ ...preferences, language: 'de' }, loaded)).toBe(false);
});

test('the week begins on Monday', () => {
  expect([weekdayName('MONDAY'), weekdayName('SUNDAY')]).toEqual(['Monday', 'Sunday']);
});
