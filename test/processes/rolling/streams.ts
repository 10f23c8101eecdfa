import { type Events, watch } from '../../harness/rest/events.ts';
import { basic } from '../../harness/rest/rest.ts';

interface Streams {
  /** Waits until every stream has received these versions of the tasks that it watches, or newer ones. */
  caughtUp(versions: ReadonlyMap<string, number>): Promise<void>;
  /** Waits until each client's stream has been open so often. */
  opened(times: number): Promise<void>;
  /** Answers a line for each time that a stream was refused, or cut off without a word. */
  stop(): Promise<readonly string[]>;
}

interface Aims {
  readonly url: string;
  readonly taskIds: readonly string[];
  readonly count: number;
}

/** The reconnection time in the last message of a stream. */
const retryIn = (text: string): number => Number([...text.matchAll(/^retry: (\d+)$/gm)].at(-1)?.[1] ?? 0);

/** One client: it watches one task, and comes back to where it was whenever its stream has ended. */
function client({ url, taskId }: { readonly url: string; readonly taskId: string }) {
  const failures: string[] = [];
  const stopping = new AbortController();
  let events: Events | undefined;
  let version = 0;
  let opens = 0;
  let changed = Promise.withResolvers<void>();
  const tell = (): void => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  async function once(lastId: string | null): Promise<string | null> {
    const headers = { ...basic('admin', 'admin'), ...(lastId !== null && { 'last-event-id': lastId }) };
    events = await watch(url, `task=${taskId}`, headers);
    opens += 1;
    tell();
    if (stopping.signal.aborted) events.leave();
    for (let told = await events.next(); told !== null; told = await events.next()) {
      version = told.version ?? -1;
      tell();
    }
    return events.lastId() ?? lastId;
  }
  const going = (async () => {
    for (let lastId: string | null = null; !stopping.signal.aborted; ) {
      lastId = await once(lastId).catch((error: unknown) => {
        // who leaves cuts the stream off
        if (!stopping.signal.aborted) failures.push(String(error));
        return lastId;
      });
      if (stopping.signal.aborted) return;
      // An orderly end has the reconnection time last.
      const text = events?.text() ?? '';
      if (!/\nretry: \d+\n\n$/.test(text)) failures.push(`a stream was cut off after ${text.slice(-200)}`);
      // no sleep that hopes for something: the server's word when to come back is what is tried here
      await new Promise((resolve) => setTimeout(resolve, Math.max(retryIn(text), 100)));
    }
  })();
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await changed.promise;
  };
  return {
    reached: (wanted: number) => until(() => version >= wanted),
    opened: (times: number) => until(() => opens >= times),
    stop: async () => {
      stopping.abort();
      events?.leave();
      await going;
      return failures;
    },
  };
}

/** Opens streams that watch the tasks by turns, and keeps them open until they are stopped. */
export function startStreams({ url, taskIds, count }: Aims): Streams {
  const clients = Array.from({ length: count }, (_, nth) => {
    const taskId = taskIds[nth % taskIds.length] ?? '';
    return { taskId, ...client({ url, taskId }) };
  });
  return {
    caughtUp: async (versions) => {
      await Promise.all(clients.map(({ taskId, reached }) => reached(versions.get(taskId) ?? 0)));
    },
    opened: async (times) => void (await Promise.all(clients.map(({ opened }) => opened(times)))),
    stop: async () => (await Promise.all(clients.map(({ stop }) => stop()))).flat(),
  };
}
