const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | null = null;

/** So far beyond the window something counts as seen, so that it is there when the viewer comes. */
const rootMargin = '200px';

function look(entries: readonly IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    const seen = waiting.get(target);
    forget(target);
    seen?.();
  }
}

function forget(element: Element): void {
  observer?.unobserve(element);
  waiting.delete(element);
}

/** Calls once, when an element is in the window for the first time, unless what is answered is called before. */
export function whenSeen(element: Element, seen: () => void): () => void {
  observer ??= new IntersectionObserver(look, { rootMargin });
  waiting.set(element, seen);
  observer.observe(element);
  return () => forget(element);
}
