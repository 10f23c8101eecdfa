import { t } from '../../navigation/text.ts';
import { isUnset } from '../marks/phase-color.ts';

/** The default colors of phases, by position. They are the colors in `styles/1-tokens.css`, and have names here. */
export const phasePalette: readonly (readonly [color: string, name: string])[] = [
  ['#2f80c9', t('Blue')],
  ['#b7791f', t('Amber')],
  ['#c2417c', t('Pink')],
  ['#2b8a6e', t('Green')],
  ['#7a5cd0', t('Violet')],
  ['#c2553a', t('Red')],
  ['#5f7a1f', t('Olive')],
  ['#64748b', t('Gray')],
];

/** Returns the text of a color field: the color that the page shows for the server's default, or else the input. */
export const colorText = (input: string, position: number): string =>
  isUnset(input) ? (phasePalette[position % phasePalette.length]?.[0] ?? '') : input;
