import { effect } from '@preact/signals';
import { heard } from '../data/connection.ts';
import { noteSeen } from '../data/read-after.ts';
import { isIn, leave, me, meet, turns } from '../data/session.ts';
import { base } from '../place/base.ts';
import { sharedAmong } from './shared-among.ts';
import { createStream } from './stream.ts';
import { tell, wants } from './wants.ts';

/** What the tabs of a browser tell each other: one of them has the stream for all. */
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

/** Has the stream: what all tabs want is asked for once, and what is heard goes to all of them. */
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
    // whether nobody is logged in any more, or the server is away
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

/** Somebody has logged out in another tab, or somebody else has logged in there. */
function follow(): void {
  if (!me.peek()) return;
  isFollowing = true;
  leave();
  isFollowing = false;
  void meet();
}

/**
 * Begins to hear what happens. Browsers open six connections to a server, so that one stream for each tab would leave the
 * seventh tab without any: a lock makes one of them the one that has it, and the next when that is closed. Where there are
 * no locks, since the page came without TLS from elsewhere, each tab has its own.
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
