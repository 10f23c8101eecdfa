import type { LiveEvent } from '@slipway/wire';
import { base } from '../place/base.ts';

interface Hears {
  /**
   * An object has changed, or is reported for the first time; `at`: the time of the read, by the clock of the database
   */
  told(want: string, version: number | undefined, at: string): void;
  opened(): void;
  /** The stream has ended, or failed to start; it restarts automatically */
  failed(): void;
}

/** The pause after a refused stream, in milliseconds. */
const retryMs = 2_000;

/** The subscription of an event. */
function wantOf({ release, task, list }: LiveEvent): string {
  if (release !== undefined) return `release=${release}`;
  if (task !== undefined) return `task=${task}`;
  return list === undefined ? 'inbox=true' : `list=${list}`;
}

/** In characters: a longer event id does not fit into the address of a stream. */
const longestId = 500;

const addressOf = (wants: readonly string[], heard: string): URL => {
  const asked = new URLSearchParams();
  if (heard !== '' && heard.length <= longestId) asked.set('after', heard);
  for (const want of wants) {
    const [name = '', ...value] = want.split('=');
    asked.append(name, value.join('='));
  }
  // At once: each added parameter rewrites the URL.
  const url = new URL('api/v1/live', base);
  url.search = asked.toString();
  return url;
};

/** The one event stream of a browser. */
export function createStream({ told, opened, failed }: Hears) {
  const versions = new Map<string, number | undefined>();
  let source: EventSource | null = null;
  let timer: number | undefined;
  let watched: readonly string[] = [];
  // The id of the latest event: a changed subscription continues from there.
  let heard = '';
  const close = (): void => {
    window.clearTimeout(timer);
    source?.close();
    source = null;
  };
  const hear = ({ data, lastEventId }: MessageEvent<string>): void => {
    const event: LiveEvent = JSON.parse(data);
    heard = lastEventId;
    const want = wantOf(event);
    const isNew = !versions.has(want) || versions.get(want) !== event.version;
    versions.set(want, event.version);
    if (isNew) told(want, event.version, event.at);
  };
  const open = (): void => {
    close();
    if (watched.length === 0) return;
    const begun = new EventSource(addressOf(watched, heard));
    source = begun;
    begun.addEventListener('open', opened);
    begun.addEventListener('message', hear);
    begun.addEventListener('error', () => {
      failed();
      if (source === begun && begun.readyState === EventSource.CLOSED) timer = window.setTimeout(open, retryMs);
    });
  };
  return {
    /** Sets the subscriptions; a stream with all of them continues. */
    watch(wants: readonly string[]): void {
      const isKnown = wants.every((want) => watched.includes(want));
      if (isKnown && source !== null && wants.length > 0 && watched.length < wants.length + 50) return;
      watched = wants;
      for (const want of versions.keys()) if (!wants.includes(want)) versions.delete(want);
      open();
    },
    close,
  };
}
