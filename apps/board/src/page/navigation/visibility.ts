const callbacks = new Map<Element, () => void>();
let observer: IntersectionObserver | null = null;

/** So far beyond the window something counts as seen, so that it is there when the viewer comes. */
const rootMargin = '200px';

function handleEntries(entries: readonly IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    const callback = callbacks.get(target);
    unobserve(target);
    callback?.();
  }
}

function unobserve(element: Element): void {
  observer?.unobserve(element);
  callbacks.delete(element);
}

/** Calls once, when an element is in the window for the first time, unless what is answered is called before. */
export function onFirstVisible(element: Element, callback: () => void): () => void {
  observer ??= new IntersectionObserver(handleEntries, { rootMargin });
  callbacks.set(element, callback);
  observer.observe(element);
  return () => unobserve(element);
}
