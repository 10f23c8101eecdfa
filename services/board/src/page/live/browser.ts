import { effect } from '@preact/signals';
import { heard } from '../data/connection.ts';
import { noteSeen } from '../data/read-after.ts';
import { isIn, leave, me, meet, turns } from '../data/session.ts';
import { base } from '../place/base.ts';
import { sharedAmong } from './shared-among.ts';
import { createStream } from './stream.ts';
import { tell, wants } from './wants.ts';

/** The messages between the tabs of a browser, of which one has the stream for all. */
type Message =
  | { readonly kind: 'wants'; readonly tab: string; readonly wants: readonly string[] }
  | { readonly kind: 'who' }
  | { readonly kind: 'told'; readonly want: string; readonly version: number | undefined; readonly at: string }
  | { readonly kind: 'heard'; readonly answered: boolean }
  | { readonly kind: 'left' };

/** How long changes of what is watched are gathered, in milliseconds. */
const gatherMs = 30;

const name = `slipway ${base.pathname}`;
const tab = `${Date.now()} ${Math.random()}`;

/** Holds the stream: the subscriptions of all tabs are joined, and each event is sent to all of them. */
function lead(channel: BroadcastChannel | null) {
  const wantsOf = new Map<string, readonly string[]>();
  const send = (message: Message): void => channel?.postMessage(message);
  let timer: number | undefined;
  const note = (answered: boolean): void => {
    heard(answered);
    send({ kind: 'heard', answered });
  };
  const stream = createStream({
    told: (want, version, at) => {
      noteSeen(at);
      tell(want, version);
      send({ kind: 'told', want, version, at });
    },
    opened: () => note(true),
    // After a logout, or while the server is unavailable
    failed: () => void meet(),
  });
  const gather = (): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      stream.watch(isIn.value ? sharedAmong([...wantsOf.values()]) : []);
    }, gatherMs);
  };
  const want = (by: string, wanted: readonly string[]): void => {
    if (wanted.length === 0) wantsOf.delete(by);
    else wantsOf.set(by, wanted);
    gather();
  };
  effect(() => want(tab, isIn.value ? wants.value : []));
  send({ kind: 'who' });
  return want;
}

let isFollowing = false;

/** Another tab has logged out, or logged in as another user. */
function follow(): void {
  if (!me.peek()) return;
  isFollowing = true;
  leave();
  isFollowing = false;
  void meet();
}

/**
 * Starts to receive events. Browsers open six connections to a server, so a stream for each tab would block the
 * seventh. A lock selects one tab, and the next when that is closed. Without locks, for a page without TLS from
 * another host, each tab has its own stream.
 */
export function startLive(): void {
  if (!('locks' in navigator)) {
    lead(null);
    return;
  }
  const channel = new BroadcastChannel(name);
  let want: ((by: string, wanted: readonly string[]) => void) | null = null;
  const announce = (wanted: readonly string[]): void => {
    const message: Message = { kind: 'wants', tab, wants: wanted };
    channel.postMessage(message);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'wants') want?.(data.tab, data.wants);
    else if (data.kind === 'who') announce(wants.peek());
    else if (data.kind === 'told') {
      noteSeen(data.at);
      tell(data.want, data.version);
    } else if (data.kind === 'heard') heard(data.answered);
    else follow();
  });
  effect(() => announce(isIn.value ? wants.value : []));
  const left: Message = { kind: 'left' };
  turns.subscribe((turn) => turn > 0 && !isFollowing && channel.postMessage(left));
  window.addEventListener('pagehide', () => announce([]));
  window.addEventListener('pageshow', () => announce(wants.peek()));
  void navigator.locks.request(name, async () => {
    want = lead(channel);
    // it is held for as long as this tab lives
    await new Promise<never>(() => {});
  });
}
