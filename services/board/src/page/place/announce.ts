import { signal } from '@preact/signals';

/** What was told last to who does not see the page; a change of it is read out. */
export const announced = signal('');

/** Has something read out, also where the same was said before. */
export function announce(sentence: string): void {
  announced.value = announced.peek() === sentence ? `${sentence}\u00a0` : sentence;
}
