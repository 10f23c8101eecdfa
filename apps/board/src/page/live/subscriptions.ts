import { signal } from '@preact/signals';

/**
 * The subscription for data that the stream does not cover: it is polled every few seconds while the tab is visible.
 */
export const polled = 'now and then';

/** The subscriptions, as parameters of `GET /api/v1/live`. */
export type Topic =
  | typeof polled
  | `release=${string}`
  | `task=${string}`
  | `list=${'releases' | 'templates' | 'archive'}`
  | 'inbox=true';

/** Receives the version of a changed object, if known. */
type Listener = (version?: number) => void;

const listeners = new Map<string, Set<Listener>>();

/** Everything that this tab watches by the stream, sorted; of some milliseconds ago. */
export const topics = signal<readonly string[]>([]);

/** How long what begins and ends to be watched is gathered, in milliseconds: a page of a list that is turned has hundreds. */
const updateDelayMs = 20;
let isUpdateScheduled = false;

function updateTopics(): void {
  if (isUpdateScheduled) return;
  isUpdateScheduled = true;
  window.setTimeout(() => {
    isUpdateScheduled = false;
    topics.value = [...listeners.keys()].filter((topic) => topic !== polled).toSorted();
  }, updateDelayMs);
}

/** Calls a listener for each change, until the returned function is called. */
export function subscribe(topic: Topic, listener: Listener): () => void {
  const topicListeners = listeners.get(topic) ?? new Set();
  topicListeners.add(listener);
  listeners.set(topic, topicListeners);
  if (topicListeners.size === 1) updateTopics();
  return () => {
    topicListeners.delete(listener);
    if (topicListeners.size > 0 || listeners.get(topic) !== topicListeners) return;
    listeners.delete(topic);
    updateTopics();
  };
}

/** Notifies all listeners in this tab. */
export function notify(topic: string, version?: number): void {
  for (const listener of listeners.get(topic) ?? []) listener(version);
}
