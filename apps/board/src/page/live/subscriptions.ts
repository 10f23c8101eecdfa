import { signal } from '@preact/signals';
import { isOffline } from '../api/connection.ts';
import { isLoggedIn } from '../api/session.ts';

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

/** The subscriptions of this tab in the stream, sorted, with a short delay. */
export const topics = signal<readonly string[]>([]);

/** The time in which changed subscriptions are collected, in milliseconds: a new page of a list has hundreds. */
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

/** The interval for data that the stream does not cover, in milliseconds. */
const intervalMs = 10_000;
/** `visibilitychange` and `focus` fire together: one poll is enough. */
const minPauseMs = 1_000;

/**
 * Loads data that the stream does not cover: every ten seconds, and when the user returns to the tab. Paused while the
 * tab is hidden, no user is logged in, or the server is unavailable.
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
