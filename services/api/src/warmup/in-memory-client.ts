import { createServer, type RequestListener, request } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';

/** A request with an optional body. */
interface InMemoryRequest {
  readonly method: 'GET' | 'POST';
  /** The path, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

interface InMemoryResponse {
  readonly status: number;
  readonly body: string;
}

/** Sends a request, and returns the whole response. Throws if there is no response. */
export type SendRequest = (inMemoryRequest: InMemoryRequest) => Promise<InMemoryResponse>;

/** Returns the server end of a connection, with the address of this machine as the client. */
const asLocalConnection = (end: Duplex): Duplex => Object.assign(end, { remoteAddress: '127.0.0.1' });

/** Creates a client that sends requests to a listener over connections in memory, without a port. */
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
