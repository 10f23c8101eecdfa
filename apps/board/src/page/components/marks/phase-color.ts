/** The color that templates without one get from the server's default. It is not the choice of a user. */
const unset = '#009CDB';

/** The number of default colors in `styles/1-tokens.css`. */
const paletteSize = 8;

/** Whether a text is a color that REST accepts. */
export const isColor = (text: string): boolean => /^#[\da-f]{3,8}$/i.test(text);

/** Whether a color is the server's default. */
export const isUnset = (color: string): boolean => color.toUpperCase() === unset;

/** Returns the color of a phase as a value for CSS: the chosen one, or else a default color by position from 0. */
export const phaseColor = (color: string | null | undefined, position: number): string =>
  color && !isUnset(color) && isColor(color) ? color : `var(--phase-${(position % paletteSize) + 1})`;
