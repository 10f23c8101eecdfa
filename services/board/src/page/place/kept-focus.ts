const stops = ':is(a[href], button, input, select, textarea):not(:disabled)';

/** A line of a list or table, and where in it the line is. */
interface Line {
  readonly list: Element;
  readonly at: number;
}

/** The lines that something is in, the innermost first. */
function linesAround(target: Element | null): readonly Line[] {
  const line = target?.closest('tr, li');
  const list = line?.parentElement;
  return line && list ? [{ list, at: [...list.children].indexOf(line) }, ...linesAround(list)] : [];
}

/** What can take the focus in the line that has come into the place of another, or is the last one now. */
function stopIn({ list, at }: Line): HTMLElement | null {
  const { children } = list;
  return list.isConnected
    ? (children[Math.min(at, children.length - 1)]?.querySelector<HTMLElement>(stops) ?? null)
    : null;
}

/** Finds the next focus target near an element, which may be removed: its successor in a list or table. */
export function nearTo(target: Element | null): () => HTMLElement | undefined {
  const lines = linesAround(target);
  return () => lines.map(stopIn).find((stop) => stop !== null) ?? undefined;
}

/** Whether the focused element was removed. */
export const isFocusLost = (): boolean => document.activeElement === document.body;

/**
 * Moves the focus of a removed element to the next line of its list or table, or the heading of its dialog, for
 * keyboard and screen reader users.
 */
export function startKeptFocus(): void {
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (!(target instanceof Element) || relatedTarget !== null) return;
    const near = nearTo(target);
    window.requestAnimationFrame(() => {
      if (target.isConnected || !isFocusLost()) return;
      const heading = document.querySelector<HTMLElement>('dialog[open] h2');
      (near() ?? heading)?.focus({ preventScroll: true });
    });
  });
}
