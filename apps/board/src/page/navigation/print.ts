import { signal } from '@preact/signals';

/** Whether the page is being printed. Lists are then complete. */
export const isPrinting = signal(false);

export function startPrintDetection(): void {
  const mediaQuery = window.matchMedia('print');
  const update = (): void => {
    isPrinting.value = mediaQuery.matches;
  };
  update();
  mediaQuery.addEventListener('change', update);
  // Browsers paginate the page before the print media query changes.
  window.addEventListener('beforeprint', () => {
    isPrinting.value = true;
  });
  window.addEventListener('afterprint', update);
}
