import { effect } from '@preact/signals';
import type { LiveEvent } from '@slipway/api-schema/live';
import { recordResponse } from '../api/connection.ts';
import { clearSession, isLoggedIn, loadSession, me, sessionGeneration } from '../api/session.ts';
import { base } from '../navigation/base.ts';
import { type Change, handleChange, type StreamedTopic, topics } from './subscriptions.ts';

interface StreamListener {
  /** Called for the first version of an object and for each change. */
  onChange(change: Change): void;
  onOpen(): void;
  /** Called when the stream ends or cannot start. The stream restarts automatically. */
  onError(): void;
}

/** The delay before the stream restarts after the server has rejected it, in milliseconds. */
const retryDelayMs = 2_000;

/** Returns the topic of an event. */
function topicOf({ release, task, list }: LiveEvent): string {
  if (release !== undefined) return `release=${release}`;
  if (task !== undefined) return `task=${task}`;
  return list === undefined ? 'inbox=true' : `list=${list}`;
}

/** The maximum length of an event id in the URL of a stream, in characters. A longer id is omitted. */
const maxEventIdLength = 500;

const urlFor = (topics: readonly string[], eventId: string): URL => {
  const params = new URLSearchParams();
  if (eventId !== '' && eventId.length <= maxEventIdLength) params.set('after', eventId);
  for (const topic of topics) {
    const [name = '', ...value] = topic.split('=');
    params.append(name, value.join('='));
  }
  // Sets all parameters together, because each added parameter serializes the URL again.
  const url = new URL('api/v1/live', base);
  url.search = params.toString();
  return url;
};

/**
 * Returns the event after which a stream must start, so that it includes all changes since the tabs have read the
 * objects of new topics; an empty text if it must send the versions of all objects.
 */
function startEventId(readPositions: readonly string[], latestEventId: string): string {
  const [first = latestEventId, ...others] = new Set(readPositions);
  return others.length === 0 ? first : '';
}

/** Creates the event stream, without topics. Browsers with locks have one for all tabs. */
export function createStream({ onChange, onOpen, onError }: StreamListener) {
  const versions = new Map<string, number | undefined>();
  let source: EventSource | null = null;
  let timer: number | undefined;
  let watchedTopics: readonly string[] = [];
  let latestEventId = '';
  /** The new topics with their `readAfter`, until the first event with an id. That event covers all their changes. */
  const newTopics = new Map<string, string>();
  const close = (): void => {
    window.clearTimeout(timer);
    source?.close();
    source = null;
  };
  const handleMessage = ({ data, lastEventId }: MessageEvent<string>): void => {
    const event: LiveEvent = JSON.parse(data);
    if (lastEventId !== '') {
      latestEventId = lastEventId;
      newTopics.clear();
    }
    const topic = topicOf(event);
    const isNew = !versions.has(topic) || versions.get(topic) !== event.version;
    versions.set(topic, event.version);
    if (isNew) onChange({ topic, version: event.version, at: event.at, eventId: latestEventId });
  };
  const open = (): void => {
    close();
    if (watchedTopics.length === 0) return;
    const eventSource = new EventSource(urlFor(watchedTopics, startEventId([...newTopics.values()], latestEventId)));
    source = eventSource;
    eventSource.addEventListener('open', onOpen);
    eventSource.addEventListener('message', handleMessage);
    eventSource.addEventListener('error', () => {
      onError();
      if (source === eventSource && eventSource.readyState === EventSource.CLOSED)
        timer = window.setTimeout(open, retryDelayMs);
    });
  };
  return {
    /**
     * Sets the topics. An open stream stays open if it contains all topics and at most 50 others. `readPositions`
     * contains `readAfter` of the topics that a tab has added since the last call.
     */
    watch(topics: readonly string[], readPositions: ReadonlyMap<string, string>): void {
      // The stream has sent the changes of its topics to all tabs, except to a tab that received no event yet.
      const uncovered = topics.filter((topic) => {
        const isUncertain = readPositions.get(topic) === '' && latestEventId !== '';
        return isUncertain || !watchedTopics.includes(topic);
      });
      const isReusable = source !== null && topics.length > 0 && watchedTopics.length < topics.length + 50;
      if (uncovered.length === 0 && isReusable) return;
      watchedTopics = topics;
      for (const topic of versions.keys()) if (!topics.includes(topic)) versions.delete(topic);
      for (const topic of newTopics.keys()) if (!topics.includes(topic)) newTopics.delete(topic);
      for (const topic of uncovered) {
        versions.delete(topic);
        newTopics.set(topic, readPositions.get(topic) ?? '');
      }
      open();
    },
    close,
  };
}

/** The maximum number of topics of a stream. */
const maxTopics = 200;
/** The maximum length of the query of a stream, in characters. Proxies accept URLs of 8,000 characters. */
const maxQueryLength = 7_000;

/**
 * Returns the topics of one stream for all tabs, sorted. Above the limit, each tab has an equal share, in the order of
 * its topics. So a long list in one tab does not displace the release of another tab.
 */
export function selectTopics(tabs: readonly (readonly string[])[]): readonly string[] {
  const selected = new Set<string>();
  const maxTabTopics = Math.max(0, ...tabs.map(({ length }) => length));
  let queryLength = 0;
  for (let index = 0; index < maxTabTopics; index += 1) {
    for (const topic of tabs.flatMap((tabTopics) => tabTopics[index] ?? [])) {
      if (selected.has(topic)) continue;
      queryLength += encodeURIComponent(topic).length + 1;
      if (selected.size === maxTopics || queryLength > maxQueryLength) return [...selected].toSorted();
      selected.add(topic);
    }
  }
  return [...selected].toSorted();
}

/** A message between the tabs of a browser. One tab runs the stream for all tabs. */
type Message =
  | { readonly kind: 'topics'; readonly tab: string; readonly topics: readonly StreamedTopic[] }
  | { readonly kind: 'topicsRequest' }
  | ({ readonly kind: 'change' } & Change)
  | { readonly kind: 'response'; readonly isAnswered: boolean }
  | { readonly kind: 'logout' };

/** The delay that combines changes of the topics into one new stream, in milliseconds. */
const updateDelayMs = 30;

// Tabs of an earlier version use another name, because their messages differ.
const channelName = `slipway event stream ${base.pathname}`;
const ownTabId = `${Date.now()} ${Math.random()}`;

/**
 * Runs the stream with the topics of all tabs, and sends each event to all tabs. Returns a function that sets the
 * topics of a tab.
 */
function runStream(channel: BroadcastChannel | null) {
  const topicsByTab = new Map<string, readonly string[]>();
  /** `readAfter` of the topics that were added since the last update; empty if the tabs have different ones. */
  const readPositions = new Map<string, string>();
  const send = (message: Message): void => channel?.postMessage(message);
  let timer: number | undefined;
  const reportConnection = (isAnswered: boolean): void => {
    recordResponse(isAnswered);
    send({ kind: 'response', isAnswered });
  };
  const stream = createStream({
    onChange: (change) => {
      handleChange(change);
      send({ kind: 'change', ...change });
    },
    onOpen: () => reportConnection(true),
    // The cause may be a logout or an unavailable server.
    onError: () => void loadSession(),
  });
  const scheduleUpdate = (): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      stream.watch(isLoggedIn.value ? selectTopics([...topicsByTab.values()]) : [], readPositions);
      readPositions.clear();
    }, updateDelayMs);
  };
  const setTopics = (tabId: string, tabTopics: readonly StreamedTopic[]): void => {
    const previousTopics = new Set(topicsByTab.get(tabId));
    for (const { topic, readAfter } of tabTopics) {
      if (previousTopics.has(topic)) continue;
      readPositions.set(topic, (readPositions.get(topic) ?? readAfter) === readAfter ? readAfter : '');
    }
    if (tabTopics.length === 0) topicsByTab.delete(tabId);
    else {
      topicsByTab.set(
        tabId,
        tabTopics.map(({ topic }) => topic),
      );
    }
    scheduleUpdate();
  };
  effect(() => setTopics(ownTabId, isLoggedIn.value ? topics.value : []));
  send({ kind: 'topicsRequest' });
  return setTopics;
}

let isRemoteLogout = false;

/** Clears and reloads the session after a logout or a change of user in another tab. */
function reloadSession(): void {
  if (!me.peek()) return;
  isRemoteLogout = true;
  clearSession();
  isRemoteLogout = false;
  void loadSession();
}

/**
 * Starts to receive events. Browsers open at most six connections to a server, so one stream per tab would block the
 * seventh tab. A lock selects the tab that runs the stream; when that tab closes, another tab acquires the lock.
 * Without the Web Locks API (a page without TLS, except on localhost), each tab runs its own stream.
 */
export function startLiveUpdates(): void {
  if (!('locks' in navigator)) {
    runStream(null);
    return;
  }
  const channel = new BroadcastChannel(channelName);
  let setTopics: ((tabId: string, tabTopics: readonly StreamedTopic[]) => void) | null = null;
  const sendTopics = (tabTopics: readonly StreamedTopic[]): void => {
    const message: Message = { kind: 'topics', tab: ownTabId, topics: tabTopics };
    channel.postMessage(message);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'topics') setTopics?.(data.tab, data.topics);
    else if (data.kind === 'topicsRequest') sendTopics(topics.peek());
    else if (data.kind === 'change') handleChange(data);
    else if (data.kind === 'response') recordResponse(data.isAnswered);
    else reloadSession();
  });
  effect(() => sendTopics(isLoggedIn.value ? topics.value : []));
  const logoutMessage: Message = { kind: 'logout' };
  sessionGeneration.subscribe((generation) => generation > 0 && !isRemoteLogout && channel.postMessage(logoutMessage));
  window.addEventListener('pagehide', () => sendTopics([]));
  window.addEventListener('pageshow', () => sendTopics(topics.peek()));
  void navigator.locks.request(channelName, async () => {
    setTopics = runStream(channel);
    // Holds the lock until the tab is closed.
    await new Promise<never>(() => {});
  });
}
