import { Client } from 'undici';

/** What the server has answered. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** One client of the REST API, on one connection that is kept. */
export interface Http {
  send(method: 'GET' | 'POST' | 'PUT', path: string, body?: string): Promise<Answer>;
  /** The answer's JSON; throws where the status is not 200. */
  request<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<T>;
  close(): Promise<void>;
}

/** Of a user whose password is their name. */
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

/** Without streams and promises of undici's own: the clients share the cores with what they measure. */
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

/** Connects to the product as its admin, or a user whose password is their name. */
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

/** A client without a login, or with its own, on one keep-alive connection. */
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
