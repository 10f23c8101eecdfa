import { signal } from '@preact/signals';

const query = typeof window === 'undefined' ? null : window.matchMedia('(max-width: 56rem)');

/** Whether the page has the layout of a phone, in which code fields are text areas. */
export const isNarrow = signal(query?.matches ?? false);
query?.addEventListener('change', ({ matches }) => {
  isNarrow.value = matches;
});
