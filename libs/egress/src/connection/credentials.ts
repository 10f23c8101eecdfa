import type { HttpOrder } from '@slipway/scripts';
import { refused } from '../policy/refusal.ts';
import { type Connection, textIn, urlOf } from './connection.ts';
import { basic } from './proxy.ts';

const mask = '********';

/** Whether a request goes to the host and port of the configuration's url, and no less protected. */
function isAtHome(connection: Connection, { protocol, host }: URL): boolean {
  const home = urlOf(connection);
  return home !== null && home.host === host && (home.protocol !== 'https:' || protocol === 'https:');
}

/** The authentication method of a configuration; `custom`: its plugin authenticates. */
type Method = 'none' | 'basic' | 'bearer' | 'oauth2' | 'custom';

function methodOf(connection: Connection): Method {
  const named =
    textIn(connection, 'authenticationMethod')
      ?.toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '') ?? 'basic';
  if (named === 'ntlm')
    throw refused('authentication by NTLM is not supported; let the server take Basic, a token or OAuth2');
  if (named === 'bearer' || named === 'pat') return 'bearer';
  if (named.startsWith('oauth2')) return 'oauth2';
  return named === 'none' || named === 'basic' ? named : 'custom';
}

/** A part of a URL as it was meant. Throws a `Refusal`. */
function fromUrl(text: string): string | null {
  try {
    return text === '' ? null : decodeURIComponent(text);
  } catch {
    throw refused('the user name in the URL is not written as URLs write it');
  }
}

/** The credentials of a script, and otherwise those of its configuration for requests to its server. */
function given(order: HttpOrder, connection: Connection | null, url: URL) {
  const home = connection !== null && isAtHome(connection, url) ? connection : null;
  const username = order.credentials?.username ?? fromUrl(url.username) ?? (home && textIn(home, 'username'));
  const written = order.credentials?.password ?? fromUrl(url.password);
  const own = home && textIn(home, 'password');
  if (written === mask && own === null)
    throw refused('the password is a mask, and no configuration for this host has the password');
  return { home, username, password: written === null || written === mask ? own : written, said: written !== null };
}

/** Whether a script requests without credentials, independent of its configuration. */
const asNobody = ({ credentials }: HttpOrder, { username, password }: URL): boolean =>
  credentials !== null && credentials.username === null && credentials.password === null && username + password === '';

/** The value of the header `Authorization`, if any; `tokenFor` fetches what OAuth2 wants. Throws a `Refusal`. */
export async function authorizationOf(
  order: HttpOrder,
  connection: Connection | null,
  url: URL,
  tokenFor: (connection: Connection) => Promise<string>,
): Promise<string | null> {
  if (asNobody(order, url)) return null;
  const { home, username, password, said } = given(order, connection, url);
  const method = home === null ? 'basic' : methodOf(home);
  switch (method) {
    case 'bearer':
      return password === null ? null : `Bearer ${password}`;
    case 'oauth2':
      return home === null ? null : `Bearer ${await tokenFor(home)}`;
    case 'none':
    case 'custom':
      return said ? basic(username ?? '', password ?? '') : null;
    case 'basic':
      return username === null && password === null ? null : basic(username ?? '', password ?? '');
  }
}
