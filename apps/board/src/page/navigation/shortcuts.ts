import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { hasCharacterShortcuts } from './preferences.ts';

/** A keyboard shortcut. */
export interface Shortcut {
  /** A value of `KeyboardEvent.key`, such as `/` or `j`. The prefix `mod+` means ⌘ or Ctrl. */
  readonly key: string;
  readonly description: string;
  readonly run: () => void;
  /** Whether it also applies in a modal dialog, as long as no other dialog is above it. */
  readonly isInDialog?: boolean;
}

/** All shortcuts, the latest last. The latest one of a key applies. */
export const shortcuts = signal<readonly Shortcut[]>([]);

/** Adds shortcuts while the component is mounted. A layout effect adds them before the first frame. */
export function useShortcuts(added: readonly Shortcut[]): void {
  useLayoutEffect(() => {
    shortcuts.value = [...shortcuts.peek(), ...added];
    return () => {
      shortcuts.value = shortcuts.peek().filter((shortcut) => !added.includes(shortcut));
    };
  }, [added]);
}

/**
 * Whether the focused element accepts text. A field in a closed dialog keeps the focus for a moment, and does not
 * count.
 */
const acceptsText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('dialog:not([open])') === null &&
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null;

/** Returns whether a shortcut without a modifier key applies to the dialogs and menus that are open. */
function isReachable({ isInDialog = false }: Shortcut, target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest('[popover]') !== null) return false;
  if (document.querySelector('dialog:modal') === null) return true;
  return isInDialog && document.querySelectorAll('dialog[open]').length === 1;
}

function handleKey(event: KeyboardEvent): void {
  const hasMod = event.metaKey || event.ctrlKey;
  // The page is inert while the user logs in again.
  if (event.altKey || event.isComposing || document.querySelector('[inert]') !== null) return;
  if (!hasMod && event.key.length === 1 && !hasCharacterShortcuts.peek()) return;
  // The first target is inside a shadow root, as the code editor is.
  const [target = event.target] = event.composedPath();
  if (!hasMod && acceptsText(target)) return;
  const key = hasMod ? `mod+${event.key.toLowerCase()}` : event.key;
  const match = shortcuts
    .peek()
    .findLast((shortcut) => shortcut.key === key && (hasMod || isReachable(shortcut, target)));
  if (match === undefined) return;
  event.preventDefault();
  match.run();
}

export const startShortcuts = (): void => document.addEventListener('keydown', handleKey);
