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

/** Connects to the product as its admin. */
export function connect(origin: string): Http {
  const client = new Client(origin);
  const send: Http['send'] = async (method, path, body) => {
    const { statusCode, body: answered } = await client.request({ method, path: `/api/v1${path}`, headers, body });
    return { status: statusCode, text: await answered.text() };
  };
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
