import { signal } from '@preact/signals';

const paper = window.matchMedia('print');

/** Whether the page is being printed: then lists are shown whole, since nobody turns a page of them on paper. */
export const isOnPaper = signal(paper.matches);

paper.addEventListener('change', ({ matches }) => {
  isOnPaper.value = matches;
});
