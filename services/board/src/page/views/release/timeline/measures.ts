/** In units of a drawing of lines, of which a text is 12 high. */
export const labels = 240;
export const width = 720;
export const top = 24;
export const row = 24;

/** The height of a drawing with a number of lines. */
export const heightOf = (lines: number): number => top + lines * row + 4;
