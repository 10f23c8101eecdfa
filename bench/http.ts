import { Client } from 'undici';

/** What the server has answered. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** One client of the REST API, on one connection that is kept. */
export interface Http {
  send(method: 'GET' | 'POST', path: string, body?: string): Promise<Answer>;
  /** The answer's JSON; throws where the status is not 200. */
  ask<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T>;
  close(): Promise<void>;
}

const headers = {
  authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}`,
  'content-type': 'application/json',
};

/** Without streams and promises of undici's own: the clients share the cores with what they measure. */
function answerOf(client: Client, request: { method: 'GET' | 'POST'; path: string; body?: string }): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let status = 0;
    client.dispatch(
      { ...request, headers },
      {
        onRequestStart: () => {},
        onResponseStart: (_, statusCode) => {
          status = statusCode;
        },
        onResponseData: (_, chunk) => {
          chunks.push(chunk);
        },
        onResponseEnd: () => resolve({ status, text: Buffer.concat(chunks).toString('utf8') }),
        onResponseError: (_, error) => reject(error),
      },
    );
  });
}

/** Connects to the product as its admin. */
export function connect(origin: string): Http {
  const client = new Client(origin);
  const send: Http['send'] = (method, path, body) => answerOf(client, { method, path: `/api/v1${path}`, body });
  return {
    send,
    ask: async (method, path, body) => {
      const { status, text } = await send(method, path, body === undefined ? undefined : JSON.stringify(body));
      if (status !== 200) throw new Error(`${method} ${path} was answered ${status}: ${text}`);
      return JSON.parse(text);
    },
    close: () => client.close(),
  };
}
