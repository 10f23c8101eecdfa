import { pending } from '../pending.ts';

/** A response. `body` is the parsed JSON, or the text. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS';

/** A client as careful people write one: only 200 with a body, or 204 where nothing is answered, is a success. */
export interface Rest {
  /** Whatever comes back. A text or a form is sent as it is, everything else as JSON; paths that begin with `http` are left alone. */
  send(method: Method, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T>;
  put<T>(path: string, body: unknown): Promise<T>;
  /** PUT, POST or DELETE of what answers nothing. */
  done(method: Method, path: string, body?: unknown): Promise<void>;
  /** The refusal of a call: `409 cannot complete …`. */
  refused(method: Method, path: string, body?: unknown): Promise<string>;
}

/** Basic credentials as a header. */
export const basic = (username: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
});

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** A client of the REST API of the server that is at `url()` by the time of the call. */
export function restAt(url: () => string, login: Readonly<Record<string, string>> = basic('admin', 'admin')): Rest {
  const send: Rest['send'] = async (method, path, body, headers = {}) => {
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
    const response = await pending(() => `${method} ${path}`, request);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  };
  const expecting = async (status: number, call: Parameters<Rest['send']>): Promise<unknown> => {
    const reply = await send(...call);
    if (reply.status !== status) throw new Error(`${call[0]} ${call[1]} was answered ${reply.status}: ${reply.text}`);
    return reply.body;
  };
  return {
    send,
    get: <T>(path: string) => expecting(200, ['GET', path]) as Promise<T>,
    post: <T>(path: string, body?: unknown) => expecting(200, ['POST', path, body]) as Promise<T>,
    put: <T>(path: string, body: unknown) => expecting(200, ['PUT', path, body]) as Promise<T>,
    done: async (...call) => void (await expecting(204, call)),
    refused: async (...call) => {
      const { status, text } = await send(...call);
      return `${status} ${text.trimEnd()}`;
    },
  };
}

/** The version by which an answer is tagged. */
export async function versionOf(rest: Rest, path: string): Promise<number> {
  const { headers } = await rest.send('GET', path);
  return Number.parseInt(headers.get('etag')?.slice(1) ?? '', 36);
}
