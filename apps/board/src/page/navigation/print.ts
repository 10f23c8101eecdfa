import { signal } from '@preact/signals';

/** Whether the page is being printed: then lists are shown completely. */
export const isPrinting = signal(false);

export function startPrintDetection(): void {
  const mediaQuery = window.matchMedia('print');
  const update = (): void => {
    isPrinting.value = mediaQuery.matches;
  };
  update();
  mediaQuery.addEventListener('change', update);
  // Browsers paginate before the print media query changes.
  window.addEventListener('beforeprint', () => {
    isPrinting.value = true;
  });
  window.addEventListener('afterprint', update);
}
