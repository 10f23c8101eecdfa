import { useEffect, useRef } from 'preact/hooks';
import { Moment, Unknown } from '../../components/moment.tsx';
import { subscribe } from '../../live/subscriptions.ts';
import type { Forecasts } from './forecasts.ts';

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
function onFirstVisible(element: Element, callback: () => void): () => void {
  observer ??= new IntersectionObserver(handleEntries, { rootMargin });
  callbacks.set(element, callback);
  observer.observe(element);
  return () => unobserve(element);
}

interface Props {
  /** of the release, its last segment */
  readonly id: string;
  readonly forecasts: Forecasts;
}

/** The share of completed tasks of a release, loaded when it is first visible. */
export function Progress({ id, forecasts }: Props) {
  const elementRef = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = elementRef.current;
    if (element === null) return;
    let unfollow = (): void => {};
    const stopWaiting = onFirstVisible(element, () => {
      unfollow = forecasts.follow(id);
    });
    // All rows of a page at once, because a changed subscription restarts the stream
    const unsubscribe = subscribe(`release=${id}`, () => {});
    return () => {
      stopWaiting();
      unfollow();
      unsubscribe();
    };
  }, [id, forecasts]);
  const tasks = forecasts.get(id).value?.tasks;
  return (
    <span ref={elementRef}>
      {tasks === undefined ? (
        <Unknown />
      ) : (
        <>
          <progress value={tasks.done} max={Math.max(1, tasks.all - tasks.skipped)} aria-hidden="true" /> {tasks.done}{' '}
          of {tasks.all}
          {tasks.skipped > 0 && `, ${tasks.skipped} skipped`}
        </>
      )}
    </span>
  );
}

/** The estimated end of a release, from its preview. */
export function EstimatedEnd({ id, forecasts }: Props) {
  const forecast = forecasts.get(id).value;
  return forecast === undefined ? <Unknown /> : <Moment at={forecast.endDate} />;
}
