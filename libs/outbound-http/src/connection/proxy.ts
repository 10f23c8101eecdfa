import { refused } from '../policy/refusal.ts';
import { type Connection, textProperty } from './connection.ts';

/** The proxy that makes the connection. */
export interface HttpProxy {
  /** `http://host:port` */
  readonly url: string;
  /** The credentials for the proxy; null without any. */
  readonly authorization: string | null;
}

export const basicAuthorization = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** The proxy that a configuration names; null: none. Throws a `Refusal` where it is not one that we can speak to. */
export function proxyOf(connection: Connection): HttpProxy | null {
  const host = textProperty(connection, 'proxyHost');
  if (host === null) return null;
  if (textProperty(connection, 'proxyDomain') !== null)
    throw refused('proxies that want NTLM (proxyDomain) are not supported');
  const url = `http://${host}:${textProperty(connection, 'proxyPort') ?? '80'}`;
  if (!URL.canParse(url) || new URL(url).pathname !== '/')
    throw refused('proxyHost and proxyPort name no host and port');
  const username = textProperty(connection, 'proxyUsername');
  const password = textProperty(connection, 'proxyPassword') ?? '';
  return { url: new URL(url).origin, authorization: username === null ? null : basicAuthorization(username, password) };
}
