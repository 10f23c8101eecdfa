/** The number of default colors in `styles/1-tokens.css`. */
const paletteSize = 8;

/** The color that templates without one get from the server's default. It is not the choice of a user. */
const unset = '#009CDB';

/** Returns the color of a phase as a value for CSS: the chosen one, or else a default color by position from 0. */
export const phaseColor = (color: string | null | undefined, position: number): string =>
  color && color.toUpperCase() !== unset && /^#[\da-f]{3,8}$/i.test(color)
    ? color
    : `var(--phase-${(position % paletteSize) + 1})`;
