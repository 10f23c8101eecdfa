import { signal } from '@preact/signals';
import { isOffline } from '../api/connection.ts';
import { isLoggedIn } from '../api/session.ts';

/** The topic of data that the stream does not cover. A visible tab polls such data every ten seconds. */
export const polled = 'now and then';

/** A topic: a parameter of `GET /api/v1/live`, or `polled`. */
export type Topic =
  | typeof polled
  | `release=${string}`
  | `task=${string}`
  | `list=${'releases' | 'templates' | 'archive'}`
  | 'inbox=true';

/** Called after a change, with the version of the changed object if the version is known. */
type Listener = (version?: number) => void;

const listeners = new Map<string, Set<Listener>>();

/** The topics of this tab for the stream, sorted. Updated with a short delay. */
export const topics = signal<readonly string[]>([]);

/** The delay that combines changes of the topics, in milliseconds. A new page of a list changes hundreds of topics. */
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

/** Calls a listener for each change of a topic, until the returned function is called. */
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

/** Notifies all listeners of a topic in this tab. */
export function notify(topic: string, version?: number): void {
  for (const listener of listeners.get(topic) ?? []) listener(version);
}

/** The polling interval, in milliseconds. */
const intervalMs = 10_000;
/** The minimum time between polls, in milliseconds. `visibilitychange` and `focus` fire together. */
const minPauseMs = 1_000;

/**
 * Reloads data that the stream does not cover: every ten seconds, and when the user returns to the tab. Polling pauses
 * while the tab is hidden, no user is logged in, or the server is unavailable.
 */
export function startPolling(): void {
  let lastPolledAt = 0;
  const poll = (): void => {
    const isVisible = document.visibilityState === 'visible';
    if (!isVisible || isOffline.peek() || !isLoggedIn.peek() || Date.now() - lastPolledAt < minPauseMs) return;
    lastPolledAt = Date.now();
    notify(polled);
  };
  window.setInterval(poll, intervalMs);
  document.addEventListener('visibilitychange', poll);
  window.addEventListener('focus', poll);
}
