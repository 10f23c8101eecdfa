import { type EventStream, openEventStream } from '../../harness/rest/event-stream.ts';
import { basicAuth } from '../../harness/rest/rest-client.ts';

interface Streams {
  /** Waits until every stream has received these versions of its task, or newer ones. */
  caughtUp(versions: ReadonlyMap<string, number>): Promise<void>;
  /** Waits until each client has opened its stream this number of times. */
  opened(times: number): Promise<void>;
  /** Closes all streams; returns a message for each stream that was refused or cut off. */
  stop(): Promise<readonly string[]>;
}

interface StreamTargets {
  readonly url: string;
  readonly taskIds: readonly string[];
  readonly count: number;
}

/** Returns the last reconnection time in a stream in milliseconds, or 0. */
const retryIn = (text: string): number => Number([...text.matchAll(/^retry: (\d+)$/gm)].at(-1)?.[1] ?? 0);

/** Starts a client that watches one task, and reconnects after the last event whenever its stream has ended. */
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
        // closing the stream in `stop` also causes an error
        if (!stopping.signal.aborted) failures.push(String(error));
        return lastId;
      });
      if (stopping.signal.aborted) return;
      // An orderly end has the reconnection time as its last message.
      const text = events?.text() ?? '';
      if (!/\nretry: \d+\n\n$/.test(text)) failures.push(`a stream was cut off after ${text.slice(-200)}`);
      // This wait is part of the test: the server determines the reconnection time.
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

/** Opens streams that watch the tasks in turn, and keeps them open until `stop`. */
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
