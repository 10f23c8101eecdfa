import { expect, test } from 'vitest';
import { colorText } from './phase-palette.ts';

test.each([
  ['#123456', 0, '#123456'],
  ['', 0, ''],
  ['#009CDB', 1, '#b7791f'],
  ['#009cdb', 8, '#2f80c9'],
])('the field of the color %j at %i contains %j, as the page shows it', (color, position, expected) => {
  expect(colorText(color, position)).toBe(expected);
});
