const focusableSelector = ':is(a[href], button, input, select, textarea):not(:disabled)';

/** A line of a list or table, and where in it the line is. */
interface ListItem {
  readonly list: Element;
  readonly index: number;
}

/** The lines around an element, the innermost first. */
function listItemsAround(target: Element | null): readonly ListItem[] {
  const item = target?.closest('tr, li');
  const list = item?.parentElement;
  return item && list ? [{ list, index: [...list.children].indexOf(item) }, ...listItemsAround(list)] : [];
}

/** The focusable control in the line that is now at the index of a removed line, or in the last line. */
function focusableIn({ list, index }: ListItem): HTMLElement | null {
  const { children } = list;
  return list.isConnected
    ? (children[Math.min(index, children.length - 1)]?.querySelector<HTMLElement>(focusableSelector) ?? null)
    : null;
}

/** Finds the next focus target near an element, which may be removed: its successor in a list or table. */
export function nearestFocusTarget(target: Element | null): () => HTMLElement | undefined {
  const items = listItemsAround(target);
  return () => items.map(focusableIn).find((element) => element !== null) ?? undefined;
}

/** Whether the focused element was removed. */
export const isFocusLost = (): boolean => document.activeElement === document.body;

/**
 * Moves the focus of a removed element to the next line of its list or table, or the heading of its dialog, for
 * keyboard and screen reader users.
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
