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

/** Called after a change, with the version of the changed object if it is known. */
type Listener = (version?: number) => void;

const listeners = new Map<string, Set<Listener>>();

/** The subscriptions of this tab in the stream, sorted, with a short delay. */
export const topics = signal<readonly string[]>([]);

/**
 * The delay in which changed subscriptions are collected, in milliseconds. A new page of a list changes hundreds of
 * them.
 */
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

/** The interval for data that the stream does not cover, in milliseconds. */
const intervalMs = 10_000;
/** `visibilitychange` and `focus` fire together: one poll is enough. */
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
