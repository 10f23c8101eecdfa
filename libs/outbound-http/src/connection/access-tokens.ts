import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { failed, refused } from '../policy/refusal.ts';
import { basicAuthorization, type Connection, textProperty } from './connection.ts';

/** Sends a POST and reads the whole response. Throws the errors of the request. */
type Post = (
  url: URL,
  headers: readonly (readonly [string, string])[],
  body: string,
) => Promise<{ readonly status: number; readonly bytes: Buffer }>;

/** OAuth2 tokens by configuration, cached in the memory of this process only. */
export interface AccessTokens {
  /** Returns the token of a configuration, from the cache or from its server (RFC 6749, 4.4). Throws a `Refusal`. */
  get(connection: Connection, post: Post): Promise<string>;
  /** Evicts a token that the server has rejected: the next request fetches a new one. */
  evict(connection: Connection): void;
}

/** A cached token must be valid for at least this time, so that it does not expire during a request. */
const marginMs = 30_000;
/** For servers that do not return the lifetime of a token. */
const defaultSeconds = 300;

const settings = ['url', 'accessTokenUrl', 'clientId', 'clientSecret', 'scope'] as const;

/** A hash of all settings of a token, so that a changed configuration gets a new token. */
const keyOf = (connection: Connection): string =>
  createHash('sha256')
    .update(JSON.stringify([connection.id, ...settings.map((name) => textProperty(connection, name))]))
    .digest('base64url');

/** RFC 6749, 2.3.1: client id and secret are form-encoded. */
const formText = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);

function parseTokenResponse(bytes: Buffer): { readonly token: string; readonly seconds: number } {
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(bytes.toString());
  } catch {
    // a response that is not JSON contains no token
  }
  if (typeof parsed !== 'object' || parsed === null || !('access_token' in parsed))
    throw failed('the response of the accessTokenUrl contains no access token');
  const seconds = 'expires_in' in parsed ? Number(parsed.expires_in) : defaultSeconds;
  const token = String(parsed.access_token);
  if (!/^[\x21-\x7e]{1,16384}$/.test(token))
    throw failed('the response of the accessTokenUrl contains an access token that is not valid in a header');
  return { token, seconds: Number.isFinite(seconds) ? seconds : defaultSeconds };
}

async function fetchToken(connection: Connection, post: Post) {
  const url = textProperty(connection, 'accessTokenUrl');
  if (url === null || !URL.canParse(url)) throw refused('OAuth2 requires an accessTokenUrl in the configuration');
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
    throw failed(`the accessTokenUrl returned ${status} for the client id and secret of the configuration`);
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
