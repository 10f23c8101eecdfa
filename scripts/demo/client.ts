/** The address of a server and the credentials. */
export interface Target {
  readonly address: string;
  readonly username: string;
  readonly password: string;
}

/** The REST calls of the demo. An error response is thrown with the message of the server. */
export interface Api {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T>;
}

/** Creates a client of the server's REST API. */
export function connect({ address, username, password }: Target): Api {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${address}/api/v1${path}`, {
      method,
      headers: {
        authorization,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (response.ok) return JSON.parse(text);
    throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
  };
  return { get: (path) => call('GET', path), post: (path, body) => call('POST', path, body) };
}
