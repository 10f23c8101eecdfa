import { signal } from '@preact/signals';

/** Whether the page is being printed: then lists are shown whole, since nobody turns a page of them on paper. */
export const isOnPaper = signal(false);

export function startPaper(): void {
  const paper = window.matchMedia('print');
  const tell = (): void => {
    isOnPaper.value = paper.matches;
  };
  tell();
  paper.addEventListener('change', tell);
  // browsers count their sheets before they tell of another medium
  window.addEventListener('beforeprint', () => {
    isOnPaper.value = true;
  });
  window.addEventListener('afterprint', tell);
}
