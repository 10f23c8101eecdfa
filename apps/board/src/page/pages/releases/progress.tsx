import { useEffect, useRef } from 'preact/hooks';
import { Moment, Unknown } from '../../components/moment.tsx';
import { subscribe } from '../../live/subscriptions.ts';
import type { Forecasts } from './forecasts.ts';

const callbacks = new Map<Element, () => void>();
let observer: IntersectionObserver | null = null;

/**
 * The margin around the window in which rows count as visible, so that their data is loaded before the user scrolls.
 */
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

/** Calls `callback` once, when the element first becomes visible. The returned function cancels the call. */
function onFirstVisible(element: Element, callback: () => void): () => void {
  observer ??= new IntersectionObserver(handleEntries, { rootMargin });
  callbacks.set(element, callback);
  observer.observe(element);
  return () => unobserve(element);
}

interface Props {
  /** The last segment of the id of the release. */
  readonly id: string;
  readonly forecasts: Forecasts;
}

/** The share of completed tasks of a release. It is loaded when the element first becomes visible. */
export function Progress({ id, forecasts }: Props) {
  const elementRef = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = elementRef.current;
    if (element === null) return;
    let unfollow = (): void => {};
    const stopWaiting = onFirstVisible(element, () => {
      unfollow = forecasts.follow(id);
    });
    // Subscribes all rows of a page together, because each change of the topics restarts the stream.
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

/** The estimated end of a release, from its forecast. */
export function EstimatedEnd({ id, forecasts }: Props) {
  const forecast = forecasts.get(id).value;
  return forecast === undefined ? <Unknown /> : <Moment at={forecast.endDate} />;
}
