import { signal } from '@preact/signals';

/** Whether the page is being printed: then lists are shown whole, since nobody turns a page of them on paper. */
export const isOnPaper = signal(false);

export function startPaper(): void {
  const paper = window.matchMedia('print');
  isOnPaper.value = paper.matches;
  paper.addEventListener('change', ({ matches }) => {
    isOnPaper.value = matches;
  });
}
