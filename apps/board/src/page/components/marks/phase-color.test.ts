import { expect, test } from 'vitest';
import { phaseColor } from './phase-color.ts';

test.each([
  ['#2f80c9', 0, '#2f80c9'],
  ['#FFF', 3, '#FFF'],
  ['#11223344', 3, '#11223344'],
  [undefined, 0, 'var(--phase-1)'],
  [null, 7, 'var(--phase-8)'],
  ['', 8, 'var(--phase-1)'],
  // the default of the server, which no user has chosen
  ['#009CDB', 1, 'var(--phase-2)'],
  ['#009cdb', 1, 'var(--phase-2)'],
  // a value that is no color must not reach the style of an element
  ['red; background: url(x)', 2, 'var(--phase-3)'],
])('the color %j of the phase at %i is %s', (color, position, expected) => {
  expect(phaseColor(color, position)).toBe(expected);
});
