import { t } from '../../navigation/text.ts';
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

/** The color that templates without one get from the server's default. It is not the choice of a user. */
const unset = '#009CDB';

/** Whether a text is a color that REST accepts. */
export const isColor = (text: string): boolean => /^#[\da-f]{3,8}$/i.test(text);

/** Returns the color of a phase as a value for CSS: the chosen one, or else a default color by position from 0. */
export const phaseColor = (color: string | null | undefined, position: number): string =>
  color && color.toUpperCase() !== unset && isColor(color)
    ? color
    : `var(--phase-${(position % phasePalette.length) + 1})`;
