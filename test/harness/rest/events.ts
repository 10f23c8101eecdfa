import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { pending } from '../pending.ts';

/** An event of a stream, or its metadata. */
export interface Told {
  /** what it is about and its version, such as `release Applications/Release1 17`, `list releases`, `inbox` */
  readonly about: string;
  /** null: there is none */
  readonly version: number | null;
  readonly at: string;
}

/** A client of an event stream. */
export interface Events {
  readonly head: IncomingMessage;
  /** Waits for the next event, which counts from then on as read; null: the stream has ended. */
  next(): Promise<Told | null>;
  /** Waits for this event, and returns it; others are skipped. Throws if the stream ends before. */
  until(matches: (told: Told) => boolean): Promise<Told>;
  /** The unread events. */
  unread(): readonly Told[];
  /** Everything as it came. */
  text(): string;
  /** the id of the last event */
  lastId(): string | null;
  /** Waits until the server has ended it. */
  readonly ended: Promise<void>;
  leave(): void;
}

const told = (data: string): Told => {
  const { version = null, at, ...about } = JSON.parse(data);
  const [[kind, which] = []] = Object.entries<unknown>(about);
  return { about: which === true ? String(kind) : `${kind} ${which}`, version, at };
};

/** Opens a stream as a browser would; throws where it is refused. */
export async function watch(url: string, query: string, headers: Readonly<Record<string, string>>): Promise<Events> {
  const asked: ClientRequest = request(`${url}/api/v1/live?${query}`, {
    headers: { accept: 'text/event-stream', ...headers },
    agent: false,
  });
  asked.end();
  const [head] = (await once(asked, 'response')) as [IncomingMessage];
  let text = '';
  let taken = 0;
  let isOver = false;
  const queue: Told[] = [];
  let lastId: string | null = null;
  head.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    for (let end = text.indexOf('\n\n', taken); end >= 0; end = text.indexOf('\n\n', taken)) {
      const lines = text.slice(taken, end).split('\n');
      taken = end + 2;
      for (const line of lines) if (line.startsWith('id: ')) lastId = line.slice(4);
      for (const line of lines) if (line.startsWith('data: ')) queue.push(told(line.slice(6)));
    }
    head.emit('told');
  });
  const ended = new Promise<void>((done) => {
    head.once('close', () => {
      isOver = true;
      head.emit('told');
      done();
    });
  });
  // who leaves cuts the answer off
  head.on('error', () => {});
  asked.on('error', () => {});
  if (head.statusCode !== 200) {
    await ended;
    throw new Error(`${head.statusCode} ${text.trimEnd()}`);
  }
  const next = async (): Promise<Told | null> => {
    while (queue.length === 0 && !isOver) await pending(() => `the next event of ${query}`, once(head, 'told'));
    return queue.shift() ?? null;
  };
  return {
    head,
    next,
    until: async (matches) => {
      for (;;) {
        const one = await next();
        if (one === null) throw new Error(`the stream has ended: ${text}`);
        if (matches(one)) return one;
      }
    },
    unread: () => queue,
    text: () => text,
    lastId: () => lastId,
    ended,
    leave: () => asked.destroy(),
  };
}
