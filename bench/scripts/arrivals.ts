// A server of the bench's own, which writes down when each request of each run has arrived.
import { createServer } from 'node:http';

export interface Arrivals {
  readonly origin: string;
  /** The arrival times of a run's requests, in milliseconds, once `count` of them have arrived. */
  of(run: string, count: number): Promise<readonly number[]>;
  close(): Promise<void>;
}

const answer = JSON.stringify({ id: 4711, status: 'done', title: 'What a server of this size answers', links: [] });

/** Begins to listen on a free port. Requests are `/<run>/<anything>`. */
export async function startArrivals(): Promise<Arrivals> {
  const countOf = new Map<string, number[]>();
  const waiting = new Map<string, { readonly count: number; readonly tell: () => void }>();
  const server = createServer((request, response) => {
    const run = request.url?.split('/')[1] ?? '';
    const times = countOf.get(run) ?? [];
    countOf.set(run, times);
    times.push(performance.now());
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
    const arrival = waiting.get(run);
    if (arrival !== undefined && times.length >= arrival.count) arrival.tell();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    of: (run, count) =>
      new Promise((resolve) => {
        const record = () => {
          waiting.delete(run);
          resolve(countOf.get(run) ?? []);
          countOf.delete(run);
        };
        if ((countOf.get(run)?.length ?? 0) >= count) record();
        else waiting.set(run, { count, tell: record });
      }),
    close: () => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()),
  };
}
