import type { IncomingHttpHeaders } from 'node:http';

/** A received request. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** the values of the route's `:names` */
  readonly params: Readonly<Record<string, string>>;
  /** the matched route, `POST /issues/:key`; null if none matches */
  readonly route: string | null;
}

/** A response. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

/** The routes of a server, such as `POST /issues/:key`, with the functions that return their responses. */
export type Routes = Readonly<Record<string, (received: ReceivedRequest) => Reply>>;

export const json = (value: unknown, status = 200, headers = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});
export const xml = (body: string, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
});
export const empty = (status = 204, headers = {}): Reply => ({ status, headers, body: '' });

/** Parses the JSON body of a request. */
export const parseJson = <T>({ body }: ReceivedRequest): T => JSON.parse(body.toString());
/** Parses the form in the body of a request. */
export const parseForm = ({ body }: ReceivedRequest): URLSearchParams => new URLSearchParams(body.toString());

/** Returns the values of the names in a route, or null if the route does not match. */
function paramsOf(route: string, method: string, path: string): Record<string, string> | null {
  const [routeMethod, pattern = ''] = route.split(' ');
  const [names, parts] = [pattern.split('/'), path.split('/')];
  if (routeMethod !== method || names.length !== parts.length) return null;
  if (!names.every((name, index) => name.startsWith(':') || name === parts[index])) return null;
  const namedParts = names.flatMap((name, index) =>
    name.startsWith(':') ? [[name.slice(1), parts[index] ?? '']] : [],
  );
  return Object.fromEntries(namedParts.map(([name = '', part = '']) => [name, decodeURIComponent(part)]));
}

/** Returns the first route that matches a request, with the values of its names. */
export function routeFor(
  routes: Routes,
  method: string,
  path: string,
): { readonly route: string; readonly params: Readonly<Record<string, string>> } | null {
  for (const route of Object.keys(routes)) {
    const params = paramsOf(route, method, path);
    if (params !== null) return { route, params };
  }
  return null;
}
