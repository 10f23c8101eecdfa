import type { HttpRequest } from '@slipway/script-protocol';
import { refused } from '../policy/refusal.ts';
import { basicAuthorization, type Connection, textProperty, urlOf } from './connection.ts';

const mask = '********';

/** Whether a request goes to the host and port of the configuration's url, and with HTTPS if the url has it. */
function isOwnServer(connection: Connection, { protocol, host }: URL): boolean {
  const server = urlOf(connection);
  return server !== null && server.host === host && (server.protocol !== 'https:' || protocol === 'https:');
}

/** Returns the authentication method of a configuration; `custom`: its plugin authenticates. */
type Method = 'none' | 'basic' | 'bearer' | 'oauth2' | 'custom';

function methodOf(connection: Connection): Method {
  const methodName =
    textProperty(connection, 'authenticationMethod')
      ?.toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '') ?? 'basic';
  if (methodName === 'ntlm')
    throw refused('NTLM authentication is not supported: configure the server for Basic, a token or OAuth2');
  if (methodName === 'bearer' || methodName === 'pat') return 'bearer';
  if (methodName.startsWith('oauth2')) return 'oauth2';
  return methodName === 'none' || methodName === 'basic' ? methodName : 'custom';
}

/** Decodes a part of a URL; null for an empty one. Throws a `Refusal` for an invalid encoding. */
function decodeUrlPart(text: string): string | null {
  try {
    return text === '' ? null : decodeURIComponent(text);
  } catch {
    throw refused('the user name in the URL is not correctly encoded');
  }
}

/** Returns the credentials of a script, if set, and otherwise those of its configuration for requests to its server. */
function resolveCredentials(request: HttpRequest, connection: Connection | null, url: URL) {
  const server = connection !== null && isOwnServer(connection, url) ? connection : null;
  const username =
    request.credentials?.username ?? decodeUrlPart(url.username) ?? (server && textProperty(server, 'username'));
  const rawPassword = request.credentials?.password ?? decodeUrlPart(url.password);
  const storedPassword = server && textProperty(server, 'password');
  if (rawPassword === mask && storedPassword === null)
    throw refused('the password is a mask, and no configuration for this host has the password');
  return {
    home: server,
    username,
    password: rawPassword === null || rawPassword === mask ? storedPassword : rawPassword,
    isExplicit: rawPassword !== null,
  };
}

/** Whether a script requests without credentials, independent of its configuration. */
const isAnonymous = ({ credentials }: HttpRequest, { username, password }: URL): boolean =>
  credentials !== null && credentials.username === null && credentials.password === null && username + password === '';

/**
 * Returns the value of the header `Authorization`, or null. `tokenFor` returns the token for OAuth2. Throws a
 * `Refusal`.
 */
export async function authorizationOf(
  request: HttpRequest,
  connection: Connection | null,
  url: URL,
  tokenFor: (connection: Connection) => Promise<string>,
): Promise<string | null> {
  if (isAnonymous(request, url)) return null;
  const { home: server, username, password, isExplicit } = resolveCredentials(request, connection, url);
  const method = server === null ? 'basic' : methodOf(server);
  switch (method) {
    case 'bearer':
      return password === null ? null : `Bearer ${password}`;
    case 'oauth2':
      return server === null ? null : `Bearer ${await tokenFor(server)}`;
    case 'none':
    case 'custom':
      return isExplicit ? basicAuthorization(username ?? '', password ?? '') : null;
    case 'basic':
      return username === null && password === null ? null : basicAuthorization(username ?? '', password ?? '');
  }
}
