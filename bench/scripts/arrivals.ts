// An HTTP server of the bench that records the arrival times of the requests of each run.
import { createServer } from 'node:http';

export interface Arrivals {
  readonly origin: string;
  /** Returns the arrival times of a run's requests, in milliseconds, when `count` of them have arrived. */
  of(run: string, count: number): Promise<readonly number[]>;
  close(): Promise<void>;
}

const answer = JSON.stringify({ id: 4711, status: 'done', title: 'What a server of this size answers', links: [] });

/** Listens on a free port. Requests have the path `/<run>/<any>`. */
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
