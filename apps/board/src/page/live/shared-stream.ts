import { effect } from '@preact/signals';
import { recordResponse } from '../api/connection.ts';
import { updateConsistencyToken } from '../api/consistency-token.ts';
import { clearSession, isLoggedIn, loadSession, me, sessionGeneration } from '../api/session.ts';
import { base } from '../navigation/base.ts';
import { selectTopics } from './select-topics.ts';
import { createStream } from './stream.ts';
import { notify, topics } from './subscriptions.ts';

/** The messages between the tabs of a browser, of which one has the stream for all. */
type Message =
  | { readonly kind: 'wants'; readonly tab: string; readonly wants: readonly string[] }
  | { readonly kind: 'who' }
  | { readonly kind: 'told'; readonly want: string; readonly version: number | undefined; readonly at: string }
  | { readonly kind: 'heard'; readonly answered: boolean }
  | { readonly kind: 'left' };

/** How long changes of what is watched are gathered, in milliseconds. */
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
    // it is held for as long as this tab lives
    await new Promise<never>(() => {});
  });
}
