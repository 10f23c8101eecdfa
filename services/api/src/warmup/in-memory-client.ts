import { createServer, type RequestListener, request } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';

/** One request, with a body where it has one. */
interface InMemoryRequest {
  readonly method: 'GET' | 'POST';
  /** with the query */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

interface InMemoryResponse {
  readonly status: number;
  readonly body: string;
}

/** Sends a request and waits for the whole response. Throws without one. */
export type SendRequest = (inMemoryRequest: InMemoryRequest) => Promise<InMemoryResponse>;

/** The end of a connection at which it is answered, as if this machine had connected. */
const asLocalConnection = (end: Duplex): Duplex => Object.assign(end, { remoteAddress: '127.0.0.1' });

/** Sends requests to a listener over connections in memory: it listens on no port. */
export function createInMemoryClient(listener: RequestListener): SendRequest {
  const server = createServer(listener);
  return ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const [clientEnd, serverEnd] = duplexPair();
      server.emit('connection', asLocalConnection(serverEnd));
      const options = { method, path, headers: { ...headers, host: 'localhost' }, createConnection: () => clientEnd };
      const clientRequest = request(options, (response) => {
        const { statusCode: status = 0 } = response;
        text(response).then((responseBody) => resolve({ status, body: responseBody }), reject);
      });
      clientRequest.on('error', reject).end(body);
    });
}
