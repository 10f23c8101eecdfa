import { createServer, type RequestListener, request } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';

/** One request, with a body where it has one. */
interface Asked {
  readonly method: 'GET' | 'POST';
  /** with the query */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

interface Answered {
  readonly status: number;
  readonly body: string;
}

/** Sends a request and waits for the whole response. Throws without one. */
export type Ask = (asked: Asked) => Promise<Answered>;

/** The end of a connection at which it is answered, as if this machine had connected. */
const fromHere = (end: Duplex): Duplex => Object.assign(end, { remoteAddress: '127.0.0.1' });

/** Sends requests to a listener over connections in memory: it listens on no port. */
export function inMemory(answer: RequestListener): Ask {
  const server = createServer(answer);
  return ({ method, path, headers, body }) =>
    new Promise((answered, failed) => {
      const [ours, theirs] = duplexPair();
      server.emit('connection', fromHere(theirs));
      const options = { method, path, headers: { ...headers, host: 'localhost' }, createConnection: () => ours };
      const sent = request(options, (response) => {
        const { statusCode: status = 0 } = response;
        text(response).then((read) => answered({ status, body: read }), failed);
      });
      sent.on('error', failed).end(body);
    });
}
