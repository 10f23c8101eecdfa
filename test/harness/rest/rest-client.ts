import { reportIfHanging } from '../report-if-hanging.ts';

/** A response. `body` is the parsed JSON, or the text. */
export interface RestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS';

/** A strict REST client: only 200 with a body, or 204 without content, is a success. */
export interface RestClient {
  /**
   * Returns any response. Sends a string or a form unchanged and other bodies as JSON. A path with `http` at its start
   * is a full URL.
   */
  send(method: Method, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<RestResponse>;
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T>;
  put<T>(path: string, body: unknown): Promise<T>;
  /** Sends a request and expects 204. */
  sendForNoContent(method: Method, path: string, body?: unknown): Promise<void>;
  /** Returns the status and text of a response, such as `409 cannot complete …`. */
  sendForError(method: Method, path: string, body?: unknown): Promise<string>;
}

/** Returns the header for HTTP Basic authentication. */
export const basicAuth = (username: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
});

const parseBody = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Creates a client of the REST API; `url()` is called for each request. */
export function createRestClient(
  url: () => string,
  login: Readonly<Record<string, string>> = basicAuth('admin', 'admin'),
): RestClient {
  const send: RestClient['send'] = async (method, path, body, headers = {}) => {
    const request = fetch(path.startsWith('http') ? path : `${url()}/api/v1${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...login,
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body),
      }),
    });
    const response = await reportIfHanging(() => `${method} ${path}`, request);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parseBody(text) };
  };
  const sendExpecting = async (status: number, call: Parameters<RestClient['send']>): Promise<unknown> => {
    const reply = await send(...call);
    if (reply.status !== status) throw new Error(`${call[0]} ${call[1]} was answered ${reply.status}: ${reply.text}`);
    return reply.body;
  };
  return {
    send,
    get: <T>(path: string) => sendExpecting(200, ['GET', path]) as Promise<T>,
    post: <T>(path: string, body?: unknown) => sendExpecting(200, ['POST', path, body]) as Promise<T>,
    put: <T>(path: string, body: unknown) => sendExpecting(200, ['PUT', path, body]) as Promise<T>,
    sendForNoContent: async (...call) => void (await sendExpecting(204, call)),
    sendForError: async (...call) => {
      const { status, text } = await send(...call);
      return `${status} ${text.trimEnd()}`;
    },
  };
}

/** Returns the version number in the ETag of a response. */
export async function fetchVersion(rest: RestClient, path: string): Promise<number> {
  const { headers } = await rest.send('GET', path);
  return Number.parseInt(headers.get('etag')?.slice(1) ?? '', 36);
}
