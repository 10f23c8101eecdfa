import { Client } from 'undici';

/** The response of a server. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** A client of the REST API with one keep-alive connection. */
export interface Http {
  send(method: 'GET' | 'POST' | 'PUT', path: string, body?: string): Promise<Answer>;
  /** Returns the JSON of the response. Throws if the status is not 200. */
  request<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<T>;
  close(): Promise<void>;
}

/** The headers of a user whose password equals the name. */
const loginOf = (username: string) => ({
  authorization: `Basic ${Buffer.from(`${username}:${username}`).toString('base64')}`,
  'content-type': 'application/json',
});

interface Request {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/**
 * Sends a request with undici's low-level API, without streams and promises: the clients share the cores with the
 * measured processes.
 */
function answerOf(client: Client, request: Request): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let status = 0;
    client.dispatch(request, {
      onRequestStart: () => {},
      onResponseStart: (_, statusCode) => {
        status = statusCode;
      },
      onResponseData: (_, chunk) => {
        chunks.push(chunk);
      },
      onResponseEnd: () => resolve({ status, text: Buffer.concat(chunks).toString('utf8') }),
      onResponseError: (_, error) => reject(error),
    });
  });
}

/** Connects to the product as admin, or as a user whose password equals the name. */
export function connect(origin: string, username = 'admin'): Http {
  const client = new Client(origin);
  const login = loginOf(username);
  const send: Http['send'] = (method, path, body) =>
    answerOf(client, { method, path: `/api/v1${path}`, headers: login, body });
  return {
    send,
    request: async (method, path, body) => {
      const { status, text } = await send(method, path, body === undefined ? undefined : JSON.stringify(body));
      if (status !== 200) throw new Error(`${method} ${path} was answered ${status}: ${text}`);
      return JSON.parse(text);
    },
    close: () => client.close(),
  };
}

/** A client without login or with its own credentials, on one keep-alive connection. */
export interface AnonymousClient {
  get(path: string, headers: Readonly<Record<string, string>>): Promise<Answer>;
  post(path: string, headers: Readonly<Record<string, string>>, body: string): Promise<Answer>;
  close(): Promise<void>;
}

/** Connects to a server without a login. */
export function connectAnonymously(origin: string): AnonymousClient {
  const client = new Client(origin);
  return {
    get: (path, headers) => answerOf(client, { method: 'GET', path, headers }),
    post: (path, headers, body) => answerOf(client, { method: 'POST', path, headers, body }),
    close: () => client.close(),
  };
}
