const focusableSelector = ':is(a[href], button, input, select, textarea):not(:disabled)';

/** The position of a list item or table row. */
interface ListItem {
  readonly list: Element;
  readonly index: number;
}

/** Returns the list items and table rows around an element, the innermost first. */
function listItemsAround(target: Element | null): readonly ListItem[] {
  const item = target?.closest('tr, li');
  const list = item?.parentElement;
  return item && list ? [{ list, index: [...list.children].indexOf(item) }, ...listItemsAround(list)] : [];
}

/** Returns the first focusable control of the item at this index, or of the last item; null if there is none. */
function focusableIn({ list, index }: ListItem): HTMLElement | null {
  const { children } = list;
  return list.isConnected
    ? (children[Math.min(index, children.length - 1)]?.querySelector<HTMLElement>(focusableSelector) ?? null)
    : null;
}

/**
 * Stores the position of an element in its lists and tables. The returned function finds the control to focus after the
 * element was removed.
 */
export function nearestFocusTarget(target: Element | null): () => HTMLElement | undefined {
  const items = listItemsAround(target);
  return () => items.map(focusableIn).find((element) => element !== null) ?? undefined;
}

/** Whether the focused element was removed. */
export const isFocusLost = (): boolean => document.activeElement === document.body;

/**
 * When the focused element is removed, moves the focus to the next item of its list or table, or to the heading of the
 * dialog. Users of a keyboard or screen reader keep their position.
 */
export function startFocusRestore(): void {
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (!(target instanceof Element) || relatedTarget !== null) return;
    const nearest = nearestFocusTarget(target);
    window.requestAnimationFrame(() => {
      if (target.isConnected || !isFocusLost()) return;
      const heading = document.querySelector<HTMLElement>('dialog[open] h2');
      (nearest() ?? heading)?.focus({ preventScroll: true });
    });
  });
}
