import { signal } from '@preact/signals';

/** The text of the ARIA live region. */
export const announced = signal('');

/** Announces a message, also if it equals the latest one. */
export function announce(sentence: string): void {
  announced.value = announced.peek() === sentence ? `${sentence}\u00a0` : sentence;
}
