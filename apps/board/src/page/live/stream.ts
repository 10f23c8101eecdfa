import { effect } from '@preact/signals';
import type { LiveEvent } from '@slipway/api-schema/live';
import { recordResponse, updateConsistencyToken } from '../api/connection.ts';
import { clearSession, isLoggedIn, loadSession, me, sessionGeneration } from '../api/session.ts';
import { base } from '../navigation/base.ts';
import { notify, topics } from './subscriptions.ts';

interface StreamListener {
  /**
   * An object has changed, or is reported for the first time; `at`: the time of the read, by the clock of the database
   */
  onChange(topic: string, version: number | undefined, at: string): void;
  onOpen(): void;
  /** The stream has ended, or failed to start; it restarts automatically */
  onError(): void;
}

/** The pause after a refused stream, in milliseconds. */
const retryDelayMs = 2_000;

/** The subscription of an event. */
function topicOf({ release, task, list }: LiveEvent): string {
  if (release !== undefined) return `release=${release}`;
  if (task !== undefined) return `task=${task}`;
  return list === undefined ? 'inbox=true' : `list=${list}`;
}

/** In characters: a longer event id does not fit into the address of a stream. */
const maxEventIdLength = 500;

const urlFor = (topics: readonly string[], latestEventId: string): URL => {
  const params = new URLSearchParams();
  if (latestEventId !== '' && latestEventId.length <= maxEventIdLength) params.set('after', latestEventId);
  for (const topic of topics) {
    const [name = '', ...value] = topic.split('=');
    params.append(name, value.join('='));
  }
  // At once: each added parameter rewrites the URL.
  const url = new URL('api/v1/live', base);
  url.search = params.toString();
  return url;
};

/** The one event stream of a browser. */
function createStream({ onChange, onOpen, onError }: StreamListener) {
  const versions = new Map<string, number | undefined>();
  let source: EventSource | null = null;
  let timer: number | undefined;
  let watchedTopics: readonly string[] = [];
  // The id of the latest event: a changed subscription continues from there.
  let latestEventId = '';
  const close = (): void => {
    window.clearTimeout(timer);
    source?.close();
    source = null;
  };
  const handleMessage = ({ data, lastEventId }: MessageEvent<string>): void => {
    const event: LiveEvent = JSON.parse(data);
    latestEventId = lastEventId;
    const topic = topicOf(event);
    const isNew = !versions.has(topic) || versions.get(topic) !== event.version;
    versions.set(topic, event.version);
    if (isNew) onChange(topic, event.version, event.at);
  };
  const open = (): void => {
    close();
    if (watchedTopics.length === 0) return;
    const eventSource = new EventSource(urlFor(watchedTopics, latestEventId));
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
    /** Sets the subscriptions; a stream with all of them continues. */
    watch(topics: readonly string[]): void {
      const isCovered = topics.every((topic) => watchedTopics.includes(topic));
      if (isCovered && source !== null && topics.length > 0 && watchedTopics.length < topics.length + 50) return;
      watchedTopics = topics;
      for (const topic of versions.keys()) if (!topics.includes(topic)) versions.delete(topic);
      open();
    },
    close,
  };
}

/** The maximum number of subscriptions of a stream. */
const maxTopics = 200;
/** The maximum length of the query of a stream: proxies accept addresses of 8,000 characters. */
const maxQueryLength = 7_000;

/**
 * The subscriptions of one stream for all tabs, sorted. Above the limit, each tab has an equal share of its first
 * subscriptions, so that a long list in one tab leaves another tab its release.
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

/** The messages between the tabs of a browser, of which one has the stream for all. */
type Message =
  | { readonly kind: 'wants'; readonly tab: string; readonly wants: readonly string[] }
  | { readonly kind: 'who' }
  | { readonly kind: 'told'; readonly want: string; readonly version: number | undefined; readonly at: string }
  | { readonly kind: 'heard'; readonly answered: boolean }
  | { readonly kind: 'left' };

/** The time in which changed subscriptions are collected, in milliseconds. */
const updateDelayMs = 30;

const channelName = `slipway ${base.pathname}`;
const ownTabId = `${Date.now()} ${Math.random()}`;

/** Holds the stream: the subscriptions of all tabs are joined, and each event is sent to all of them. */
function runStream(channel: BroadcastChannel | null) {
  const topicsByTab = new Map<string, readonly string[]>();
  const send = (message: Message): void => channel?.postMessage(message);
  let timer: number | undefined;
  const reportConnection = (answered: boolean): void => {
    recordResponse(answered);
    send({ kind: 'heard', answered });
  };
  const stream = createStream({
    onChange: (want, version, at) => {
      updateConsistencyToken(at);
      notify(want, version);
      send({ kind: 'told', want, version, at });
    },
    onOpen: () => reportConnection(true),
    // After a logout, or while the server is unavailable
    onError: () => void loadSession(),
  });
  const scheduleUpdate = (): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      stream.watch(isLoggedIn.value ? selectTopics([...topicsByTab.values()]) : []);
    }, updateDelayMs);
  };
  const want = (tabId: string, tabTopics: readonly string[]): void => {
    if (tabTopics.length === 0) topicsByTab.delete(tabId);
    else topicsByTab.set(tabId, tabTopics);
    scheduleUpdate();
  };
  effect(() => want(ownTabId, isLoggedIn.value ? topics.value : []));
  send({ kind: 'who' });
  return want;
}

let isRemoteLogout = false;

/** Another tab has logged out, or logged in as another user. */
function reloadSession(): void {
  if (!me.peek()) return;
  isRemoteLogout = true;
  clearSession();
  isRemoteLogout = false;
  void loadSession();
}

/**
 * Starts to receive events. Browsers open six connections to a server, so a stream for each tab would block the
 * seventh. A lock selects one tab, and the next when that is closed. Without locks, for a page without TLS from
 * another host, each tab has its own stream.
 */
export function startLiveUpdates(): void {
  if (!('locks' in navigator)) {
    runStream(null);
    return;
  }
  const channel = new BroadcastChannel(channelName);
  let want: ((tabId: string, tabTopics: readonly string[]) => void) | null = null;
  const sendTopics = (tabTopics: readonly string[]): void => {
    const message: Message = { kind: 'wants', tab: ownTabId, wants: tabTopics };
    channel.postMessage(message);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'wants') want?.(data.tab, data.wants);
    else if (data.kind === 'who') sendTopics(topics.peek());
    else if (data.kind === 'told') {
      updateConsistencyToken(data.at);
      notify(data.want, data.version);
    } else if (data.kind === 'heard') recordResponse(data.answered);
    else reloadSession();
  });
  effect(() => sendTopics(isLoggedIn.value ? topics.value : []));
  const logoutMessage: Message = { kind: 'left' };
  sessionGeneration.subscribe((generation) => generation > 0 && !isRemoteLogout && channel.postMessage(logoutMessage));
  window.addEventListener('pagehide', () => sendTopics([]));
  window.addEventListener('pageshow', () => sendTopics(topics.peek()));
  void navigator.locks.request(channelName, async () => {
    want = runStream(channel);
    // the lock is held until the tab is closed
    await new Promise<never>(() => {});
  });
}
