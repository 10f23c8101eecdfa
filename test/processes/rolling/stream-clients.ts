import { type EventStream, openEventStream } from '../../harness/rest/event-stream.ts';
import { basicAuth } from '../../harness/rest/rest-client.ts';

interface Streams {
  /** Waits until every stream has received these versions of the tasks that it watches, or newer ones. */
  caughtUp(versions: ReadonlyMap<string, number>): Promise<void>;
  /** Waits until each client's stream has been open so often. */
  opened(times: number): Promise<void>;
  /** Answers a line for each time that a stream was refused, or cut off without a word. */
  stop(): Promise<readonly string[]>;
}

interface StreamTargets {
  readonly url: string;
  readonly taskIds: readonly string[];
  readonly count: number;
}

/** The reconnection time in the last message of a stream. */
const retryIn = (text: string): number => Number([...text.matchAll(/^retry: (\d+)$/gm)].at(-1)?.[1] ?? 0);

/** One client: it watches one task, and comes back to where it was whenever its stream has ended. */
function startStreamClient({ url, taskId }: { readonly url: string; readonly taskId: string }) {
  const failures: string[] = [];
  const stopping = new AbortController();
  let events: EventStream | undefined;
  let version = 0;
  let openCount = 0;
  let changed = Promise.withResolvers<void>();
  const notifyChange = (): void => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  async function readStream(lastId: string | null): Promise<string | null> {
    const headers = { ...basicAuth('admin', 'admin'), ...(lastId !== null && { 'last-event-id': lastId }) };
    events = await openEventStream(url, `task=${taskId}`, headers);
    openCount += 1;
    notifyChange();
    if (stopping.signal.aborted) events.close();
    for (let event = await events.next(); event !== null; event = await events.next()) {
      version = event.version ?? -1;
      notifyChange();
    }
    return events.lastId() ?? lastId;
  }
  const loopDone = (async () => {
    for (let lastId: string | null = null; !stopping.signal.aborted; ) {
      lastId = await readStream(lastId).catch((error: unknown) => {
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
  const waitUntil = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await changed.promise;
  };
  return {
    reached: (targetVersion: number) => waitUntil(() => version >= targetVersion),
    opened: (times: number) => waitUntil(() => openCount >= times),
    stop: async () => {
      stopping.abort();
      events?.close();
      await loopDone;
      return failures;
    },
  };
}

/** Opens streams that watch the tasks by turns, and keeps them open until they are stopped. */
export function startStreams({ url, taskIds, count }: StreamTargets): Streams {
  const clients = Array.from({ length: count }, (_, nth) => {
    const taskId = taskIds[nth % taskIds.length] ?? '';
    return { taskId, ...startStreamClient({ url, taskId }) };
  });
  return {
    caughtUp: async (versions) => {
      await Promise.all(clients.map(({ taskId, reached }) => reached(versions.get(taskId) ?? 0)));
    },
    opened: async (times) => void (await Promise.all(clients.map(({ opened }) => opened(times)))),
    stop: async () => (await Promise.all(clients.map(({ stop }) => stop()))).flat(),
  };
}
