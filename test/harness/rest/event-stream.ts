import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { reportIfHanging } from '../report-if-hanging.ts';

/** An event of a stream, or its metadata. */
export interface StreamEvent {
  /** the subject of the event, such as `release Applications/Release1`, `list releases` or `inbox` */
  readonly about: string;
  /** null if the subject does not exist */
  readonly version: number | null;
  readonly at: string;
}

/** A client of an event stream. */
export interface EventStream {
  readonly head: IncomingMessage;
  /** Reads the next event; null if the stream has ended. */
  next(): Promise<StreamEvent | null>;
  /** Waits for a matching event and returns it; skips other events. Throws Error if the stream ends before. */
  waitFor(matches: (streamEvent: StreamEvent) => boolean): Promise<StreamEvent>;
  /** Returns the unread events. */
  unread(): readonly StreamEvent[];
  /** Returns all received text. */
  text(): string;
  /** Returns the id of the last event. */
  lastId(): string | null;
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>;
  close(): void;
}

const streamEvent = (data: string): StreamEvent => {
  const { version = null, at, ...about } = JSON.parse(data);
  const [[kind, target] = []] = Object.entries<unknown>(about);
  return { about: target === true ? String(kind) : `${kind} ${target}`, version, at };
};

/** Opens a stream like a browser. Throws Error if the server refuses it. */
export async function openEventStream(
  url: string,
  query: string,
  headers: Readonly<Record<string, string>>,
): Promise<EventStream> {
  const clientRequest: ClientRequest = request(`${url}/api/v1/live?${query}`, {
    headers: { accept: 'text/event-stream', ...headers },
    agent: false,
  });
  clientRequest.end();
  const [head] = (await once(clientRequest, 'response')) as [IncomingMessage];
  let text = '';
  let parsedLength = 0;
  let hasEnded = false;
  const queue: StreamEvent[] = [];
  let lastId: string | null = null;
  head.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    for (let end = text.indexOf('\n\n', parsedLength); end >= 0; end = text.indexOf('\n\n', parsedLength)) {
      const lines = text.slice(parsedLength, end).split('\n');
      parsedLength = end + 2;
      for (const line of lines) if (line.startsWith('id: ')) lastId = line.slice(4);
      for (const line of lines) if (line.startsWith('data: ')) queue.push(streamEvent(line.slice(6)));
    }
    head.emit('received');
  });
  const ended = new Promise<void>((done) => {
    head.once('close', () => {
      hasEnded = true;
      head.emit('received');
      done();
    });
  });
  // closing the stream also causes errors here
  head.on('error', () => {});
  clientRequest.on('error', () => {});
  if (head.statusCode !== 200) {
    await ended;
    throw new Error(`${head.statusCode} ${text.trimEnd()}`);
  }
  const next = async (): Promise<StreamEvent | null> => {
    while (queue.length === 0 && !hasEnded)
      await reportIfHanging(() => `the next event of ${query}`, once(head, 'received'));
    return queue.shift() ?? null;
  };
  return {
    head,
    next,
    waitFor: async (matches) => {
      for (;;) {
        const event = await next();
        if (event === null) throw new Error(`the stream has ended: ${text}`);
        if (matches(event)) return event;
      }
    },
    unread: () => queue,
    text: () => text,
    lastId: () => lastId,
    ended,
    close: () => clientRequest.destroy(),
  };
}
