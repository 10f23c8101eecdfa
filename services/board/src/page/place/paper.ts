import { signal } from '@preact/signals';

/** Whether the page is being printed: then lists are shown completely. */
export const isOnPaper = signal(false);

export function startPaper(): void {
  const paper = window.matchMedia('print');
  const tell = (): void => {
    isOnPaper.value = paper.matches;
  };
  tell();
  paper.addEventListener('change', tell);
  // Browsers paginate before the print media query changes.
  window.addEventListener('beforeprint', () => {
    isOnPaper.value = true;
  });
  window.addEventListener('afterprint', tell);
}
