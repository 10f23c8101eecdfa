import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { failed, refused } from '../policy/refusal.ts';
import { basicAuthorization, type Connection, textProperty } from './connection.ts';

/** A POST whose whole response is read; its errors are thrown. */
type Post = (
  url: URL,
  headers: readonly (readonly [string, string])[],
  body: string,
) => Promise<{ readonly status: number; readonly bytes: Buffer }>;

/** Tokens by configuration, in the memory of this process alone. */
export interface AccessTokens {
  /** The token of a configuration, fetched where none is kept (RFC 6749, 4.4). Throws a `Refusal`. */
  get(connection: Connection, post: Post): Promise<string>;
  /** The server did not take it: the next request fetches another. */
  evict(connection: Connection): void;
}

/** A token that ends while its request is under way is of no use. */
const marginMs = 30_000;
/** For servers that do not return the lifetime of a token. */
const defaultSeconds = 300;

const settings = ['url', 'accessTokenUrl', 'clientId', 'clientSecret', 'scope'] as const;

/** All that a token depends on, so that a configuration that was changed gets another. */
const keyOf = (connection: Connection): string =>
  createHash('sha256')
    .update(JSON.stringify([connection.id, ...settings.map((name) => textProperty(connection, name))]))
    .digest('base64url');

/** RFC 6749, 2.3.1: both parts are written as forms write them. */
const formText = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);

function parseTokenResponse(bytes: Buffer): { readonly token: string; readonly seconds: number } {
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(bytes.toString());
  } catch {
    // what is no JSON holds no token
  }
  if (typeof parsed !== 'object' || parsed === null || !('access_token' in parsed))
    throw failed('the accessTokenUrl answers no access token');
  const seconds = 'expires_in' in parsed ? Number(parsed.expires_in) : defaultSeconds;
  const token = String(parsed.access_token);
  if (!/^[\x21-\x7e]{1,16384}$/.test(token))
    throw failed('the accessTokenUrl answers an access token that no header may hold');
  return { token, seconds: Number.isFinite(seconds) ? seconds : defaultSeconds };
}

async function fetchToken(connection: Connection, post: Post) {
  const url = textProperty(connection, 'accessTokenUrl');
  if (url === null || !URL.canParse(url)) throw refused('OAuth2 needs an accessTokenUrl in the configuration');
  const scope = textProperty(connection, 'scope');
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...(scope !== null && { scope }) }).toString();
  const [id, secret] = [textProperty(connection, 'clientId') ?? '', textProperty(connection, 'clientSecret') ?? ''].map(
    formText,
  );
  const headers = [
    ['authorization', basicAuthorization(id ?? '', secret ?? '')],
    ['content-type', 'application/x-www-form-urlencoded'],
    ['accept', 'application/json'],
  ] as const;
  const { status, bytes } = await post(new URL(url), headers, body);
  if (status !== 200)
    throw failed(`the accessTokenUrl answers ${status} to the client id and secret of the configuration`);
  return parseTokenResponse(bytes);
}

export function createAccessTokens(): AccessTokens {
  const tokens = new LRUCache<string, string>({ max: 1_000, ttl: 1_000 * defaultSeconds });
  return {
    get: async (connection, post) => {
      const key = keyOf(connection);
      const cached = tokens.get(key);
      if (cached !== undefined) return cached;
      const { token, seconds } = await fetchToken(connection, post);
      const ttl = 1_000 * seconds - marginMs;
      if (ttl > 0) tokens.set(key, token, { ttl });
      return token;
    },
    evict: (connection) => void tokens.delete(keyOf(connection)),
  };
}
