import type { LiveEvent } from '@slipway/api-schema/live';
import { base } from '../navigation/base.ts';

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
export function createStream({ onChange, onOpen, onError }: StreamListener) {
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
