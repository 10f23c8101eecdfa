/** In units of a drawing of lines, of which a text is 12 high. */
export const labelWidth = 240;
export const chartWidth = 720;
export const chartTop = 24;
export const rowHeight = 24;

/** The height of a drawing with a number of lines. */
export const chartHeight = (lines: number): number => chartTop + lines * rowHeight + 4;
