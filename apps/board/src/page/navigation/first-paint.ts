import { signal } from '@preact/signals';

/** Whether the first view has been painted. Its items below the edge of the screen are rendered after that. */
export const isFirstViewPainted = signal(false);

/**
 * Returns the maximum number of items that fit on the screen; all items fit after the first paint. `minHeight` is the
 * height of the lowest item, and `top` the smallest distance of the first item from the top of the page, in pixels.
 */
export const itemsOfFirstPaint = (minHeight: number, top: number): number =>
  isFirstViewPainted.value ? Infinity : Math.max(1, Math.ceil((window.innerHeight - top) / minHeight));
