import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

/** A keyboard shortcut. */
export interface Shortcut {
  /** as `KeyboardEvent.key` has it, such as `/` or `j`; with `mod+` before it: with ⌘, or Ctrl where there is none */
  readonly key: string;
  readonly description: string;
  readonly run: () => void;
}

/** All shortcuts, the newest last. */
export const shortcuts = signal<readonly Shortcut[]>([]);

/** Adds shortcuts for as long as the component is shown, from its first frame on: a key that is pressed then is not lost. */
export function useShortcuts(added: readonly Shortcut[]): void {
  useLayoutEffect(() => {
    shortcuts.value = [...shortcuts.peek(), ...added];
    return () => {
      shortcuts.value = shortcuts.peek().filter((shortcut) => !added.includes(shortcut));
    };
  }, [added]);
}

/** Whether what has the focus takes letters itself; a field keeps it for a moment after its dialog was closed. */
const acceptsText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('dialog:not([open])') === null &&
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null;

function handleKey(event: KeyboardEvent): void {
  const hasMod = event.metaKey || event.ctrlKey;
  // Hidden content during another login receives no keys.
  if (event.altKey || event.isComposing || document.querySelector('[inert]') !== null) return;
  if (!hasMod && (acceptsText(event.target) || document.querySelector('dialog[open]') !== null)) return;
  const key = hasMod ? `mod+${event.key.toLowerCase()}` : event.key;
  const match = shortcuts.peek().findLast((shortcut) => shortcut.key === key);
  if (match === undefined) return;
  event.preventDefault();
  match.run();
}

export const startShortcuts = (): void => document.addEventListener('keydown', handleKey);
