import { signal } from '@preact/signals';

/** The text of the ARIA live region. */
export const announcement = signal('');

/** Announces a message, also if it equals the latest one. */
export function announce(sentence: string): void {
  announcement.value = announcement.peek() === sentence ? `${sentence}\u00a0` : sentence;
}
