import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';

/** A client of one event stream, which discards the events. */
export interface StreamClient {
  /** Waits for the next event; returns its arrival time by `performance.now()`. */
  next(): Promise<number>;
  close(): void;
}

const authorization = `Basic ${Buffer.from('admin:admin').toString('base64')}`;

/** Opens a stream as admin, and waits for the initial events. Throws if it is refused. */
export async function openStream(origin: string, query: string): Promise<StreamClient> {
  const headers = { accept: 'text/event-stream', authorization };
  const outgoing: ClientRequest = request(`${origin}/api/v1/live?${query}`, { headers, agent: false });
  outgoing.end();
  const responded: unknown[] = await once(outgoing, 'response');
  const [head] = responded.filter((each): each is IncomingMessage => each instanceof Object && 'statusCode' in each);
  if (head?.statusCode !== 200) throw new Error(`a stream was answered ${head?.statusCode}`);
  let onEvent = Promise.withResolvers<number>();
  head.setEncoding('utf8').on('data', (text: string) => {
    if (!text.includes('data: ')) return;
    onEvent.resolve(performance.now());
    onEvent = Promise.withResolvers();
  });
  // closing the client cuts the response off, which is not an error here
  head.on('error', () => {});
  outgoing.on('error', () => {});
  await onEvent.promise;
  return { next: () => onEvent.promise, close: () => outgoing.destroy() };
}
