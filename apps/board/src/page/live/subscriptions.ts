import { signal } from '@preact/signals';
import { isOffline, updateConsistencyToken } from '../api/connection.ts';
import { clearPrefetched } from '../api/prefetch.ts';
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

/** A topic of the event stream. */
export interface StreamedTopic {
  readonly topic: string;
  /**
   * The id of the latest event before the tab read the objects of the topic; empty before the first event. The stream
   * must include all later changes of these objects.
   */
  readonly readAfter: string;
}

interface Subscription extends StreamedTopic {
  readonly listeners: Set<Listener>;
}

const subscriptions = new Map<string, Subscription>();

/** The topics of this tab for the stream, sorted. Updated with a short delay. */
export const topics = signal<readonly StreamedTopic[]>([]);

/** The id of the latest event that this tab received. */
let latestEventId = '';

/** The delay that combines changes of the topics, in milliseconds. A new page of a list changes hundreds of topics. */
const updateDelayMs = 20;
let isUpdateScheduled = false;

function updateTopics(): void {
  if (isUpdateScheduled) return;
  isUpdateScheduled = true;
  window.setTimeout(() => {
    isUpdateScheduled = false;
    topics.value = [...subscriptions.values()]
      .filter(({ topic }) => topic !== polled)
      .map(({ topic, readAfter }) => ({ topic, readAfter }))
      .toSorted((a, b) => (a.topic < b.topic ? -1 : 1));
  }, updateDelayMs);
}

/** Calls a listener for each change of a topic, until the returned function is called. Read the objects after this. */
export function subscribe(topic: Topic, listener: Listener): () => void {
  const subscription = subscriptions.get(topic) ?? { topic, readAfter: latestEventId, listeners: new Set() };
  const { listeners } = subscription;
  listeners.add(listener);
  subscriptions.set(topic, subscription);
  if (listeners.size === 1) updateTopics();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || subscriptions.get(topic) !== subscription) return;
    subscriptions.delete(topic);
    updateTopics();
  };
}

/** Notifies all listeners of a topic in this tab. */
function notify(topic: string, version?: number): void {
  for (const listener of subscriptions.get(topic)?.listeners ?? []) listener(version);
}

/** A new version of a topic's objects, or their first known version. */
export interface Change {
  readonly topic: string;
  readonly version: number | undefined;
  /** The time of the read, by the database clock. */
  readonly at: string;
  /** The id of the latest event; empty before the first id. */
  readonly eventId: string;
}

/** Notifies all listeners in this tab of a change that the stream has reported. */
export function handleChange({ topic, version, at, eventId }: Change): void {
  latestEventId = eventId;
  // A prefetched response can be older than the event, and the stream does not repeat the event for a new topic.
  clearPrefetched();
  updateConsistencyToken(at);
  notify(topic, version);
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
