import { signal } from '@preact/signals';

/** The text of the ARIA live region. */
export const announcement = signal('');

/** Announces a message to screen readers, even if it equals the previous message. */
export function announce(sentence: string): void {
  announcement.value = announcement.peek() === sentence ? `${sentence}\u00a0` : sentence;
}
